"""Natural language inference between triplets: which cannot both be true (SDR, section 2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mmagents.analysts.repair.triplets.triplets import Triplet
from mmagents.interfaces.repair import About
from mmagents.interfaces.view import KnownFact

NEAR = 5
"""Minutes by which somebody may be early or late somewhere without a contradiction."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A triplet that contradicts what was there before; `score` is 0-1."""

    premise: Triplet
    hypothesis: Triplet
    score: float


class Inference(Protocol):
    """Finds the clashes between what was there before and a candidate."""

    async def __call__(
        self, premises: Sequence[Triplet], hypotheses: Sequence[Triplet], about: About
    ) -> list[Clash]:
        """Return the clashes, the clearest first."""


async def by_rules(
    premises: Sequence[Triplet], hypotheses: Sequence[Triplet], about: About
) -> list[Clash]:
    """Return what the rules know to be incompatible.

    The same person at the same time in another place; the same fact affirmed and denied; two facts
    that the story says cannot both be true.
    """
    known = {fact.id: fact for fact in about.view.known}
    return [
        Clash(premise, one, 1.0)
        for one in hypotheses
        for premise in premises
        if _facts_clash(premise, one, known)
        or (_places_clash(premise, one) and not _was_there(one, premise, premises))
    ]


def _facts_clash(one: Triplet, other: Triplet, known: dict[str, KnownFact]) -> bool:
    if not one.fact or not other.fact:
        return False
    if one.fact == other.fact:
        return one.denied != other.denied
    both = not one.denied and not other.denied
    return both and any(
        pair[0] in known and pair[1] in known[pair[0]].contradicts
        for pair in ((one.fact, other.fact), (other.fact, one.fact))
    )


def _places_clash(one: Triplet, other: Triplet) -> bool:
    if not one.place or one.subject != other.subject or not one.overlaps(other):
        return False
    if one.denied and other.denied:
        return False
    same = one.place == other.place
    return same if one.denied or other.denied else not same


def _was_there(claim: Triplet, other: Triplet, premises: Sequence[Triplet]) -> bool:
    """Tell whether, while `other` puts the person elsewhere, its source has it there as well."""
    if claim.denied or claim.at is None or other.at is None:
        return False
    first, last = max(claim.at, other.at), min(claim.last, other.last)
    return any(
        one.source == other.source and one.subject == claim.subject and one.place == claim.place
        and one.at is not None and not one.denied
        and one.at - NEAR <= first and last <= one.last + NEAR
        for one in premises
    )  # fmt: skip
