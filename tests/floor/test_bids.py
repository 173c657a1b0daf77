from hypothesis import given
from hypothesis import strategies as st

from mmagents.floor.bids import REMEMBERED, Bid, calibrated, heeded, rank_in_own_past, weight
from mmagents.floor.situation import silences
from mmagents.nodes.turn.floor import own_past

importances = st.integers(0, 9)
pasts = st.lists(importances, max_size=REMEMBERED)


def row(**importance: int) -> dict:
    return {"ledger": {"bids": [{"seat": seat, "importance": n} for seat, n in importance.items()]}}


def test_ranks_worked_by_hand() -> None:
    assert rank_in_own_past(5, []) == 4.5
    assert rank_in_own_past(7, [5]) == 6.75  # of two, one below and itself: 9 * 1.5 / 2
    assert rank_in_own_past(5, [7]) == 2.25
    assert rank_in_own_past(6, [2, 6, 6, 9]) == 4.5  # 9 * (1 + 3 / 2) / 5
    assert rank_in_own_past(9, [3] * 50) == round(9 * 50.5 / 51, 2)


@given(st.dictionaries(st.sampled_from("abcdef"), st.tuples(importances, st.integers(0, 50))))
def test_those_who_always_say_the_same_all_tie(habits: dict[str, tuple[int, int]]) -> None:
    bids = [Bid(seat, "speak", says) for seat, (says, _) in habits.items()]
    past = {seat: [says] * times for seat, (says, times) in habits.items()}
    assert {weight(one) for one in calibrated(bids, past)} <= {4.5}


@given(pasts, importances, importances)
def test_a_higher_importance_never_ranks_lower(past: list[int], one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert rank_in_own_past(low, past) <= rank_in_own_past(high, past)
    if low < high and set(range(low, high + 1)) & set(past):
        assert rank_in_own_past(low, past) < rank_in_own_past(high, past)


@given(pasts, importances, st.integers(-99, 99))
def test_a_constant_offset_of_one_seat_changes_nothing(past, value, offset) -> None:
    shifted = rank_in_own_past(value + offset, [one + offset for one in past])
    assert shifted == rank_in_own_past(value, past)


@given(st.lists(importances, max_size=2 * REMEMBERED), importances)
def test_a_rank_is_on_the_scale_and_its_order_of_the_past_is_nothing(past, value) -> None:
    assert 0 < rank_in_own_past(value, past) < 9
    assert rank_in_own_past(value, sorted(past)) == rank_in_own_past(value, past)


def test_only_the_last_fifty_turns_of_the_own_seat_count() -> None:
    rows = [row(ada=1, ben=8)] * 10 + [row(ada=2)] * 30 + [row(ada=3, ben=9)] * 20
    past = own_past(rows)  # type: ignore[arg-type]  # of a row, only the bids are read
    assert past == {"ada": [2] * 30 + [3] * 20, "ben": [9] * 20}


def test_calibrated_bids_keep_the_importance_that_was_stated() -> None:
    [one] = calibrated([Bid("ada", "speak", 7)], {"ada": [5]})
    assert (one.importance, one.calibrated, weight(one)) == (7, 6.75, 6.75)
    assert weight(Bid("ada", "speak", 7)) == 7


@given(st.lists(importances), st.integers(0, 9))
def test_a_wish_to_speak_below_the_threshold_is_listening(stated: list[int], least: int) -> None:
    bids = [Bid("ada", "speak", n) for n in stated]
    assert [one.action == "speak" for one in heeded(bids, least)] == [n >= least for n in stated]
    assert [one.importance for one in heeded(bids, least)] == stated
    assert all(one.action == "speak" for one in bids)


def test_silence_is_counted_from_the_last_turn_back() -> None:
    speakers = ("ada", "ben", "ada", "guest", "cyd")
    seats = ("ada", "ben", "cyd", "dov")
    assert silences(speakers, seats) == {"ada": 2, "ben": 3, "cyd": 0, "dov": 5}
    assert silences([], seats) == dict.fromkeys(seats, 0)
