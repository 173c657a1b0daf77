"""What the rules of the floor are given, and what they give: values, nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mmagents.floor.adjacency import Obligation
from mmagents.floor.bids import Bid


@dataclass(frozen=True, slots=True)
class Situation:
    """All that the rules may look at as they give one turn.

    Attributes:
        turn: the turn to be given, from 1.
        seed: whatever is drawn by lot is drawn from it and the turn.
        seats: ids of all who are present, in order of the cast; at least one.
        bids: one a seat.
        previous: who spoke last in this talk, or None at its first turn.
        pair: the first pair part of the last turn, or None.
        named: who was named in the last turn, in that order, its speaker excepted.
        silent_for: by seat, how many turns ago it last spoke; 0 for the last speaker.
        talkativeness: by seat, 0-1; `TALKATIVENESS` for seats left out.
        nominated: whom a moderator named; None where none was asked.
        opener: who asked for this talk, or None.
        order: those who speak in an order of their own in this talk; empty without one.
        given: how many turns of this talk that order has given.
    """

    turn: int
    seed: int
    seats: Sequence[str]
    bids: Sequence[Bid]
    previous: str | None
    pair: Obligation | None
    named: tuple[str, ...] = ()
    silent_for: Mapping[str, int] = field(default_factory=dict)
    talkativeness: Mapping[str, float] = field(default_factory=dict)
    nominated: str | None = None
    opener: str | None = None
    order: tuple[str, ...] = ()
    given: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """Who has the floor, by which rule, and why.

    Attributes:
        speaker: id of one of the seats.
        rule: code of the rule (see :mod:`mmagents.floor.rules`).
        reason: why, in words, for the ledger.
        tie: the seats between which the lot was cast; empty without a tie.
        due: the first pair part that the speaker owes a second to, or None.
    """

    speaker: str
    rule: str
    reason: str
    tie: tuple[str, ...] = ()
    due: Obligation | None = None


def silences(speakers: Sequence[str], seats: Sequence[str]) -> dict[str, int]:
    """Return by seat how many turns ago it last spoke, 0 for the last speaker.

    Who has not spoken yet counts as having spoken just before the first turn.

    Args:
        speakers: of all turns, oldest first; whoever has no seat is among them.
        seats: those to be told of.
    """
    last: dict[str, int] = {}
    for ago, speaker in enumerate(reversed(speakers)):
        if speaker in seats:
            last.setdefault(speaker, ago)
        if len(last) == len(seats):
            break
    return {seat: last.get(seat, len(speakers)) for seat in seats}
