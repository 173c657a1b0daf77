"""The tests of the report, against published worked examples and by their properties."""

import json
import math
from itertools import combinations
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmagents.evaluation.statistics import (
    Comparison,
    cliffs_delta,
    compare,
    delta_interval,
    magnitude,
    mean_interval,
    p_in_words,
    phrase,
)

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
NUMBERS = st.integers(0, 6).map(float)
GROUPS = st.lists(st.lists(NUMBERS, max_size=7), min_size=1, max_size=4)


def test_kruskal_wallis_without_ties_is_that_of_hollander_and_wolfe() -> None:
    found = compare(MUCOCILIARY)
    assert (found.h, found.df) == (pytest.approx(0.77143, abs=1e-5), 2)
    assert found.p == pytest.approx(0.68, abs=5e-3)
    assert found.epsilon_squared == pytest.approx(0.77143 / 13, abs=1e-5)


def test_kruskal_wallis_with_ties_is_that_of_the_corn_yields() -> None:
    found = compare(CORN)
    assert (found.h, found.df) == (pytest.approx(25.62884, abs=1e-5), 3)
    assert found.p == pytest.approx(1.140573e-05, rel=1e-5)


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
    (low, high), (nearer, near) = mean_interval(few), mean_interval(many)
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
        "Kruskal-Wallis H(2) = 0.77, p = .680, epsilon² = 0.06; no pair differs (Dunn, Bonferroni)."
    )
    said = phrase(compare(CORN))
    assert said.startswith("Kruskal-Wallis H(3) = 25.63, p < .001, epsilon² = 0.78; Dunn with")
    assert "3 > 4 (p < .001, delta = 1.00, large)" in said
    assert p_in_words(0.0499) == "p = .050"
    assert p_in_words(1.0) == "p = 1.000"


@settings(max_examples=60)
@given(GROUPS)
def test_no_figures_raise_or_warn(groups: list[list[float]]) -> None:
    found = compare({str(at): values for at, values in enumerate(groups)})
    assert isinstance(found, Comparison)
    assert json.loads(json.dumps(found.as_json(), allow_nan=False))
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


@settings(max_examples=25)
@given(st.lists(st.lists(NUMBERS, min_size=2, max_size=6), min_size=2, max_size=3), st.randoms())
def test_order_and_shift_change_no_test(groups: list[list[float]], lot: object) -> None:
    named = {str(at): values for at, values in enumerate(groups)}
    shuffled = {name: lot.sample([v + 5 for v in vs], len(vs)) for name, vs in named.items()}  # type: ignore[attr-defined]  # hypothesis' Random
    one, other = compare(named), compare(shuffled)
    assert (one.h is None) == (other.h is None)
    if one.h is not None:
        assert one.h == pytest.approx(other.h)
        assert [pair.delta for pair in one.pairs] == pytest.approx([p.delta for p in other.pairs])
