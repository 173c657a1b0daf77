"""How far raters agree, and how sure one may be of a share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Ratings = Sequence[Sequence[float | str | bool | None]]
"""A row an item, a column a rater; None where a rater gave nothing."""
Level = Literal["nominal", "ordinal", "interval"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient of agreement.

    Attributes:
        value: at most 1, which is perfect; 0 is chance. None where it is not defined.
        items: how many items it rests on.
        raters: how many raters there are.
        reason: why there is no value; empty if there is.
    """

    value: float | None
    items: int
    raters: int
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return asdict(self)


def _given(value: object) -> bool:
    return value is not None and not (isinstance(value, float) and math.isnan(value))


def alpha(ratings: Ratings, level: Level) -> Agreement:
    """Return Krippendorff's alpha (2011); ratings may be missing.

    Where all ratings are the same there is nothing to tell agreement from chance by: no value.

    Args:
        ratings: a row an item, a column a rater.
        level: whether categories, ranks or amounts were given.
    """
    raters = max(map(len, ratings), default=0)
    kept = [row for row in ratings if sum(map(_given, row)) >= 2]
    values = sorted({_number(v) for row in kept for v in row if _given(v)}, key=str)
    if not kept or raters < 2:
        return Agreement(None, len(kept), raters, "no item was rated twice")
    if len(values) < 2:
        return Agreement(None, len(kept), raters, "all ratings are the same")
    import krippendorff
    import numpy as np

    if level == "nominal":
        codes = {value: float(code) for code, value in enumerate(values)}
        rows = [[codes[_number(v)] if _given(v) else np.nan for v in row] for row in kept]
    else:
        rows = [[_number(v) if _given(v) else np.nan for v in row] for row in kept]
    data = np.array(rows, dtype=float).T
    value = float(krippendorff.alpha(reliability_data=data, level_of_measurement=level))
    return Agreement(value, len(kept), raters)


def fleiss(ratings: Ratings) -> Agreement:
    """Return Fleiss' kappa (1971) over the items that every rater rated.

    Args:
        ratings: a row an item, a column a rater; categories.
    """
    raters = max(map(len, ratings), default=0)
    whole = [row for row in ratings if len(row) == raters and all(map(_given, row))]
    if raters < 2 or not whole:
        return Agreement(None, len(whole), raters, "no item was rated by two raters or more")
    values = sorted({_number(value) for row in whole for value in row}, key=str)
    if len(values) < 2:
        return Agreement(None, len(whole), raters, "all ratings are the same")
    from statsmodels.stats.inter_rater import fleiss_kappa

    table = [[sum(_number(v) == value for v in row) for value in values] for row in whole]
    return Agreement(float(fleiss_kappa(table, method="fleiss")), len(whole), raters)


def _number(value: Any) -> Any:
    return float(value) if isinstance(value, bool | int | float) else value


def proportion(part: int, whole: int) -> tuple[float, float] | None:
    """Return the 95 % interval of a share (Wilson 1927), or None of nothing."""
    if not whole:
        return None
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(part, whole, alpha=0.05, method="wilson")
    return float(low), float(high)
