from dataclasses import replace

import pytest

from mmagents.floor.adjacency import Designation, Obligation
from mmagents.floor.pairs import LAPSES_AFTER, take_up

ASKED = Obligation(3, "ada", ("ben",), "wh-question", ("answer",), "Where were you?")
NOTHING = Designation()


def taken(open_pairs, found, turn, speaker, text="In the hall."):
    return take_up(open_pairs, found, speaker=speaker, text=text, turn=turn)


@pytest.mark.parametrize(
    ("second", "how"),
    [("answer", "answered"), ("refusal", "refused"), ("evasion", "evaded"), ("denial", "answered")],
)
def test_a_pair_is_closed_by_what_takes_it_up(second: str, how: str) -> None:
    reading = Designation(answers=3, second_pair_part=second)
    still, closed = taken([ASKED], reading, 4, "ben")
    assert still == []
    assert closed == [(3, how)]


def test_nobody_closes_their_own_question() -> None:
    reading = Designation(answers=3, second_pair_part="answer")
    still, closed = taken([ASKED], reading, 4, "ada")
    assert (still, closed) == ([ASKED], [])


def test_an_insertion_leaves_the_question_open_and_opens_its_own() -> None:
    reading = Designation("wh-question", ("ada",), ("answer",))
    still, closed = taken([ASKED], reading, 4, "ben", "Which evening?")
    assert [pair.turn for pair in still] == [3, 4]
    assert closed == []


def test_a_question_that_nobody_takes_up_lapses_in_its_time() -> None:
    open_pairs = [ASKED]
    for turn in range(4, 3 + LAPSES_AFTER + 1):
        open_pairs, closed = taken(open_pairs, NOTHING, turn, "cyd")
        assert closed == []
    open_pairs, closed = taken(open_pairs, NOTHING, 3 + LAPSES_AFTER + 1, "cyd")
    assert (open_pairs, closed) == ([], [(3, "lapsed")])


def test_a_question_to_nobody_opens_nothing() -> None:
    reading = Designation("wh-question", expects=("answer",))
    assert taken([], reading, 1, "ada") == ([], [])


def test_a_question_to_everyone_is_closed_by_anyone() -> None:
    asked = replace(ASKED, to=("everyone",))
    reading = Designation(answers=3, second_pair_part="answer")
    assert taken([asked], reading, 5, "dov")[1] == [(3, "answered")]
