"""Two log-linear models over features that are there or not, fitted with scipy's minimiser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

Array = Any
Features = Collection[str]


def known(rows: Iterable[Features], least: int) -> dict[str, int]:
    """Return the column of each feature that is in at least `least` rows."""
    count = Counter(one for row in rows for one in row)
    return {one: at for at, one in enumerate(sorted(o for o, n in count.items() if n >= least))}


def matrix(rows: Sequence[Features], columns: dict[str, int]) -> Any:
    """Return rows of features as a sparse matrix of ones."""
    found = [sorted(columns[one] for one in row if one in columns) for row in rows]
    starts = np.concatenate([[0], np.cumsum([len(one) for one in found])])
    places = np.concatenate([np.array(one, dtype=np.int64) for one in found])
    shape = (len(rows), len(columns))
    return csr_matrix((np.ones(len(places), np.float32), places, starts), shape=shape)


class Fit(NamedTuple):
    """A multinomial logit: its columns, the weights (features x classes), and the base's weight."""

    columns: dict[str, int]
    weights: Array
    base: float

    def scores(self, rows: Sequence[Features], base: Array | None = None) -> Array:
        """Return the score of each class in each row, `base` being what it builds on."""
        own = matrix(rows, self.columns) @ self.weights
        return own if base is None else own + self.base * base


def fitted_classes(
    rows: Sequence[Features],
    classes: Array,
    penalty: float,
    least: int,
    base: Array | None = None,
    rounds: int = 60,
) -> Fit:
    """Return a multinomial logit of the classes on features.

    Args:
        rows: the features of each line.
        classes: the number of the right class of each; every class is in them or in `base`.
        penalty: half of which, times the squared weights, is taken from the log-likelihood.
        least: in how many rows a feature must be.
        base: scores that it builds on (rows x classes), with a weight of its own.
        rounds: the most rounds of the minimiser.
    """
    columns = known(rows, least)
    found = matrix(rows, columns)
    turned = found.T.tocsr()
    count = base.shape[1] if base is not None else int(classes.max()) + 1
    at = np.arange(len(rows))

    def loss(flat: Array) -> tuple[float, Array]:
        weights = flat[:-1].reshape(len(columns), count)
        scores = found @ weights
        if base is not None:
            scores = scores + flat[-1] * base
        scores = scores - scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        gain = np.log(chances[at, classes]).sum() - penalty * (weights**2).sum() / 2
        chances[at, classes] -= 1
        slope = (turned @ chances + penalty * weights).ravel()
        return -gain, np.append(slope, 0.0 if base is None else (chances * base).sum())

    start = np.zeros(len(columns) * count + 1)
    start[-1] = 1
    options = {"maxiter": rounds, "ftol": 1e-6}
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x
    return Fit(columns, best[:-1].reshape(len(columns), count), float(best[-1]))


def fitted_choice(
    places: Sequence[Sequence[Features]], chosen: Sequence[int], penalty: float, least: int
) -> dict[str, float]:
    """Return the weights of a conditional logit, by feature.

    Args:
        places: for each choice the features of each candidate.
        chosen: for each which of them was right.
        penalty: as in :func:`fitted_classes`.
        least: of how many candidates a feature must be.
    """
    rows = [one for there in places for one in there]
    columns = known(rows, least)
    found = matrix(rows, columns)
    sizes = np.array([len(there) for there in places])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    place, right = np.repeat(np.arange(len(places)), sizes), starts + np.array(chosen)

    def loss(weights: Array) -> tuple[float, Array]:
        scores = found @ weights
        top = np.maximum.reduceat(scores, starts)
        parts = np.exp(scores - top[place])
        whole = np.add.reduceat(parts, starts)
        gain = (scores[right] - top - np.log(whole)).sum() - penalty * weights @ weights / 2
        off = parts / whole[place]
        off[right] -= 1
        return -gain, found.T @ off + penalty * weights

    best = minimize(loss, np.zeros(len(columns)), jac=True, method="L-BFGS-B").x
    return {one: float(best[at]) for one, at in columns.items()}
