"""What a speaker declares of its words, against what the rules hear."""

from mmagents.analysts.rules_first import checked, takes_up
from mmagents.floor.adjacency import EXPECTS, Designation, Obligation
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.test_sureness import CAST

ASKED = Obligation(
    4, "mara", ("bram",), "wh-question", EXPECTS["wh-question"], "Bram, where were you?"
)
BEFORE = HeardTurn(4, "mara", "Bram, where were you?", "wh-question", ("bram",), None, None, ())


def said(text: str, due: Obligation | None = None) -> Utterance:
    return Utterance("bram", text, "en", CAST, (BEFORE,), due)


def test_where_the_words_are_plain_what_is_declared_does_not_count() -> None:
    wrongly = Designation("request", ("mara",), EXPECTS["request"])
    found = checked(wrongly, said("Ines, where were you?"))
    assert (found.first_pair_part, found.addressees) == ("wh-question", ("ines",))


def test_where_the_words_leave_it_open_the_speaker_says_whom_it_means() -> None:
    meant = Designation("wh-question", ("ines",), EXPECTS["wh-question"])
    assert checked(meant, said("And where were you?")).addressees == ("ines",)


def test_only_what_is_open_can_be_declared_to_be_taken_up() -> None:
    aside = "Rain, rain, and more rain."
    evades = Designation(answers=4, second_pair_part="evasion")
    assert checked(evades, said(aside, ASKED)).second_pair_part == "evasion"
    never = Designation(answers=99, second_pair_part="evasion")
    assert checked(never, said(aside, ASKED)).answers is None
    agrees = Designation(answers=4, second_pair_part="agreement")
    assert checked(agrees, said(aside, ASKED)).answers == 4


def test_words_take_up_what_they_are_declared_to_or_plainly_do() -> None:
    answer = said("I was in the kitchen, Mara.", ASKED)
    assert takes_up(4, Designation(), answer)
    assert takes_up(4, Designation(answers=4), said("Rain, rain, and more rain.", ASKED))
    assert not takes_up(4, Designation(), said("Rain, rain, and more rain.", ASKED))
