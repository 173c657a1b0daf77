"""Coefficients of agreement, against the worked examples they were published with."""

import json
import math
from collections.abc import Callable
from dataclasses import asdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmagents.errors import MMAgentsError
from mmagents.lab.statistics.agreement import (
    Agreement,
    Level,
    Ratings,
    alpha,
    fleiss,
    icc,
    in_words,
    proportion,
)

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

DIAGNOSES = (
    "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 "
    "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"
)
"""Fleiss (1971), table 1: thirty patients, six psychiatrists, five diagnoses."""
RATINGS = st.sampled_from([None, math.nan, 0, 1, 2, True])
TABLES = st.integers(0, 4).flatmap(
    lambda raters: st.lists(st.lists(RATINGS, min_size=raters, max_size=raters), max_size=6)
)


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


def test_kappa_is_that_of_the_psychiatrists() -> None:
    found = fleiss([[c for c in range(5) for _ in range(int(row[c]))] for row in DIAGNOSES.split()])
    assert found.value == pytest.approx(0.430, abs=5e-4)
    assert (found.items, found.raters) == (30, 6)
    assert in_words(0.430) == "moderate"


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
    assert proportion(20, 20) == pytest.approx((1 - 0.1611, 1.0), abs=5e-5)


@pytest.mark.parametrize(("part", "whole"), [(-1, 3), (4, 3), (1, 0)])
def test_a_share_lies_within_its_whole(part: int, whole: int) -> None:
    with pytest.raises(MMAgentsError, match=f"{part} of {whole} is no share"):
        proportion(part, whole)


@pytest.mark.parametrize(
    ("value", "word"),
    [(-0.01, "poor"), (0.0, "slight"), (0.2, "slight"), (0.21, "fair"), (0.6, "moderate"),
     (0.77, "substantial"), (0.81, "almost perfect"), (1.0, "almost perfect")],
)  # fmt: skip
def test_kappas_have_the_words_of_landis_and_koch(value: float, word: str) -> None:
    assert in_words(value) == word


def test_items_that_one_rater_alone_rated_do_not_make_alpha_defined() -> None:
    found = alpha([[1, 1], [1, 1], [None, 2]], "interval")
    assert (found.value, found.items, found.reason) == (None, 2, "all ratings are the same")


def test_a_category_is_the_same_as_a_number_or_a_truth_value_and_not_as_a_word() -> None:
    assert alpha([[1, True], [0, False]], "nominal").value == 1
    assert alpha([[1, "1"], [1, "1"]], "nominal").value == pytest.approx(-0.5)


@pytest.mark.parametrize("level", ["ordinal", "interval"])
@pytest.mark.parametrize("word", ["often", ""])
def test_words_have_no_order(level: str, word: str) -> None:
    with pytest.raises(MMAgentsError, match=f"no place on an {level} scale"):
        alpha([[word, 1], [2, 1]], level)  # type: ignore[arg-type]  # one of the levels


@pytest.mark.parametrize("coefficient", [fleiss, lambda rows: alpha(rows, "interval")])
def test_tables_that_are_none_are_refused(coefficient: Callable[[Ratings], Agreement]) -> None:
    with pytest.raises(MMAgentsError, match="Items have 2 and 3 ratings"):
        coefficient([[1, 2], [1, 2, 3]])
    with pytest.raises(MMAgentsError, match="A rating is infinite"):
        coefficient([[1, math.inf], [1, 2]])


@settings(max_examples=80)
@given(TABLES, st.sampled_from(["nominal", "ordinal", "interval"]))
def test_no_table_of_ratings_raises_or_warns(rows: Ratings, level: Level) -> None:
    for found in (alpha(rows, level), fleiss(rows)):
        assert (found.value is None) == bool(found.reason)
        assert found.value is None or -1 - 1e-9 <= found.value <= 1
        assert json.dumps(asdict(found), allow_nan=False)


FOUR_JUDGES = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
"""Shrout & Fleiss (1979), table 2: six targets, four judges."""


def test_icc_is_that_of_shrout_and_fleiss() -> None:
    found = icc(FOUR_JUDGES)
    assert found.value == pytest.approx(0.29, abs=5e-3)
    assert (found.items, found.raters) == (6, 4)
    assert icc([*FOUR_JUDGES, [1, None, 3, 4]]) == found


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[1], [2]], "fewer than two raters"),
        ([[1, 2], [3, None]], "fewer than two items by all 2 raters"),
        ([[4, 4], [4, 4], [4, 4]], "all ratings are the same"),
    ],
)
def test_where_icc_is_not_defined_the_reason_is_given(rows: Ratings, reason: str) -> None:
    assert icc(rows) == Agreement(None, icc(rows).items, icc(rows).raters, reason)
    with pytest.raises(MMAgentsError, match="no place on an interval scale"):
        icc([["none", 1], [2, 3]])


def test_raters_who_differ_by_a_step_agree_in_order_and_not_in_icc() -> None:
    apart = [[1, 5], [2, 6], [3, 7], [4, 8]]
    assert icc([[one, one] for one, _ in apart]).value == pytest.approx(1)
    assert (icc(apart).value or 0) < 0.2
