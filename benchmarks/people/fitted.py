"""A conditional logit, fitted: the weights under which those who spoke were likeliest to.

Written out here, with scipy's minimiser, since scikit-learn has no model in which the alternatives
are those who happen to be there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.optimize import minimize

from mmagents.groupchat.people import known_of
from mmagents.lab.turn_taking.places import Place

Array = Any
GROUPS = 14
"""Of conversations that are left out together, at most."""


def known_at(place: Place, features: Sequence[str]) -> Array:
    """Return what is known of each of those who might speak, one row each."""
    there = len(place.names) + 1
    rows = (known_of(name, place.heard.course, there) for name in place.names)
    return np.array([[row[one] for one in features] for row in rows])


def fitted(rows: Sequence[Array], spoke: Sequence[int], penalty: float) -> Array:
    """Return the weight of each feature.

    Args:
        rows: for each place what is known of each of those who might speak.
        spoke: for each place which of them did.
        penalty: half of which, times the squared weights of standardised features, is taken from
            the log-likelihood.
    """
    sizes = np.array([len(one) for one in rows])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    place, chosen, known = (
        np.repeat(np.arange(len(rows)), sizes),
        starts + spoke,
        np.concatenate(rows),
    )
    spread = known.std(axis=0)
    spread[spread == 0] = 1
    known = (known - known.mean(axis=0)) / spread

    def loss(weights: Array) -> tuple[float, Array]:
        scores = known @ weights
        top = np.maximum.reduceat(scores, starts)
        parts = np.exp(scores - top[place])
        whole = np.add.reduceat(parts, starts)
        gain = (scores[chosen] - top - np.log(whole)).sum() - penalty * weights @ weights / 2
        slope = known[chosen].sum(axis=0) - known.T @ (parts / whole[place]) - penalty * weights
        return -gain / len(rows), -slope / len(rows)

    found = minimize(loss, np.zeros(known.shape[1]), jac=True, method="L-BFGS-B")
    return found.x / spread


def chances_by(weights: Array, rows: Array) -> Array:
    """Return the chance of each of those who might speak."""
    scores = rows @ weights
    parts = np.exp(scores - scores.max())
    return parts / parts.sum()


def left_out(places: Sequence[Place], features: Sequence[str], penalty: float) -> list[Array]:
    """Return the chances at each place by weights fitted without its conversation.

    Of more than `GROUPS` conversations some are left out together.
    """
    rows = [known_at(place, features) for place in places]
    spoke = [place.names.index(place.spoke) for place in places]
    talks = sorted({place.conversation for place in places})
    group = {talk: at % GROUPS for at, talk in enumerate(talks)}
    of = [group[place.conversation] for place in places]
    found: list[Array] = [None] * len(places)
    for out in sorted(set(of)):
        others = [at for at, one in enumerate(of) if one != out]
        weights = fitted([rows[at] for at in others], [spoke[at] for at in others], penalty)
        for at, one in enumerate(of):
            if one == out:
                found[at] = chances_by(weights, rows[at])
    return found
