"""How far raters agree, how sure one may be of a share, and how two ways to decide differ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mmagents.errors import MMAgentsError
from mmagents.lab.statistics.sums import library

Ratings = Sequence[Sequence[float | str | bool | None]]
"""A row an item, a column a rater; None or NaN where a rater gave nothing."""
Level = Literal["nominal", "ordinal", "interval"]
ALL_THE_SAME = "all ratings are the same"
WORDS = (
    (0.2, "slight"),
    (0.4, "fair"),
    (0.6, "moderate"),
    (0.8, "substantial"),
    (math.inf, "almost perfect"),
)
"""Words for kappa, each up to its bound; below 0 it is "poor" (Landis & Koch 1977)."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient of agreement: at most 1, 0 for chance, None with a reason if not defined."""

    value: float | None
    items: int
    raters: int
    reason: str = ""


def alpha(ratings: Ratings, level: Level) -> Agreement:
    """Return Krippendorff's alpha (2011) over the items that two raters or more rated.

    Where all ratings are the same, alpha is 0 / 0: no value, rather than a 1 that nothing supports.

    Raises:
        MMAgentsError: if rows differ in length, a rating is infinite, or ranks or amounts are not
            numbers; if `mmagents[evaluation]` is not installed.
    """
    table = _table(ratings)
    raters = max(map(len, table), default=0)
    kept = [row for row in table if sum(rating is not None for rating in row) >= 2]
    if not kept:
        return Agreement(None, 0, raters, "no item was rated twice")
    codes = _codes(kept)
    if len(codes) < 2:
        return Agreement(None, len(kept), raters, ALL_THE_SAME)
    if level != "nominal":
        _require_numbers(codes, level)
        codes = {value: value for value in codes}
    columns = zip(*kept, strict=True)
    data = [[math.nan if r is None else codes[r] for r in column] for column in columns]
    found = library("krippendorff").alpha(reliability_data=data, level_of_measurement=level)
    return Agreement(float(found), len(kept), raters)


def fleiss(ratings: Ratings) -> Agreement:
    """Return Fleiss' kappa (1971) over the items that every rater rated; else as `alpha`."""
    table = _table(ratings)
    raters = max(map(len, table), default=0)
    whole = [row for row in table if None not in row]
    if raters < 2:
        return Agreement(None, len(whole), raters, "fewer than two raters")
    if not whole:
        return Agreement(None, 0, raters, f"no item was rated by all {raters} raters")
    codes = _codes(whole)
    if len(codes) < 2:
        return Agreement(None, len(whole), raters, ALL_THE_SAME)
    counts = [[row.count(value) for value in codes] for row in whole]
    kappa = library("statsmodels.stats.inter_rater").fleiss_kappa(counts, method="fleiss")
    return Agreement(float(kappa), len(whole), raters)


def icc(ratings: Ratings) -> Agreement:
    """Return the intraclass correlation over the items that every rater rated.

    It is ICC(2,1) of Shrout & Fleiss (1979), case 2, which is ICC(A,1) of McGraw & Wong (1996):
    raters are a sample, they are to agree in absolute terms, and it is of one rater. It may be
    below 0.

    Raises:
        MMAgentsError: if rows differ in length, or a rating is infinite or no number.
    """
    table = _table(ratings)
    raters = max(map(len, table), default=0)
    whole = [row for row in table if None not in row]
    if raters < 2:
        return Agreement(None, len(whole), raters, "fewer than two raters")
    if len(whole) < 2:
        return Agreement(None, len(whole), raters, f"fewer than two items by all {raters} raters")
    _require_numbers([value for row in whole for value in row if value is not None], "interval")
    import numpy as np

    given = np.asarray(whole, dtype=np.float64)
    items, mean = len(given), given.mean()
    by_item, by_rater = given.mean(axis=1), given.mean(axis=0)
    between = raters * float(((by_item - mean) ** 2).sum()) / (items - 1)
    columns = items * float(((by_rater - mean) ** 2).sum()) / (raters - 1)
    rest = given - by_item[:, None] - by_rater[None, :] + mean
    error = float((rest**2).sum()) / ((items - 1) * (raters - 1))
    whole_variance = between + (raters - 1) * error + raters * (columns - error) / items
    if whole_variance <= 0:
        return Agreement(None, items, raters, ALL_THE_SAME)
    return Agreement((between - error) / whole_variance, items, raters)


def proportion(part: int, whole: int) -> tuple[float, float] | None:
    """Return the 95 % interval of a share (Wilson 1927), or None of nothing.

    Raises:
        MMAgentsError: if the part is not within the whole; if `mmagents[evaluation]` is missing.
    """
    if not 0 <= part <= whole:
        raise MMAgentsError(f"{part} of {whole} is no share; the part must lie within the whole.")
    if not whole:
        return None
    confint = library("statsmodels.stats.proportion").proportion_confint
    low, high = confint(part, whole, alpha=0.05, method="wilson")
    return max(0.0, float(low)), min(1.0, float(high))


def in_words(value: float) -> str:
    """Return a kappa as Landis & Koch (1977) call it: from "poor", below 0, to "almost perfect"."""
    return next(word for bound, word in WORDS if value <= bound) if value >= 0 else "poor"


def _table(ratings: Ratings) -> list[list[float | str | None]]:
    """Return the ratings with numbers as floats and NaN as None."""
    widths = sorted({len(row) for row in ratings})
    if len(widths) > 1:
        raise MMAgentsError(
            f"Items have {widths[0]} and {widths[-1]} ratings; give every item one column a rater, "
            "and None or NaN where a rater gave nothing."
        )
    return [[_rating(value) for value in row] for row in ratings]


def _rating(value: float | str | None) -> float | str | None:
    if value is None or isinstance(value, str):
        return value
    number = float(value)
    if math.isinf(number):
        raise MMAgentsError("A rating is infinite; give a finite number, or None for no rating.")
    return None if math.isnan(number) else number


def _codes(rows: Sequence[Sequence[float | str | None]]) -> dict[float | str, float | str]:
    """Return the ratings there are, numbers before words, each with a number of its own."""
    values = {value for row in rows for value in row if value is not None}
    ordered = sorted(values, key=lambda value: (isinstance(value, str), value))
    return {value: float(code) for code, value in enumerate(ordered)}


def _require_numbers(values: Iterable[float | str], level: Level) -> None:
    if words := [value for value in values if isinstance(value, str)]:
        raise MMAgentsError(
            f"The rating {words[0]!r} has no place on an {level} scale; give numbers, or take the "
            "ratings as nominal."
        )


class McNemar(NamedTuple):
    """Two methods on the same cases: cases only one has right, and McNemar's exact p."""

    alone: int
    other_alone: int
    p: float


def mcnemar(right: Sequence[bool], other: Sequence[bool]) -> McNemar:
    """Return how two ways differ on the same cases (McNemar 1947, exact binomial form)."""
    pairs = list(zip(right, other, strict=True))
    return mcnemar_of(pairs.count((True, False)), pairs.count((False, True)))


def mcnemar_of(alone: int, other_alone: int) -> McNemar:
    """Return McNemar's test from the numbers of cases that only one method has right."""
    table = [[0, alone], [other_alone, 0]]
    p = library("statsmodels.stats.contingency_tables").mcnemar(table, exact=True).pvalue
    return McNemar(alone, other_alone, float(p))
