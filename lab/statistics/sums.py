"""What measures and statistics share: sums, and the libraries of `mmagents[evaluation]`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from mmagents.errors import MMAgentsError


def ratio(part: float, whole: float) -> float | None:
    """Return `part` of `whole`; None if there is no whole."""
    return part / whole if whole else None


def mean(values: Sequence[float | None]) -> float | None:
    """Return the arithmetic mean of the values there are; None if there are none."""
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def entropy(counts: Iterable[int]) -> float | None:
    """Return the Shannon entropy of a distribution given by counts, in bits; None if it is empty.

    It lies between 0, when one outcome has all counts, and log2 of the number of outcomes.
    """
    seen = [count for count in counts if count]
    total = sum(seen)
    return math.fsum(n / total * math.log2(total / n) for n in seen) if total else None


def quantile(values: Iterable[float], share: float) -> float | None:
    """Return a quantile of the values, `share` 0-1, linear between them; None if there are none."""
    ordered = sorted(values)
    if not ordered:
        return None
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def library(module: str) -> Any:
    """Return an imported module of `mmagents[evaluation]`.

    Raises:
        MMAgentsError: if it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MMAgentsError(
            f"Tables, figures and statistics need {module}, which is not installed ({error}). "
            "Run: pip install 'mmagents[evaluation]'"
        ) from error
