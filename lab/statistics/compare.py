"""Groups of figures compared as the paper does: Kruskal-Wallis, then Dunn with Bonferroni.

MMAgents, section 4.2 and 5. Beside the tests stand how large a difference is (epsilon squared,
Cliff's delta) and how sure one may be of a mean (bootstrap intervals). Tests come from scipy and
scikit-posthocs.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING, Any

from mmagents.errors import MMAgentsError
from mmagents.lab.statistics.sums import library, mean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Figures = Sequence[float] | NDArray[np.float64]


RESAMPLES = 9_999
"""Of every bootstrap interval."""
CELLS = 1_000_000
"""How many figures are drawn at once: it bounds memory to some ten megabytes."""
Z = 1.959963984540054
"""Two-sided 95 % point of the standard normal distribution."""
MAGNITUDES = ((0.147, "negligible"), (0.33, "small"), (0.474, "medium"), (math.inf, "large"))
"""Words for the size of Cliff's delta, each below its bound (Romano et al. 2006)."""
Interval = tuple[float, float]


def cliffs_delta(first: Figures, second: Figures) -> float:
    """Return Cliff's delta (1993), -1 to 1: P(first > second) - P(first < second).

    Raises:
        MMAgentsError: if either group is empty.
    """
    import numpy as np

    a, b = np.asarray(first, dtype=float), np.sort(np.asarray(second, dtype=float))
    if not len(a) or not len(b):
        raise MMAgentsError("Cliff's delta compares two groups: give each at least one figure.")
    below, not_above = np.searchsorted(b, a, "left"), np.searchsorted(b, a, "right")
    return float((below.sum() - (len(b) - not_above).sum()) / (len(a) * len(b)))


def magnitude(delta: float) -> str:
    """Return the size of Cliff's delta in a word (Romano et al. 2006)."""
    return next(word for bound, word in MAGNITUDES if abs(delta) < bound)


def mean_interval(values: Figures, seed: int | str = 0) -> Interval | None:
    """Return the 95 % bootstrap interval of a mean; None below two figures, a point if equal."""
    import numpy as np

    data = np.sort(np.asarray(values, dtype=float))
    if len(data) < 2:
        return None
    if data[0] == data[-1]:
        return float(data[0]), float(data[0])
    return bootstrap((data,), np.mean, f"{seed}:mean")


def delta_interval(first: Figures, second: Figures, seed: int | str = 0) -> Interval:
    """Return the 95 % bootstrap interval of Cliff's delta.

    Where two groups do not overlap, every resample has the same delta, and a bootstrap would be
    certain whatever the size of the groups. The interval then holds the deltas that the observed
    one does not refute, given the largest variance a delta can have, (1 - delta²) / n, n being the
    smaller group (Feng & Cliff 2004, equation 6): from (n - z²) / (n + z²) to 1, or its mirror.
    """
    import numpy as np

    delta = cliffs_delta(first, second)
    if abs(delta) == 1:
        n = min(len(first), len(second))
        low, high = sorted((delta, delta * (n - Z**2) / (n + Z**2)))
        return low, high
    a, drawn_a = np.unique(np.asarray(first, dtype=float), return_inverse=True)
    b, drawn_b = np.unique(np.asarray(second, dtype=float), return_inverse=True)
    above = np.sign(np.subtract.outer(a, b))
    if not above.any():
        return 0.0, 0.0

    def deltas(of_a: NDArray[Any], of_b: NDArray[Any], axis: int) -> NDArray[Any]:
        # A resample is how often each figure is drawn; delta is then a product with the signs.
        sums = ((_counts(of_a, len(a)) @ above) * _counts(of_b, len(b))).sum(axis=axis)
        return np.asarray(sums / (of_a.shape[axis] * of_b.shape[axis])).reshape(of_a.shape[:-1])

    return bootstrap((np.sort(drawn_a), np.sort(drawn_b)), deltas, f"{seed}:delta")


def bootstrap(data: tuple[NDArray[Any], ...], statistic: Callable[..., Any], seed: str) -> Interval:
    """Return the 95 % bootstrap interval of a statistic of samples of two finite figures or more.

    It is bias-corrected and accelerated (BCa: Efron 1987), and of percentiles where that is not
    defined. `statistic` takes as many arrays as there are samples, and the axis to work along.
    """
    import numpy as np

    stats = library("scipy.stats")
    settings = {"vectorized": True, "batch": max(1, CELLS // max(map(len, data)))}
    rng = np.random.default_rng(random.Random(seed).getrandbits(128))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)  # BCa not defined: see below
        plain = stats.bootstrap(
            data, statistic, method="percentile", n_resamples=RESAMPLES, rng=rng, **settings
        )
        found = stats.bootstrap(
            data, statistic, method="BCa", n_resamples=0, bootstrap_result=plain, **settings
        ).confidence_interval
    if not (math.isfinite(found.low) and math.isfinite(found.high)):
        found = plain.confidence_interval
    return float(found.low), float(found.high)


def _counts(drawn: NDArray[Any], values: int) -> NDArray[np.float64]:
    """Return how often each of `values` indices stands in each row; a row a resample."""
    import numpy as np

    rows = drawn.reshape(-1, drawn.shape[-1]).astype(np.int64)
    cells = (rows + np.arange(len(rows))[:, None] * values).ravel()
    counts = np.bincount(cells, minlength=len(rows) * values)
    return counts.reshape(len(rows), values).astype(np.float64)


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
