"""Two log-linear models over features that are there or not, fitted with scipy's minimiser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
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
    """A multinomial logit: its columns and the weights (features x classes)."""

    columns: dict[str, int]
    weights: Array

    def scores(self, rows: Sequence[Features]) -> Array:
        """Return the score of each class in each row."""
        return matrix(rows, self.columns) @ self.weights


def fitted_classes(
    rows: Sequence[Features],
    classes: Array,
    penalty: Callable[[str], float],
    least: int,
    counts: Array | None = None,
    rounds: int = 60,
) -> Fit:
    """Return a multinomial logit of the classes on features.

    Args:
        rows: the features of each line.
        classes: the number of the right class of each; every class is in them.
        penalty: of a feature; half of which, times its squared weights, is taken from the
            log-likelihood.
        least: in how many rows a feature must be.
        counts: how much each row counts; 1 unless given.
        rounds: the most rounds of the minimiser.
    """
    columns = known(rows, least)
    bare = matrix(rows, columns)
    scale = np.array([penalty(one) for one in columns]) ** -0.5
    found = csr_matrix((scale[bare.indices], bare.indices, bare.indptr), shape=bare.shape)
    turned, at, count = found.T.tocsr(), np.arange(len(rows)), int(classes.max()) + 1
    much = np.ones(len(rows)) if counts is None else counts

    def loss(flat: Array) -> tuple[float, Array]:
        weights = flat.reshape(len(columns), count)
        scores = found @ weights
        scores = scores - scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        chances /= chances.sum(axis=1, keepdims=True)
        gain = much @ np.log(chances[at, classes]) - (weights**2).sum() / 2
        chances[at, classes] -= 1
        return -gain, (turned @ (chances * much[:, None]) + weights).ravel()

    start = np.zeros(len(columns) * count)
    options = {"maxiter": rounds, "ftol": 1e-6}
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options=options).x
    return Fit(columns, best.reshape(len(columns), count) * scale[:, None])


def fitted_choice(
    places: Sequence[Sequence[Features]],
    chosen: Sequence[int],
    penalty: Callable[[str], float],
    least: int,
    counts: Array | None = None,
) -> dict[str, float]:
    """Return the weights of a conditional logit, by feature.

    Args:
        places: for each choice the features of each candidate.
        chosen: for each which of them was right.
        penalty: of a feature; half of which, times its squared weight, is taken from the
            log-likelihood.
        least: of how many candidates a feature must be.
        counts: how much each choice counts; 1 unless given.
    """
    rows = [one for there in places for one in there]
    columns = known(rows, least)
    bare = matrix(rows, columns)
    scale = np.array([penalty(one) for one in columns]) ** -0.5
    found = csr_matrix((scale[bare.indices], bare.indices, bare.indptr), shape=bare.shape)
    turned = found.T.tocsr()
    sizes = np.array([len(there) for there in places])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    place, right = np.repeat(np.arange(len(places)), sizes), starts + np.array(chosen)
    much = np.ones(len(places)) if counts is None else counts

    def loss(weights: Array) -> tuple[float, Array]:
        scores = found @ weights
        top = np.maximum.reduceat(scores, starts)
        parts = np.exp(scores - top[place])
        whole = np.add.reduceat(parts, starts)
        gain = much @ (scores[right] - top - np.log(whole)) - weights @ weights / 2
        off = parts / whole[place]
        off[right] -= 1
        return -gain, turned @ (off * much[place]) + weights

    best = minimize(loss, np.zeros(len(columns)), jac=True, method="L-BFGS-B").x * scale
    return {one: float(best[at]) for one, at in columns.items()}
