"""What the rules of the floor are given, and what they give: values, nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mmagents.nodes.state import Bid, OpenPair, Rule


@dataclass(frozen=True, slots=True)
class Round:
    """All that the rules may look at.

    Attributes:
        turn: the turn to be given, from 1.
        seats: ids of all who are played, in order of the cast; at least one.
        bids: one a seat.
        previous: who spoke last, or None at the first turn.
        pair: the first pair part of the last turn, or None.
        named: who was named in the last turn, in that order, its speaker excepted.
        silent_for: by seat, how many turns ago it last spoke; 0 for the last speaker.
        talkativeness: by seat, 0-1; `TALKATIVENESS` for seats left out.
        nominated: whom a moderator named; None where none was asked.
    """

    turn: int
    seed: int
    seats: Sequence[str]
    bids: Sequence[Bid]
    previous: str | None
    pair: OpenPair | None
    named: tuple[str, ...] = ()
    silent_for: Mapping[str, int] = field(default_factory=dict)
    talkativeness: Mapping[str, float] = field(default_factory=dict)
    nominated: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Who has the floor, by which rule, and why."""

    speaker: str
    rule: Rule
    reason: str
    tie: tuple[str, ...] = ()
    due: OpenPair | None = None
