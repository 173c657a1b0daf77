"""Insertion sequences: a question about a question, which is answered first. Pure.

Whoever is asked may have to ask back before they can answer ("Which lamp?"). The first pair part
of the base sequence then waits: it neither lapses nor loses its place, and once what was asked back
is answered it is due again (Schegloff 2007, chapter 6). What was asked back may itself be asked
about, to any depth.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from mmagents.floor.adjacency import QUESTIONS, Designation, FirstPairPart, Obligation

ASKING_BACK: frozenset[FirstPairPart] = QUESTIONS | {"request"}
"""First pair parts that may begin an insertion sequence: "Which one?", "Say that again, please"."""


def base_of(
    open_pairs: Sequence[Obligation], found: Designation, speaker: str
) -> Obligation | None:
    """Return what a turn would ask about: the latest thing its addressee has put to its speaker.

    None unless it ends on a question or a request to one person alone who waits for this speaker.

    Args:
        open_pairs: what was open before the turn.
        found: what the turn does to the floor.
        speaker: whose turn it is.
    """
    if found.first_pair_part not in ASKING_BACK or len(found.addressees) != 1:
        return None
    [asker] = found.addressees
    put = [one for one in open_pairs if one.by == asker and one.waits_for(speaker)]
    return put[-1] if put else None


def waiting(open_pairs: Sequence[Obligation]) -> set[tuple[int, int]]:
    """Return which pairs wait, as (turn, nth): those into which one that is open is inserted."""
    return {one.within for one in open_pairs if one.within is not None}


def after_insertions(
    before: Sequence[Obligation],
    still: Sequence[Obligation],
    turn: int,
    taken: Collection[Obligation],
) -> list[Obligation]:
    """Return what is open after a turn, those that waited with the turn they waited for.

    What waits for nothing any more is due again from the next turn on, if that was taken up and did
    not merely lapse.

    Args:
        before: what was open before the turn.
        still: what is open after it, in order.
        turn: its number.
        taken: what it took up.
    """
    waited, waits = waiting(before), waiting(still)
    answered = {one.within for one in taken}
    found = []
    for pair in still:
        key = pair.turn, pair.nth
        held = pair.held + (pair.turn < turn and key in waited | waits)
        due = key in answered and key not in waits
        found.append(replace(pair, held=held, again=turn if due else pair.again))
    return found
