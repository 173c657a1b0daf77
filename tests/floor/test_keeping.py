import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.floor.bids import Bid
from mmagents.floor.keeping import Happened, foremost, kept, reason_to_think

QUIET = [Happened(4, "kit"), Happened(5, "petra")]


@pytest.mark.parametrize(
    ("happened", "why"),
    [
        (QUIET, None),
        ([*QUIET, Happened(6, "bram")], "spoke"),
        ([*QUIET, Happened(6, "kit", asked=("bram",))], "asked"),
        ([*QUIET, Happened(6, "kit", asked=("everyone",))], "asked"),
        ([*QUIET, Happened(6, "kit", asked=("petra",))], None),
        ([*QUIET, Happened(6, "kit", named=("petra", "bram"))], "named"),
        ([*QUIET, Happened(6, "kit", told=True)], "told"),
        ([*QUIET, Happened(6, "kit", answers=True)], "answered"),
    ],
)
def test_a_seat_thinks_anew_for_what_has_happened_since_it_thought(happened, why) -> None:
    assert reason_to_think("bram", 4, 7, happened, oldest=5) == why
    assert reason_to_think("bram", 7, 8, happened, oldest=5) is None  # it knew that when it thought


def test_a_seat_that_has_not_thought_in_this_talk_thinks() -> None:
    assert reason_to_think("bram", None, 6, QUIET, oldest=5) == "first"


def test_no_thought_is_kept_for_as_many_turns_as_history_is_long() -> None:
    assert reason_to_think("bram", 3, 7, QUIET, oldest=5) is None
    assert reason_to_think("bram", 3, 8, QUIET, oldest=5) == "old"


@given(st.integers(0, 9), st.integers(1, 50), st.integers(0, 20))
def test_a_kept_bid_loses_one_a_turn_and_says_what_it_was(importance, made, turns) -> None:
    bid = kept(Bid("bram", "speak", importance, "Now.", 4.5), made, made + turns)
    assert bid.importance == max(0, importance - turns)
    assert (bid.was, bid.kept_from, bid.thought) == (importance, made, "Now.")
    assert bid.calibrated is None


def test_the_strongest_wish_that_stands_is_thought_of_anew_and_whoever_listens_is_not() -> None:
    standing = [Bid("bram", "speak", 3), Bid("kit", "listen", 8), Bid("petra", "speak", 2)]
    assert foremost(standing) == {"bram"}
    assert foremost([*standing, Bid("ada", "speak", 3)]) == {"ada", "bram"}
    assert foremost([Bid("kit", "listen", 8)]) == frozenset()
