"""Insertion sequences: what waits for an answer does not lapse, and is due again after it."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mmagents.floor.adjacency import EVERYONE, Designation, Obligation
from mmagents.floor.insertions import base_of, waiting
from mmagents.floor.pairs import LAPSES_AFTER, Closed, of_turn, take_up

ASKED = Obligation(1, "ada", ("ben",), "wh-question", ("answer",), "Who put out the lamp?")
NOTHING = Designation()


def back(to: str) -> Designation:
    return Designation("wh-question", (to,), ("answer",))


def answers(turn: int, how: str = "answer") -> Designation:
    return Designation(answers=turn, second_pair_part=how)  # type: ignore[arg-type]


def after(open_pairs, found, turn, speaker, asks_back=False):
    return take_up(open_pairs, found, speaker=speaker, text="", turn=turn, asks_back=asks_back)


def test_a_question_waits_while_what_it_is_about_is_asked_and_is_due_again_after() -> None:
    still, closed = after([ASKED], back("ada"), 2, "ben", asks_back=True)
    assert closed == []
    assert still[1].within == (1, 0)
    assert of_turn(still, 2) == still[1]
    still, closed = after(still, answers(2), 3, "ada")
    assert closed == [Closed(2, "answered")]
    assert [(one.turn, one.again, one.held) for one in still] == [(1, 3, 2)]
    assert of_turn(still, 3) == still[0]
    still, closed = after(still, answers(1), 4, "ben")
    assert (still, closed) == ([], [Closed(1, "answered")])


def test_a_question_that_waits_does_not_lapse_however_long_that_takes() -> None:
    still, _ = after([ASKED], back("ada"), 2, "ben", asks_back=True)
    for turn in range(3, 2 + LAPSES_AFTER + 1):
        still, closed = after(still, NOTHING, turn, "cyd")
        assert closed == []
    turn = 2 + LAPSES_AFTER + 1
    still, closed = after(still, NOTHING, turn, "cyd")
    assert closed == [Closed(2, "lapsed")]
    assert [(one.turn, one.again) for one in still] == [(1, 0)]
    assert of_turn(still, turn) is None
    for later in range(turn + 1, turn + LAPSES_AFTER + 1):
        still, closed = after(still, NOTHING, later, "cyd")
        assert closed == []
    assert after(still, NOTHING, turn + LAPSES_AFTER + 1, "cyd")[1] == [Closed(1, "lapsed")]


def test_without_nesting_a_question_lapses_while_it_is_asked_about() -> None:
    still, _ = take_up([ASKED], back("ada"), speaker="ben", text="", turn=2)
    assert still[1].within is None
    still, _ = take_up(still, NOTHING, speaker="cyd", text="", turn=1 + LAPSES_AFTER)
    still, closed = take_up(still, answers(2), speaker="ada", text="", turn=2 + LAPSES_AFTER)
    assert closed == [Closed(1, "lapsed"), Closed(2, "answered")]
    assert still == []


def test_what_only_asks_about_a_question_does_not_evade_it() -> None:
    asks = replace(back("ada"), answers=1, second_pair_part="evasion")
    still, closed = after([ASKED], asks, 2, "ben", asks_back=True)
    assert [one.turn for one in still] == [1, 2]
    assert closed == []
    assert after([ASKED], asks, 2, "ben")[1] == [Closed(1, "evaded")]


def test_a_new_question_goes_before_one_that_is_due_again() -> None:
    still, _ = after([ASKED], back("ada"), 2, "ben", asks_back=True)
    both = replace(back("cyd"), answers=2, second_pair_part="answer")
    still, _ = after(still, both, 3, "ada")
    assert [one.turn for one in still] == [1, 3]
    selected = of_turn(still, 3)
    assert selected is not None
    assert selected.to == ("cyd",)


def test_one_who_was_not_asked_inserts_nothing() -> None:
    assert base_of([ASKED], back("ada"), "cyd") is None
    assert base_of([ASKED], back("cyd"), "ben") is None
    assert base_of([ASKED], Designation("wh-question", (EVERYONE,), ("answer",)), "ben") is None
    assert base_of([ASKED], Designation("assessment", ("ada",), ()), "ben") is None
    assert base_of([ASKED], back("ada"), "ben") == ASKED


@given(st.integers(1, 12), st.lists(st.integers(0, LAPSES_AFTER), min_size=12, max_size=12))
def test_sequences_nest_to_any_depth_and_close_from_the_inside(depth, pauses) -> None:
    """Two ask back in turn, `depth` times, while others talk in between; then all is answered."""
    who = {True: "ben", False: "ada"}
    still, turn, asked = [ASKED], 1, [1]
    for nth, pause in zip(range(depth), pauses, strict=False):
        turn += 1
        still, closed = after(still, back(who[nth % 2 == 1]), turn, who[nth % 2 == 0], True)
        assert closed == []
        assert still[-1].within == (asked[-1], 0)
        asked.append(turn)
        assert waiting(still) == {(one, 0) for one in asked[:-1]}
        for _ in range(pause):
            turn += 1
            still, closed = after(still, NOTHING, turn, "cyd")
            assert closed == []
    while asked:
        inner = asked.pop()
        turn += 1
        answerer = still[-1].to[0]
        still, closed = after(still, answers(inner), turn, answerer)
        assert closed == [Closed(inner, "answered")]
        due = of_turn(still, turn)
        assert (due.turn if due else None) == (asked[-1] if asked else None)
    assert still == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["ada", "ben", "cyd"]),
            st.sampled_from(["ada", "ben", "cyd", EVERYONE, ""]),
            st.booleans(),
            st.integers(0, 20),
        ),
        max_size=30,
    )
)
def test_whatever_is_said_every_pair_ends_once_and_what_waits_is_open(said) -> None:
    still: list[Obligation] = []
    ended: list[Closed] = []
    for turn, (speaker, to, asks, taken) in enumerate(said, 1):
        found = back(to) if to and to != speaker else NOTHING
        if taken in {one.turn for one in still}:
            found = replace(found, answers=taken, second_pair_part="answer")
        still, closed = after(still, found, turn, speaker, asks)
        ended += closed
        kept = {(one.turn, one.nth) for one in still}
        assert all(one.held <= turn - one.turn for one in still)
        assert len(kept) == len(still)
    assert len({(one.turn, one.nth) for one in ended}) == len(ended)
    for turn in range(len(said) + 1, len(said) + (LAPSES_AFTER + 1) * (len(said) + 2)):
        still, _ = after(still, NOTHING, turn, "cyd")
    assert still == []  # nothing waits for ever
