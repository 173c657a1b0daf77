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
    table = [[pairs.count((a, b)) for b in (True, False)] for a in (True, False)]
    p = library("statsmodels.stats.contingency_tables").mcnemar(table, exact=True).pvalue
    return McNemar(table[0][1], table[1][0], float(p))
