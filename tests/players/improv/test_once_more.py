"""Rule-based players in a pause to think, and with something they have told before."""

from dataclasses import replace

import pytest

from mmagents.players.improv.player import ImprovPlayer
from mmagents.players.improv.policy.conclusions import to_the_concerned
from mmagents.players.improv.realisation.realise import realise
from mmagents.players.improv.state.mind import mind_of
from mmagents.players.improv.state.moves import Move
from tests.players.orchard import seen

TOLD = "Nine rows have the canker. I have seen it, and I would rather not have."


def telling(notes: dict[str, object]) -> str:
    view = seen("maud", said="Well.", notes=notes)
    view = replace(view, known=(replace(canker(), told=TOLD, source="sheet", public=False),))
    words, _ = realise(Move("tell", 5, tells=("canker",), topic="trees"), mind_of(view))
    return words


def canker():
    return seen("maud", ["canker"]).known[0]


def test_what_was_told_before_is_told_again_without_the_flourish() -> None:
    assert "I have seen it" in telling({})
    again = telling({"out:canker": [1, 2, "maud", "maud"]})
    assert "nine rows have the canker" in again.lower()
    assert "I have seen it" not in again


def test_somebody_elses_words_are_not_cut_short() -> None:
    assert "I have seen it" in telling({"out:canker": [1, 2, "senna", "senna"]})


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_in_a_pause_a_seat_thinks_of_the_verdict_and_of_what_decides_it(language) -> None:
    thoughts = set()
    for turn in range(20):
        view = seen("maud", ["debt", "blossom"], language=language, phase="update", turn=turn)
        thoughts.add((await ImprovPlayer().think(view)).thought)
    senna = view.public.person("senna").call
    assert any(senna in one for one in thoughts)
    assert any(fact.ask in one for fact in view.known for one in thoughts)


def test_nobody_is_asked_to_answer_for_what_speaks_for_them() -> None:
    view = seen("maud", ["debt"])
    debt = view.known[0]
    praise = replace(debt, supports={"ivo": 2})

    def asked(fact):
        minds = (mind_of(replace(view, known=(fact,), turn=turn)) for turn in range(20))
        return {ask.to for mind in minds if (ask := to_the_concerned(mind, fact))}

    assert asked(debt) == {"ivo"}
    assert asked(praise) == set()
