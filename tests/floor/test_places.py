from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.floor.adjacency import EVERYONE, Obligation
from mmagents.floor.conditions import CONDITIONS, condition_of
from mmagents.floor.places import UNDISTURBED, Offer, Place, at_place, came_in, hold_of
from mmagents.floor.situation import Decision, Situation

SSJ = condition_of("cssn-or-ss")
ASKED = Obligation(4, "ada", ("ben",), "wh-question", ("answer",), "Ben, where were you?")
PLACE = Place(4, 1, 1, 1.0, "ada", 6, False, ("ada", "ben", "cy"))


def wants(seat: str, height: float) -> Offer:
    return Offer(seat, height, "named")


def test_the_one_whom_a_unit_selects_has_the_floor_whoever_else_would_come_in() -> None:
    found = at_place(replace(PLACE, pair=ASKED, offers=(wants("cy", 9),)), SSJ)
    assert (found.speaker, found.rule, found.due) == ("ben", "1a", ASKED)


@pytest.mark.parametrize(
    "pair",
    [
        replace(ASKED, to=(EVERYONE,)),
        replace(ASKED, to=("ben", "cy")),
        replace(ASKED, to=("zoe",)),
        replace(ASKED, first_pair_part="summons"),
    ],
)
def test_what_is_put_to_several_or_to_nobody_here_or_leads_up_to_more_stops_nobody(pair) -> None:
    assert at_place(replace(PLACE, pair=pair), SSJ).rule == "1c"


def test_a_listener_comes_in_above_the_hold_and_not_at_it() -> None:
    assert at_place(replace(PLACE, offers=(wants("ben", 6),)), SSJ).rule == "1c"
    found = at_place(replace(PLACE, offers=(wants("ben", 6.5), wants("cy", 8))), SSJ)
    assert (found.speaker, found.rule) == ("cy", "1b")
    assert "comes in at 8 (named), above ada's hold 6" in found.reason


def test_the_hold_falls_with_units_said_and_rises_where_a_unit_is_hardly_complete() -> None:
    assert hold_of(PLACE) == 6
    assert hold_of(replace(PLACE, units=3)) == 4
    assert hold_of(replace(PLACE, units=30)) == 0
    assert hold_of(replace(PLACE, completion=0.5)) == 9


def test_nobody_disturbs_whoever_was_asked_and_has_not_answered() -> None:
    owing = replace(PLACE, owes=True, bid=0, units=5, offers=(wants("ben", 9),))
    assert hold_of(owing) == UNDISTURBED
    assert at_place(owing, SSJ).rule == "1c"


def test_only_where_one_is_obliged_or_bids_count_a_turn_can_be_cut() -> None:
    place = replace(PLACE, pair=ASKED, offers=(wants("cy", 9),))
    rules = {name: at_place(place, one).rule for name, one in CONDITIONS.items()}
    shipped = {"round-robin": "1c", "equal": "1c", "random": "1c", "moderator": "1c"}
    assert rules.items() >= {**shipped, "cssn-or-ss": "1a", "ss": "1b", "bidding": "1b"}.items()


@given(
    heights=st.lists(st.floats(0, 9), max_size=4),
    completion=st.floats(0, 1),
    units=st.integers(1, 9),
    seed=st.integers(0, 99),
)
def test_whoever_has_the_floor_after_a_place_is_there_and_the_same_again(
    heights, completion, units, seed
):
    offers = tuple(wants(seat, one) for seat, one in zip("bcde", heights, strict=False))
    place = Place(2, seed, units, completion, "a", 4, False, tuple("abcde"), None, offers)
    found = at_place(place, SSJ)
    assert found == at_place(replace(place, offers=offers[::-1]), SSJ)
    best = max(heights, default=0)
    assert (found.speaker == "a") == (best <= hold_of(place))
    assert found.speaker == "a" or dict(zip("bcde", heights, strict=False))[found.speaker] == best


def test_who_came_in_has_the_next_turn_unless_what_was_heard_selects_somebody() -> None:
    now = Situation(5, 1, ("ada", "ben", "cy"), (), "ada", None)
    other = Decision("ben", "1b", "ben bids highest, 8")
    found = came_in(other, "cy", SSJ, now)
    assert (found.speaker, found.rule) == ("cy", "1b")
    assert "cy came in at a place where ada's turn could end" in found.reason
    selected = Decision("ben", "1a", "ada put a question to ben", due=ASKED)
    assert came_in(selected, "cy", SSJ, now) is selected
    assert came_in(other, None, SSJ, now) is other
    assert came_in(other, "gone", SSJ, now) is other
    assert came_in(other, "cy", condition_of("equal"), now) is other
    assert came_in(other, "cy", condition_of("bidding"), now).rule == "bid"
