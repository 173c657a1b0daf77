"""Groups of figures compared as the paper does: Kruskal-Wallis, then Dunn with Bonferroni.

MMAgents, section 4.2 and 5. Beside the tests stand how large a difference is (epsilon squared,
Cliff's delta) and how sure one may be of a mean (bootstrap intervals). Tests come from scipy and
scikit-posthocs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from mmagents.lab.statistics.effect_size import (
    Interval,
    cliffs_delta,
    delta_interval,
    magnitude,
    mean_interval,
)
from mmagents.lab.statistics.sums import library, mean

ALPHA = 0.05
"""Level of significance (MMAgents, section 5)."""
LARGEST = 1e100
"""Largest amount of a figure that means and intervals can be worked out with."""


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """What one group is like.

    `mean`, `sd` (of a sample) and `median` are None where they are not defined, and for figures
    beyond `LARGEST`; so is `interval`, the 95 % bootstrap interval of the mean. `mean_rank` is that
    among all figures tested, from 1, ties sharing theirs; None if it was not tested.
    """

    name: str
    n: int
    missing: int
    mean: float | None
    sd: float | None
    median: float | None
    interval: Interval | None
    mean_rank: float | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """How two groups differ.

    `p` is Dunn's (1964), two-sided, after Bonferroni; `delta` is Cliff's (1993): how much oftener a
    figure of `first` is above one of `second` than below it, -1 to 1; `interval` is its 95 %
    bootstrap interval, `magnitude` a word for it (Romano et al. 2006).
    """

    first: str
    second: str
    p: float
    delta: float
    interval: Interval
    magnitude: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several groups compared, in the order given; also those that were not tested.

    `h` is the statistic of Kruskal and Wallis (1952), corrected for ties, `df` its degrees of
    freedom, `p` from chi squared; `epsilon_squared` is H / (n - 1), 0 to 1 (Tomczak & Tomczak
    2014). `not_enough` says why nothing was tested.
    """

    groups: tuple[GroupFigures, ...]
    h: float | None = None
    df: int | None = None
    p: float | None = None
    epsilon_squared: float | None = None
    pairs: tuple[Pair, ...] = ()
    not_enough: str = ""


def compare(groups: Mapping[str, Sequence[float | None]], *, seed: int = 0) -> Comparison:
    """Compare groups of independent figures; their order within a group changes nothing.

    None and NaN are missing; groups with fewer than two figures are described and left out of the
    tests. `seed` is that of the bootstrap.

    Raises:
        MMAgentsError: if `mmagents[evaluation]` is not installed.
    """
    figures = {
        name: sorted(float(v) for v in values if v is not None and not math.isnan(v))
        for name, values in groups.items()
    }
    tested = {name: values for name, values in figures.items() if len(values) >= 2}
    not_enough = _not_enough(groups, tested)
    rank = {} if not_enough else _mean_ranks(tested)
    described = tuple(
        _group(name, figures[name], len(values) - len(figures[name]), rank.get(name), seed)
        for name, values in groups.items()
    )
    if not_enough:
        return Comparison(described, not_enough=not_enough)
    df = len(tested) - 1
    if len({values[end] for values in tested.values() for end in (0, -1)}) == 1:
        equal = [Pair(*two, 1.0, 0.0, (0.0, 0.0), "negligible") for two in combinations(tested, 2)]
        return Comparison(
            described, df=df, p=1.0, pairs=tuple(equal), not_enough="all values are equal"
        )
    h, p = map(float, library("scipy.stats").kruskal(*tested.values()))
    h = max(0.0, h)  # where mean ranks are the same, what is left of rounding may be below it
    epsilon_squared = min(1.0, h / (sum(map(len, tested.values())) - 1))
    return Comparison(described, h, df, p, epsilon_squared, _pairs(tested, seed))


def _not_enough(groups: Mapping[str, object], tested: Mapping[str, Sequence[float]]) -> str:
    if len(tested) < 2:
        what = "one group" if len(groups) == 1 else "fewer than two groups with two figures each"
        return f"not enough data: {what}"
    if wild := [repr(name) for name, values in tested.items() if not _tame(values)]:
        return f"figures that are infinite or beyond {LARGEST:g} in {', '.join(wild)}"
    return ""


def _tame(values: Sequence[float]) -> bool:
    return all(abs(end) <= LARGEST for end in (*values[:1], *values[-1:]))


def _mean_ranks(tested: Mapping[str, Sequence[float]]) -> Mapping[str, float | None]:
    pool = [value for values in tested.values() for value in values]
    ranks = iter(library("scipy.stats").rankdata(pool).tolist())
    return {name: mean([next(ranks) for _ in values]) for name, values in tested.items()}


def _group(
    name: str, values: Sequence[float], missing: int, mean_rank: float | None, seed: int
) -> GroupFigures:
    n = len(values)
    if not values or not _tame(values):
        return GroupFigures(name, n, missing, None, None, None, None, mean_rank)
    centre = values[0] if values[0] == values[-1] else math.fsum(values) / n
    squares = math.fsum((value - centre) ** 2 for value in values)
    sd = math.sqrt(squares / (n - 1)) if n > 1 else None
    interval = mean_interval(values, f"{seed}:{name}")
    return GroupFigures(name, n, missing, centre, sd, median(values), interval, mean_rank)


def _pairs(tested: Mapping[str, Sequence[float]], seed: int) -> tuple[Pair, ...]:
    p = library("scikit_posthocs").posthoc_dunn(list(tested.values()), p_adjust="bonferroni")
    return tuple(
        Pair(
            a, b, min(1.0, float(p.iat[i, j])),
            delta := cliffs_delta(tested[a], tested[b]),
            delta_interval(tested[a], tested[b], f"{seed}:{a}:{b}"), magnitude(delta),
        )
        for (i, a), (j, b) in combinations(enumerate(tested), 2)
    )  # fmt: skip


def phrase(found: Comparison) -> str:
    """Return a comparison in a sentence.

    Pairs are read only where H is significant at .05 (MMAgents, section 5); `a < b` says whose mean
    rank is lower, where Dunn's p is below .05 too.
    """
    if found.h is None or found.p is None or found.epsilon_squared is None:
        return f"Not tested: {found.not_enough}."
    tested = [group.name for group in found.groups if group.mean_rank is not None]
    said = (
        f"Kruskal-Wallis H({found.df}) = {found.h:.2f}, {p_in_words(found.p)}, "
        f"epsilon² = {_decimal(found.epsilon_squared)}"
    )
    if found.p < ALPHA:
        rank = {group.name: group.mean_rank or 0.0 for group in found.groups}
        pairs = sorted(found.pairs, key=lambda pair: pair.p >= ALPHA)
        said += f"; Dunn (Bonferroni): {', '.join(_pair(pair, rank) for pair in pairs)}"
    else:
        said += f"; no difference shown between {_listed(tested)}"
    if few := [group.name for group in found.groups if group.mean_rank is None]:
        said += f"; too few figures to test {_listed(few)}"
    if missing := sum(group.missing for group in found.groups):
        said += f"; missing: {missing} of {missing + sum(group.n for group in found.groups)}"
    return f"{said}."


def p_in_words(p: float) -> str:
    """Return p as it is written: p = .012, p < .001."""
    if p < 0.001:
        return "p < .001"
    return "p > .999" if 0.999 < p < 1 else f"p = {_decimal(p, 3)}"


def _pair(pair: Pair, rank: Mapping[str, float]) -> str:
    size = f"({p_in_words(pair.p)}, delta = {_decimal(pair.delta)}, {pair.magnitude})"
    if pair.p >= ALPHA:
        return f"no difference shown between {pair.first} and {pair.second} {size}"
    sign = "<" if rank[pair.first] < rank[pair.second] else ">"
    return f"{pair.first} {sign} {pair.second} {size}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def _decimal(value: float, digits: int = 2) -> str:
    """Return a number from -1 to 1 without the nought before its point: -.61, .00, 1.00."""
    text = f"{value:.{digits}f}"
    if not float(text):
        return f".{'0' * digits}"
    return text.replace("0.", ".", 1) if abs(float(text)) < 1 else text
