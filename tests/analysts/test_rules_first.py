from mmagents.analysts.open import Readers, open_analyst
from mmagents.analysts.rules.reading import read
from mmagents.analysts.rules_first import RulesFirst
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.talk import Utterance
from mmagents.models.choice import Models
from tests.analysts.rules.test_sureness import CAST

SURE = Utterance("bram", "Ines, where were you?", "en", CAST)
UNSURE = Utterance("bram", "Where were you?", "en", CAST)
OTHERWISE = Designation("wh-question", ("mara",))


class Counting:
    """An analyst of one's own that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        return (utterance.text,)

    async def detect(self, utterance: Utterance) -> Designation:
        self.asked += 1
        return OTHERWISE


async def test_the_other_is_asked_only_where_the_rules_are_not_sure() -> None:
    other = Counting()
    first = RulesFirst(other)
    assert await first.detect(SURE) == read(SURE)
    assert other.asked == 0
    assert await first.detect(UNSURE) == OTHERWISE
    assert other.asked == 1


async def test_an_analyst_that_is_no_model_is_asked_for_every_utterance() -> None:
    own = Counting()
    readers = Readers(normalise=own, detect=own)
    assert await readers.detect(SURE) == OTHERWISE
    assert not readers.reads_at_once(SURE)


def test_what_is_left_to_the_rules_waits_for_nobody() -> None:
    for given in (Models(), Models(model="openai:any", by_task={"detect": "rules"})):
        analyst = open_analyst(given, sparing=True)
        assert isinstance(analyst, Readers)
        assert analyst.reads_at_once(UNSURE)
        assert analyst.notes_at_once() == (given.model is None)
    spared = open_analyst(Models(model="openai:any"), sparing=True)
    assert isinstance(spared, Readers)
    assert spared.reads_at_once(SURE)
    assert not spared.reads_at_once(UNSURE)
    assert not spared.notes_at_once()
