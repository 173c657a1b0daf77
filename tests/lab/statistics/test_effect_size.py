"""Intervals by bootstrap, against scipy's own on plain figures, and where they are not defined."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from mmagents.errors import MMAgentsError
from mmagents.lab.statistics.compare import (
    RESAMPLES,
    bootstrap,
    cliffs_delta,
    delta_interval,
    mean_interval,
)
from mmagents.lab.statistics.sums import library

NUMBERS = st.lists(st.integers(0, 6).map(float), min_size=2, max_size=8)


def test_the_interval_of_delta_is_the_bca_of_its_definition() -> None:
    lot = Random("two groups of scores")
    a, b = ([float(lot.randint(0, top)) for _ in range(12)] for top in (6, 9))

    def definition(
        x: NDArray[np.float64], y: NDArray[np.float64], axis: int
    ) -> NDArray[np.float64]:
        above = np.sign(x[..., :, None] - y[..., None, :])
        return np.asarray(above.mean(axis=(-2, -1)))

    expected = stats.bootstrap(
        (sorted(a), sorted(b)), definition, vectorized=True, n_resamples=RESAMPLES, method="BCa",
        rng=np.random.default_rng(Random("4:delta").getrandbits(128)),
    ).confidence_interval  # fmt: skip
    assert delta_interval(a, b, seed=4) == pytest.approx((expected.low, expected.high))


def test_groups_that_do_not_overlap_are_less_than_certain() -> None:
    # Feng & Cliff (2004), equation 6, with z = 1.96: (10 - 3.8415) / (10 + 3.8415) = 0.4449.
    ten, twelve = [float(n) for n in range(10)], [float(n) for n in range(20, 32)]
    assert list(delta_interval(ten, twelve)) == [-1, pytest.approx(-0.4449, abs=5e-5)]
    assert list(delta_interval(twelve, ten)) == [pytest.approx(0.4449, abs=5e-5), 1]


def test_groups_of_one_and_the_same_figure_have_a_delta_of_nothing() -> None:
    assert delta_interval([3.0, 3.0], [3.0, 3.0, 3.0]) == (0.0, 0.0)


def test_where_bca_is_not_defined_percentiles_stand() -> None:
    # The median is 1 whichever figure is left out, so that there is no acceleration to work out;
    # it is 9 in the 5.8 % of resamples that draw the 9 thrice or more.
    assert bootstrap((np.array([1.0, 1.0, 1.0, 1.0, 9.0]),), np.median, "median") == (1.0, 9.0)


def test_delta_needs_two_groups() -> None:
    with pytest.raises(MMAgentsError, match="give each at least one figure"):
        cliffs_delta([], [1.0])


def test_a_library_that_is_missing_is_named_with_its_cure() -> None:
    with pytest.raises(MMAgentsError, match=r"need nowhere_to_be_found.*mmagents\[evaluation\]"):
        library("nowhere_to_be_found")


@settings(max_examples=40)
@given(NUMBERS, NUMBERS, st.randoms(use_true_random=False))
def test_intervals_are_ordered_within_range_and_blind_to_order(
    a: list[float], b: list[float], lot: Random
) -> None:
    low, high = delta_interval(a, b)
    assert -1 <= low <= high <= 1
    shuffled = lot.sample(a, len(a))
    assert delta_interval(shuffled, b) == (low, high)
    assert mean_interval(shuffled) == mean_interval(a)


def test_an_interval_follows_from_its_seed() -> None:
    values = [1.0, 2.5, 2.75, 3.0, 10.0, 11.5, 13.25]
    assert mean_interval(values, seed=1) == mean_interval(values, seed=1)
    assert mean_interval(values, seed=1) != mean_interval(values, seed=2)
