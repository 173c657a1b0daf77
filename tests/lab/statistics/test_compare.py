"""The tests of the report, against published worked examples and by their properties."""

import json
import math
from dataclasses import asdict
from itertools import combinations
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmagents.lab.statistics.compare import (
    Comparison,
    cliffs_delta,
    compare,
    delta_interval,
    magnitude,
    mean_interval,
    p_in_words,
    phrase,
)

pytestmark = pytest.mark.slow


MUCOCILIARY = {
    "normal": [2.9, 3.0, 2.5, 2.6, 3.2],
    "obstructive": [3.8, 2.7, 4.0, 2.4],
    "asbestosis": [2.8, 3.4, 3.7, 2.2, 2.0],
}
"""Hollander & Wolfe (1973), p. 116."""
CORN = {
    "1": [83, 91, 94, 89, 89, 96, 91, 92, 90],
    "2": [91, 90, 81, 83, 84, 83, 88, 91, 89, 84],
    "3": [101, 100, 91, 93, 96, 95, 94],
    "4": [78, 82, 81, 77, 79, 81, 80, 81],
}
"""Conover (1980), yields of corn by four methods: many ties."""
N = None
OZONE: dict[str, list[float | None]] = {
    "May": [41, 36, 12, 18, N, 28, 23, 19, 8, N, 7, 16, 11, 14, 18, 14, 34, 6, 30, 11, 1, 11, 4, 32,
            N, N, N, 23, 45, 115, 37],
    "June": [*[N] * 6, 29, N, 71, 39, N, N, 23, N, N, 21, 37, 20, 12, 13, *[N] * 10],
    "July": [135, 49, 32, N, 64, 40, 77, 97, 97, 85, N, 10, 27, N, 7, 48, 35, 61, 79, 63, 16, N, N,
             80, 108, 20, 52, 82, 50, 64, 59],
    "August": [39, 9, 16, 78, 35, 66, 122, 89, 110, N, N, 44, 28, 65, N, 22, 59, 23, 31, 44, 21, 9,
               N, 45, 168, 73, N, 76, 118, 84, 85],
    "September": [96, 78, 73, 91, 47, 32, 20, 23, 21, 24, 44, 21, 28, 9, 13, 46, 18, 13, 24, 16, 13,
                  23, 36, 7, 14, 30, N, 14, 18, 20],
}  # fmt: skip
"""Ozone over New York by month of 1973 (Chambers et al. 1983; R's `airquality`): ties, gaps."""
FLIES = {
    "herbs": [14.0, 12.1, 9.6, 8.2, 10.2],
    "shrubs": [8.4, 5.1, 5.5, 6.6, 6.3],
    "trees": [6.9, 7.3, 5.8, 4.1, 5.4],
}
"""Zar (1999), example 10.10: abundance of flies by vegetation."""
NUMBERS = st.integers(0, 6).map(float)
GROUPS = st.lists(st.lists(NUMBERS, max_size=7), min_size=1, max_size=4)


def test_kruskal_wallis_without_ties_is_that_of_hollander_and_wolfe() -> None:
    found = compare(MUCOCILIARY)
    assert found.h == pytest.approx(0.77143, abs=1e-5)
    assert found.df == 2
    assert found.p == pytest.approx(0.68, abs=5e-3)
    assert found.epsilon_squared == pytest.approx(0.77143 / 13, abs=1e-5)


def test_kruskal_wallis_with_ties_is_that_of_the_corn_yields() -> None:
    found = compare(CORN)
    assert found.h == pytest.approx(25.62884, abs=1e-5)
    assert found.df == 3
    assert found.p == pytest.approx(1.140573e-05, rel=1e-5)


def test_kruskal_wallis_and_dunn_with_ties_and_missing_figures_are_those_of_r() -> None:
    # R's example of kruskal.test: H = 29.267, df = 4, p = 6.901e-06. Dunn's z, as dunn.test has it.
    z = {
        ("May", "June"): 0.925158, ("May", "July"): 4.419470, ("May", "August"): 4.132813,
        ("May", "September"): 1.321202, ("June", "July"): 2.244208, ("June", "August"): 2.038635,
        ("June", "September"): 0.002538, ("July", "August"): 0.286657,
        ("July", "September"): 3.217199, ("August", "September"): 2.922827,
    }  # fmt: skip
    found = compare(OZONE)
    assert found.h == pytest.approx(29.267, abs=5e-4)
    assert found.df == 4
    assert found.p == pytest.approx(6.901e-06, rel=1e-4)
    assert [group.missing for group in found.groups] == [5, 21, 5, 5, 1]
    assert {(pair.first, pair.second): pair.p for pair in found.pairs} == {
        pair: pytest.approx(min(1.0, 10 * 2 * NormalDist().cdf(-one)), rel=1e-4)
        for pair, one in z.items()
    }


def test_mean_ranks_are_those_of_zar() -> None:
    # Zar (1999), example 10.10: H = 8.72, rank sums 64, 30 and 26.
    found = compare(FLIES)
    assert found.h == pytest.approx(8.72)
    assert [group.mean_rank for group in found.groups] == pytest.approx([12.8, 6.0, 5.2])
    said = phrase(found)
    assert "herbs > shrubs (p = .049, delta = .92, large)" in said
    assert "no difference shown between shrubs and trees (p = 1.000, delta = .12" in said


def dunn_by_hand(groups: dict[str, list[float]]) -> dict[tuple[str, str], float]:
    """Return Dunn's p after Bonferroni from his formula (1964), ties corrected."""
    pool = sorted(value for values in groups.values() for value in values)
    rank = {v: sum(i + 1 for i, w in enumerate(pool) if w == v) / pool.count(v) for v in pool}
    n = len(pool)
    ties = sum(pool.count(v) ** 3 - pool.count(v) for v in set(pool)) / (12 * (n - 1))
    mean = {name: sum(rank[v] for v in values) / len(values) for name, values in groups.items()}
    pairs = list(combinations(groups, 2))
    found = {}
    for a, b in pairs:
        spread = (n * (n + 1) / 12 - ties) * (1 / len(groups[a]) + 1 / len(groups[b]))
        z = abs(mean[a] - mean[b]) / math.sqrt(spread)
        found[a, b] = min(1.0, 2 * (1 - NormalDist().cdf(z)) * len(pairs))
    return found


@pytest.mark.parametrize("groups", [MUCOCILIARY, CORN])
def test_dunns_test_is_his_formula_with_ties_corrected(groups: dict[str, list[float]]) -> None:
    expected = dunn_by_hand(groups)
    assert {(pair.first, pair.second): pair.p for pair in compare(groups).pairs} == {
        pair: pytest.approx(p, rel=1e-6, abs=1e-12) for pair, p in expected.items()
    }


def test_cliffs_delta_is_that_of_a_worked_example() -> None:
    # The example of the R package effsize: delta = -0.25, small.
    treatment = [10, 10, 20, 20, 20, 30, 30, 30, 40, 50]
    control = [10, 20, 30, 40, 40, 50]
    delta = cliffs_delta(treatment, control)
    assert delta == pytest.approx(-0.25)
    assert magnitude(delta) == "small"
    low, high = delta_interval(treatment, control)
    assert -0.9 < low < -0.25 < high < 0.5


@pytest.mark.parametrize(
    ("delta", "word"),
    [(0.0, "negligible"), (-0.146, "negligible"), (0.147, "small"), (-0.33, "medium"),
     (0.473, "medium"), (0.474, "large"), (-1.0, "large")],
)  # fmt: skip
def test_deltas_have_the_words_of_romano(delta: float, word: str) -> None:
    assert magnitude(delta) == word


def test_a_bootstrap_interval_holds_its_mean_and_shrinks_with_more_figures() -> None:
    few, many = [1.0, 2.0, 3.0, 10.0] * 3, [1.0, 2.0, 3.0, 10.0] * 30
    (low, high), (nearer, near) = mean_interval(few) or (5, 3), mean_interval(many) or (5, 3)
    assert low < nearer < 4.0 < near < high
    assert mean_interval(few) == mean_interval(few)
    assert mean_interval([5.0, 5.0]) == (5.0, 5.0)
    assert mean_interval([5.0]) is None


def test_missing_figures_are_left_out_and_counted() -> None:
    found = compare({"a": [1.0, None, 3.0, math.nan], "b": [2.0, 4.0]})
    assert [(group.n, group.missing) for group in found.groups] == [(2, 2), (2, 0)]
    assert found == compare({"a": [1.0, None, 3.0, math.nan], "b": [2.0, 4.0]})


@pytest.mark.parametrize(
    "groups",
    [
        {},
        {"a": [1.0, 2.0]},
        {"a": [1.0, 2.0], "b": []},
        {"a": [1.0, 2.0], "b": [3.0]},
        {"a": [None], "b": [None]},
    ],
)
def test_too_few_figures_are_said_and_not_tested(groups: dict[str, list[float | None]]) -> None:
    found = compare(groups)
    assert (found.h, found.p, found.pairs) == (None, None, ())
    assert found.not_enough.startswith("not enough data")
    assert phrase(found) == f"Not tested: {found.not_enough}."


def test_an_empty_group_does_not_keep_the_others_from_being_tested() -> None:
    found = compare({**MUCOCILIARY, "nobody": []})
    assert found.h == pytest.approx(0.77143, abs=1e-5)
    assert found.groups[-1].mean is None


def test_equal_figures_differ_in_nothing() -> None:
    found = compare({"a": [2.0, 2.0, 2.0], "b": [2.0, 2.0]})
    assert (found.h, found.p, found.not_enough) == (None, 1.0, "all values are equal")
    assert [(pair.p, pair.delta) for pair in found.pairs] == [(1.0, 0.0)]


def test_a_comparison_is_said_in_a_sentence() -> None:
    assert phrase(compare(MUCOCILIARY)) == (
        "Kruskal-Wallis H(2) = 0.77, p = .680, epsilon² = .06; "
        "no difference shown between normal, obstructive and asbestosis."
    )
    said = phrase(compare(CORN))
    assert said.startswith("Kruskal-Wallis H(3) = 25.63, p < .001, epsilon² = .78; Dunn (Bonf")
    assert (
        "1 > 4 (p = .003, delta = 1.00, large), 2 < 3 (p = .021, delta = -.97, large), "
        "3 > 4 (p < .001, delta = 1.00, large), no difference shown between 1 and 2 (p = .912, "
    ) in said
    assert phrase(compare({"a": [1.0, 2.0], "b": [1.0, 2.0]})) == (
        "Kruskal-Wallis H(1) = 0.00, p = 1.000, epsilon² = .00; "
        "no difference shown between a and b."
    )


def test_a_sentence_says_what_was_left_out() -> None:
    said = phrase(compare({**MUCOCILIARY, "nobody": [None], "one": [1.0]}))
    assert said.endswith("; too few figures to test nobody and one; missing: 1 of 16.")


@pytest.mark.parametrize(
    ("p", "words"),
    [(0.00099, "p < .001"), (0.001, "p = .001"), (0.0499, "p = .050"), (0.9999, "p > .999"),
     (1.0, "p = 1.000")],
)  # fmt: skip
def test_p_is_written_without_its_nought(p: float, words: str) -> None:
    assert p_in_words(p) == words


@pytest.mark.parametrize("wild", [math.inf, -math.inf, 1e200])
def test_figures_that_have_no_mean_are_said_and_not_tested(wild: float) -> None:
    found = compare({"a": [1.0, wild], "b": [2.0, 3.0]})
    assert found.not_enough == "figures that are infinite or beyond 1e+100 in 'a'"
    assert (found.h, found.p, found.pairs) == (None, None, ())
    assert (found.groups[0].mean, found.groups[1].mean) == (None, 2.5)
    assert json.dumps(asdict(found), allow_nan=False)


def test_a_group_of_one_figure_over_and_over_has_that_mean_and_no_spread() -> None:
    group = compare({"a": [0.1] * 3, "b": [0.2, 0.3]}).groups[0]
    assert (group.mean, group.sd, group.median, group.interval) == (0.1, 0.0, 0.1, (0.1, 0.1))


def test_h_is_never_below_nothing() -> None:
    for many in range(1, 6):
        found = compare({"a": [1.0, 2.0] * many, "b": [1.0, 2.0] * 7, "c": [2.0, 1.0] * 3})
        assert found.h == pytest.approx(0, abs=1e-9)
        assert found.epsilon_squared == pytest.approx(0, abs=1e-9)
        assert str(found.h)[0] != "-"


@settings(max_examples=60)
@given(GROUPS)
def test_no_figures_raise_or_warn(groups: list[list[float]]) -> None:
    found = compare({str(at): values for at, values in enumerate(groups)})
    assert isinstance(found, Comparison)
    assert json.loads(json.dumps(asdict(found), allow_nan=False))
    assert (found.h is None) == bool(found.not_enough)
    for pair in found.pairs:
        assert 0 <= pair.p <= 1
        assert -1 <= pair.interval[0] <= pair.interval[1] <= 1


@settings(max_examples=60)
@given(st.lists(NUMBERS, min_size=1), st.lists(NUMBERS, min_size=1))
def test_delta_is_antisymmetric_and_counts_pairs(a: list[float], b: list[float]) -> None:
    counted = sum((x > y) - (x < y) for x in a for y in b) / (len(a) * len(b))
    assert cliffs_delta(a, b) == pytest.approx(counted)
    assert cliffs_delta(b, a) == pytest.approx(-counted)


GROUPS_TO_TEST = st.lists(st.lists(NUMBERS, min_size=2, max_size=6), min_size=2, max_size=3)


@settings(max_examples=25)
@given(GROUPS_TO_TEST, st.randoms(use_true_random=False))
def test_the_order_of_figures_changes_nothing(groups: list[list[float]], lot: Random) -> None:
    named = {str(at): values for at, values in enumerate(groups)}
    assert compare(named) == compare({n: lot.sample(vs, len(vs)) for n, vs in named.items()})


@settings(max_examples=25)
@given(GROUPS_TO_TEST, st.integers(-50, 50))
def test_a_constant_added_changes_no_test(groups: list[list[float]], constant: int) -> None:
    named = {str(at): values for at, values in enumerate(groups)}
    one = compare(named)
    other = compare({name: [v + constant for v in vs] for name, vs in named.items()})
    assert (one.h, one.p, one.pairs) == (other.h, other.p, other.pairs)


@settings(max_examples=25)
@given(GROUPS_TO_TEST)
def test_what_was_found_follows_its_groups_whatever_their_order(groups: list[list[float]]) -> None:
    named = {str(at): values for at, values in enumerate(groups)}
    one, other = compare(named), compare(dict(reversed(named.items())))
    assert one.groups == other.groups[::-1]
    assert one.p == pytest.approx(other.p)
    assert {(pair.first, pair.second): pair.delta for pair in one.pairs} == {
        (pair.second, pair.first): -pair.delta for pair in other.pairs
    }
