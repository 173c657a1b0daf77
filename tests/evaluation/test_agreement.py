"""Coefficients of agreement, against the worked examples they were published with."""

import pytest

from mmagents.evaluation.agreement import Ratings, alpha, fleiss, proportion

A = [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None]
B = [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3]
C = [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None]
D = [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None]
FOUR_OBSERVERS: Ratings = list(zip(A, B, C, D, strict=True))
"""Krippendorff (2011), Computing Krippendorff's alpha-reliability, example C."""
COUNTS = [
    [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
]  # fmt: skip
"""Ten subjects, fourteen raters, five categories: the worked example commonly given for Fleiss."""


@pytest.mark.parametrize(
    ("level", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)]
)
def test_alpha_is_that_of_krippendorffs_example(level: str, value: float) -> None:
    found = alpha(FOUR_OBSERVERS, level)  # type: ignore[arg-type]  # one of the levels
    assert found.value == pytest.approx(value, abs=5e-4)
    assert (found.items, found.raters) == (11, 4)  # one unit was rated by one observer alone


def test_kappa_is_that_of_the_worked_example() -> None:
    rows = [[c for c, many in enumerate(row) for _ in range(many)] for row in COUNTS]
    found = fleiss(rows)
    assert found.value == pytest.approx(0.210, abs=5e-4)
    assert (found.items, found.raters) == (10, 14)


def test_kappa_rests_on_what_everybody_rated() -> None:
    rows: Ratings = [["yes", "yes"], ["no", "no"], ["yes", None], ["no", "yes"]]
    found = fleiss(rows)
    assert found.items == 3
    assert found.value == fleiss([rows[0], rows[1], rows[3]]).value


@pytest.mark.parametrize("rows", [[], [[1.0]], [[1.0, None], [None, 2.0]]])
def test_without_two_ratings_of_an_item_there_is_no_value(rows: Ratings) -> None:
    for found in (alpha(rows, "ordinal"), fleiss(rows)):
        assert found.value is None
        assert found.reason


def test_where_all_say_the_same_chance_cannot_be_told() -> None:
    rows: Ratings = [[True, True], [True, True]]
    assert alpha(rows, "nominal").reason == fleiss(rows).reason == "all ratings are the same"


def test_words_and_truth_values_are_categories() -> None:
    words: Ratings = [["a", "a"], ["b", "b"], ["a", "b"]]
    truths: Ratings = [[True, True], [False, False], [True, False]]
    assert alpha(words, "nominal").value == pytest.approx(alpha(truths, "nominal").value)


def test_a_shares_interval_is_wilsons() -> None:
    # Newcombe (1998), table I: 81 of 263, 0.2553 to 0.3662; 0 of 20, 0 to 0.1611.
    assert proportion(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert proportion(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert proportion(0, 0) is None
