"""What a measure is, and the sums that several of them share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Figures = dict[str, float | None]
"""Measures of one conversation by name; None where a measure is not defined, as without a turn."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How a measure is to be read.

    Attributes:
        label: what a table or an axis calls it.
        description: one sentence: what it is, over what, and the source.
        unit: share (0-1), bits, turns, words, per 10 turns …
        direction: which way is better; None where neither is.
    """

    label: str
    description: str
    unit: str
    direction: Literal["more", "less"] | None = None


def ratio(part: float, whole: float) -> float | None:
    """Return `part` of `whole`; None if there is no whole."""
    return part / whole if whole else None


def mean(values: Sequence[float]) -> float | None:
    """Return the arithmetic mean; None if there are no values."""
    return math.fsum(values) / len(values) if values else None


def entropy(counts: Iterable[int]) -> float | None:
    """Return the Shannon entropy of a distribution given by counts, in bits; None if it is empty.

    It lies between 0, when one outcome has all counts, and log2 of the number of outcomes.
    """
    seen = [count for count in counts if count]
    total = sum(seen)
    if not total:
        return None
    return math.fsum(count / total * math.log2(total / count) for count in seen)
