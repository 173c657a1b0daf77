from dataclasses import replace

from mmagents.floor.adjacency import Designation, FirstPart, Obligation
from mmagents.floor.pairs import LAPSES_AFTER, Closed, lapsed, of_turn, take_up
from tests.tables import table

ASKED = Obligation(3, "ada", ("ben",), "wh-question", ("answer",), "Where were you?")
NOTHING = Designation()


def taken(open_pairs, found, turn, speaker, text="In the hall."):
    return take_up(open_pairs, found, speaker=speaker, text=text, turn=turn)


@table
def test_a_pair_is_closed_by_what_takes_it_up(second: str, how: str) -> None:
    reading = Designation(answers=3, second_pair_part=second)
    assert taken([ASKED], reading, 4, "ben") == ([], [Closed(3, how)])
    everyone = replace(ASKED, to=("everyone",))
    assert taken([everyone], reading, 5, "dov")[1] == [Closed(3, how)]
    assert taken([ASKED], reading, 4, "ada") == ([ASKED], []), "nobody closes one's own"


def test_an_insertion_leaves_the_question_open_and_what_is_put_to_nobody_opens_nothing() -> None:
    reading = Designation("wh-question", ("ada",), ("answer",))
    still, closed = taken([ASKED], reading, 4, "ben", "Which evening?")
    assert [pair.turn for pair in still] == [3, 4]
    assert closed == []
    nobody = Designation("wh-question", expects=("answer",))
    assert taken([], nobody, 1, "ada") == ([], [])


def test_a_question_that_nobody_takes_up_lapses_in_its_time() -> None:
    open_pairs = [ASKED]
    for turn in range(4, 3 + LAPSES_AFTER + 1):
        open_pairs, closed = taken(open_pairs, NOTHING, turn, "cyd")
        assert closed == []
    open_pairs, closed = taken(open_pairs, NOTHING, 3 + LAPSES_AFTER + 1, "cyd")
    assert (open_pairs, closed) == ([], [Closed(3, "lapsed")])


def test_a_question_to_everyone_stays_open_for_each_until_they_had_their_say() -> None:
    asked = replace(ASKED, to=("everyone",))
    reading = Designation(answers=3, second_pair_part="answer")
    table = {"hearers": ("ada", "ben", "cyd")}
    still, closed = take_up([asked], reading, speaker="ben", text="Not I.", turn=4, **table)
    assert closed == [Closed(3, "answered")]
    assert [one.waits_for("cyd") for one in still] == [True]
    assert [one.waits_for(who) for one in still for who in ("ada", "ben")] == [False, False]
    assert take_up(still, reading, speaker="cyd", text="Nor I.", turn=5, **table) == ([], [])


def test_what_somebody_took_up_is_not_said_to_have_lapsed() -> None:
    asked = replace(ASKED, to=("everyone",), had_say=("ben",))
    late = take_up([asked], NOTHING, speaker="ada", text="…", turn=9, hearers=("ada", "ben", "cyd"))
    assert late == ([], [])
    assert lapsed([asked, ASKED]) == [Closed(3, "lapsed")]


def test_of_two_questions_in_a_turn_both_stay_open_and_the_last_selects() -> None:
    reading = Designation(
        "yes-no-question",
        ("cyd",),
        ("answer",),
        earlier=(FirstPart("wh-question", ("ben",), ("answer",)),),
    )
    still, _ = taken([], reading, 3, "ada", "Ben, where were you? And Cyd, did you hear it?")
    assert [(pair.to, pair.nth) for pair in still] == [(("ben",), 1), (("cyd",), 0)]
    selected = of_turn(still, 3)
    assert selected is not None
    assert selected.to == ("cyd",)
    answer = Designation(answers=3, second_pair_part="answer")
    still, closed = taken(still, answer, 4, "cyd")
    assert closed == [Closed(3, "answered")]
    still, closed = taken(still, answer, 5, "ben")
    assert (still, closed) == ([], [Closed(3, "answered", 1)])
