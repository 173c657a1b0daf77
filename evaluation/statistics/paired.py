"""Two ways to decide the same cases: where they differ, and how sure one may be of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mmagents.evaluation.statistics.libraries import library


class McNemar(NamedTuple):
    """Two ways on the same cases: those that one alone has right, and McNemar's exact p."""

    alone: int
    other_alone: int
    p: float


def mcnemar(right: Sequence[bool], other: Sequence[bool]) -> McNemar:
    """Return how two ways differ on the same cases (McNemar 1947, exact binomial form)."""
    pairs = list(zip(right, other, strict=True))
    return mcnemar_of(pairs.count((True, False)), pairs.count((False, True)))


def mcnemar_of(alone: int, other_alone: int) -> McNemar:
    """Return the same from how many cases each way alone has right."""
    table = [[0, alone], [other_alone, 0]]
    p = library("statsmodels.stats.contingency_tables").mcnemar(table, exact=True).pvalue
    return McNemar(alone, other_alone, float(p))
