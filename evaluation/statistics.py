"""Groups of figures compared as the paper does: Kruskal-Wallis, then Dunn with Bonferroni.

MMAgents, section 4.2 and 5. Beside the tests stand how large a difference is (epsilon squared,
Cliff's delta) and how sure one may be of a mean (bootstrap intervals). Tests come from scipy and
scikit-posthocs.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 2_000
"""Of every bootstrap interval."""
LEVEL = 0.95
MAGNITUDES = ((0.147, "negligible"), (0.33, "small"), (0.474, "medium"), (math.inf, "large"))
"""Words for the size of Cliff's delta, each below its bound (Romano et al. 2006)."""
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Group:
    """What one group is like.

    Attributes:
        n: how many figures there are.
        missing: how many were missing and left out.
        mean, sd, median: None for an empty group; sd is that of a sample, None below two figures.
        interval: of the mean, 95 %, by bootstrap (bias-corrected and accelerated; percentile where
            that is not defined); None below two figures.
    """

    name: str
    n: int
    missing: int
    mean: float | None
    sd: float | None
    median: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Pair:
    """How two groups differ.

    Attributes:
        p: Dunn's test (1964), corrected for all pairs after Bonferroni, at most 1.
        delta: Cliff's delta (1993): how much oftener a figure of `first` is above one of `second`
            than below it, -1 to 1.
        interval: of delta, 95 %, by percentile bootstrap.
        magnitude: delta in a word (Romano et al. 2006).
    """

    first: str
    second: str
    p: float
    delta: float
    interval: Interval
    magnitude: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several groups compared.

    Attributes:
        h: the statistic of Kruskal and Wallis (1952), corrected for ties; None if not tested.
        df: its degrees of freedom.
        p: its p; 1 where all figures are equal.
        epsilon_squared: H / (n - 1), 0 to 1 (Tomczak & Tomczak 2014).
        not_enough: why nothing was tested; empty if it was.
    """

    groups: tuple[Group, ...]
    h: float | None = None
    df: int | None = None
    p: float | None = None
    epsilon_squared: float | None = None
    pairs: tuple[Pair, ...] = ()
    not_enough: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return asdict(self)


def compare(groups: Mapping[str, Sequence[float | None]], *, seed: int = 0) -> Comparison:
    """Compare groups of independent figures.

    Args:
        groups: figures by group; None and NaN are missing. Groups without figures, or with one, are
            described and left out of the tests.
        seed: of the bootstrap.
    """
    import numpy as np

    figures = {
        name: np.array([v for v in values if v is not None and not math.isnan(v)], dtype=float)
        for name, values in groups.items()
    }
    described = tuple(
        _group(name, figures[name], len(values) - len(figures[name]), seed)
        for name, values in groups.items()
    )
    tested = {name: values for name, values in figures.items() if len(values) >= 2}
    if len(tested) < 2:
        what = "one group" if len(groups) == 1 else "fewer than two groups with two figures each"
        return Comparison(described, not_enough=f"not enough data: {what}")
    if len({float(value) for values in tested.values() for value in values}) == 1:
        return Comparison(
            described,
            df=len(tested) - 1,
            p=1.0,
            pairs=tuple(
                Pair(a, b, 1.0, 0.0, (0.0, 0.0), "negligible") for a, b in combinations(tested, 2)
            ),
            not_enough="all values are equal",
        )
    from scipy import stats

    h, p = map(float, stats.kruskal(*tested.values()))
    n = sum(map(len, tested.values()))
    return Comparison(
        described, h, len(tested) - 1, p, h / (n - 1), _pairs(tested, seed)
    )  # fmt: skip


def _group(name: str, values: NDArray[np.float64], missing: int, seed: int) -> Group:
    import numpy as np

    n = len(values)
    return Group(
        name,
        n,
        missing,
        float(np.mean(values)) if n else None,
        float(np.std(values, ddof=1)) if n > 1 else None,
        float(np.median(values)) if n else None,
        mean_interval(values, seed),
    )


def mean_interval(values: Sequence[float] | NDArray[np.float64], seed: int = 0) -> Interval | None:
    """Return the 95 % bootstrap interval of a mean, or None below two figures."""
    import numpy as np
    from scipy import stats

    data = np.asarray(values, dtype=float)
    if len(data) < 2:
        return None
    if np.all(data == data[0]):
        return float(data[0]), float(data[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says so where BCa is not defined; then see below
        for method in ("BCa", "percentile"):
            found = stats.bootstrap(
                (data,), np.mean, n_resamples=RESAMPLES, confidence_level=LEVEL, method=method,
                rng=np.random.default_rng(seed), vectorized=True,
            ).confidence_interval  # fmt: skip
            if math.isfinite(found.low) and math.isfinite(found.high):
                break
    return float(found.low), float(found.high)


def _pairs(tested: Mapping[str, NDArray[np.float64]], seed: int) -> tuple[Pair, ...]:
    import scikit_posthocs

    names = list(tested)
    p = scikit_posthocs.posthoc_dunn(list(tested.values()), p_adjust="bonferroni").to_numpy()
    return tuple(
        Pair(
            names[a], names[b], min(1.0, float(p[a, b])),
            delta := cliffs_delta(tested[names[a]], tested[names[b]]),
            delta_interval(tested[names[a]], tested[names[b]], seed), magnitude(delta),
        )
        for a, b in combinations(range(len(names)), 2)
    )  # fmt: skip


def cliffs_delta(first: Sequence[float] | Any, second: Sequence[float] | Any) -> float:
    """Return Cliff's delta, -1 to 1: P(first > second) - P(first < second)."""
    import numpy as np

    a, b = np.asarray(first, dtype=float), np.sort(np.asarray(second, dtype=float))
    below, not_above = np.searchsorted(b, a, "left"), np.searchsorted(b, a, "right")
    return float((below.sum() - (len(b) - not_above).sum()) / (len(a) * len(b)))


def delta_interval(first: Sequence[float] | Any, second: Any, seed: int = 0) -> Interval:
    """Return the 95 % percentile bootstrap interval of Cliff's delta."""
    import numpy as np

    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    above = np.sign(a[:, None] - b[None, :])
    rng = np.random.default_rng(seed)
    # A resample is how often each figure is drawn; delta is then a product with the signs.
    of_a = rng.multinomial(len(a), np.full(len(a), 1 / len(a)), RESAMPLES)
    of_b = rng.multinomial(len(b), np.full(len(b), 1 / len(b)), RESAMPLES)
    deltas = ((of_a @ above) * of_b).sum(axis=1) / (len(a) * len(b))
    low, high = np.quantile(deltas, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def magnitude(delta: float) -> str:
    """Return the size of Cliff's delta in a word (Romano et al. 2006)."""
    return next(word for bound, word in MAGNITUDES if abs(delta) < bound)


def phrase(found: Comparison) -> str:
    """Return a comparison in a sentence."""
    if found.h is None:
        return f"Not tested: {found.not_enough}."
    assert found.p is not None
    assert found.epsilon_squared is not None
    head = (
        f"Kruskal-Wallis H({found.df}) = {found.h:.2f}, {p_in_words(found.p)}, "
        f"epsilon² = {found.epsilon_squared:.2f}"
    )
    sure = [pair for pair in found.pairs if pair.p < 0.05]
    if not sure:
        return f"{head}; no pair differs (Dunn, Bonferroni)."
    said = "; ".join(
        f"{pair.first} {'>' if pair.delta > 0 else '<'} {pair.second} "
        f"({p_in_words(pair.p)}, delta = {pair.delta:.2f}, {pair.magnitude})"
        for pair in sure
    )
    return f"{head}; Dunn with Bonferroni: {said}."


def p_in_words(p: float) -> str:
    """Return p as it is written: p = .012, p < .001."""
    return "p < .001" if p < 0.001 else f"p = {p:.3f}".replace("0.", ".", 1)
