"""The clock: how long words take, and when the next speaker begins."""

from random import Random
from statistics import median
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.floor.clock import (
    Change,
    Length,
    begins_at,
    change_after,
    drawn,
    morae_in,
    offset_of,
    pause_of,
    rate_of,
    seconds_of,
    timing,
)

CHANGES: list[tuple[Change, Length]] = [
    (change, follows) for change in get_args(Change) for follows in get_args(Length)
]


@given(st.integers(0, 10**9), st.integers(1, 10**6))
def test_the_same_turn_of_the_same_seed_has_the_same_times(seed: int, turn: int) -> None:
    for change in CHANGES:
        assert offset_of(*change, seed, turn) == offset_of(*change, seed, turn)
    assert rate_of(seed, turn) == rate_of(seed, turn) > 0
    assert pause_of(seed, turn) >= 0


@pytest.mark.parametrize("change", CHANGES)
def test_offsets_are_spread_as_those_of_people(change: tuple[Change, Length]) -> None:
    table = timing()["offset"][", ".join(change)]
    found = [offset_of(*change, 1, turn) for turn in range(4_000)]
    assert table["value"][0] <= min(found)
    assert max(found) <= table["value"][-1]
    assert abs(median(found) - table["value"][table["at"].index(0.5)]) < 0.1


def test_half_of_all_changes_begin_in_overlap_as_in_meetings() -> None:
    by_kind = [offset_of(*change, 2, turn) < 0 for change in CHANGES for turn in range(1_000)]
    assert 0.37 < sum(by_kind) / len(by_kind) < 0.61


def test_a_draw_lies_between_quantiles_that_are_given() -> None:
    table = {"at": [0.0, 0.5, 1.0], "value": [0.0, 1.0, 1.0]}
    found = [drawn(table, Random(seed)) for seed in range(400)]
    assert 0 <= min(found) < 0.1
    assert max(found) == 1
    assert 0.4 < sum(one == 1 for one in found) / 400 < 0.6


def test_words_take_time_by_their_number_and_morae_in_japanese() -> None:
    assert seconds_of("one two three four", "en", 1) == pytest.approx(4 / 3.922)
    assert seconds_of("one two three four", "en", 2) == pytest.approx(2 / 3.922)
    assert seconds_of("", "en", 1) == seconds_of("！", "ja", 1) == timing()["shortest"]
    assert morae_in("きょうは塔へ、ね！") == 2 + 1 + 2 + 1 + 1
    assert seconds_of("庭にいました", "ja", 1) == pytest.approx(7 / 7.84)


def test_what_a_change_comes_after_is_told_by_the_words() -> None:
    assert change_after("Were you there?", True, "en") == "after a question"
    assert change_after("I was.", False, "en") == "after a short turn"
    assert change_after("a " * 10, False, "en") == "after a long turn"
    assert change_after("庭" * 20, False, "ja") == "after a long turn"


@given(st.floats(-9, 9), st.floats(0, 1e4), st.floats(0, 60))
def test_no_turn_begins_before_the_one_it_follows(offset, started, lasted) -> None:
    assert begins_at(offset, started, started + lasted) >= started
