"""How large a difference is, and how sure one may be of it: Cliff's delta, bootstrap intervals."""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mmagents.errors import MMAgentsError
from mmagents.lab.statistics.sums import library

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
