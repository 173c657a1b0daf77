"""Which way an improvising seat leans in a story with a verdict, and what it makes of that."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.interfaces.view import KnownFact
from mmagents.players.improv.state.mind import Mind

_OWN_CAUSE = 6.0
"""What it counts that an option is oneself."""
_OWN_SIDE = 2.5
"""What it counts that an option stands on one's own side, or is that side."""
_PARTY = 60.0
"""What it counts that an option is the side one can never leave."""
_LIKING = 0.3
"""What a point of liking, -10 to 10, counts for the person it is felt for."""
_BELIEF = 0.1
"""What a point of belief beyond 50, of 100, counts for the option it favours."""
_ARGUMENT = 1.0
"""What a point of an argument, -3 to 3, counts."""


def leanings(mind: Mind) -> dict[str, float]:
    """Return by option of the verdict how much this seat is for it; empty in a mystery.

    Arguments count that it knows of, its beliefs, who is on its side, and whom it likes.
    """
    view = mind.view
    if view.public.verdict is None:
        return {}
    weights = {option: 0.0 for option in view.public.verdict.options}
    for fact in view.known:
        if not fact.cover_story:
            for option, weight in fact.supports.items():
                weights[option] += _ARGUMENT * weight
    for belief in view.sheet.beliefs:
        if belief.favours in weights:
            weights[belief.favours] += _BELIEF * (belief.score - 50)
    own_side = view.sides.get(mind.seat)
    for option in weights:
        weights[option] += _OWN_CAUSE * (option == mind.seat) + _PARTY * (option == mind.bound_to)
        weights[option] += _OWN_SIDE * (own_side in (option, view.sides.get(option, "")))
        weights[option] += _LIKING * mind.liking(option)
    return weights


def favourite(mind: Mind) -> str | None:
    """Return the option this seat is most for, or None in a mystery."""
    weights = leanings(mind)
    return max(sorted(weights), key=lambda one: weights[one], default=None)


def camp_leanings(mind: Mind, camps: Sequence[str]) -> dict[str, float]:
    """Return by camp how much this seat is for the best option that stands in it, or 0."""
    weights, sides = leanings(mind), mind.view.sides
    own = sides.get(mind.seat)
    found: dict[str, list[float]] = {camp: [] for camp in camps}
    for option, weight in weights.items():
        for camp in (one for one in camps if one in (option, sides.get(option))):
            found[camp].append(weight - _OWN_SIDE * (own in (option, sides.get(option))))
    return {camp: max(one, default=0.0) for camp, one in found.items()}


def arguments(mind: Mind, option: str, sign: int = 1) -> list[KnownFact]:
    """Return the known arguments for an option, the strongest first; with `sign` -1, against it.

    Chance decides between equals, so that not everybody gives the same reasons.
    """
    found = [
        fact
        for fact in mind.view.known
        if sign * fact.supports.get(option, 0) > 0 and not fact.cover_story
    ]
    chance = {fact.id: mind.lot(f"argument {fact.id}").random() for fact in found}
    return sorted(found, key=lambda fact: (-sign * fact.supports[option], chance[fact.id]))
