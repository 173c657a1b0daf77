"""Adjacency pairs as arcs beside the talk: which lane each takes, row by row. Pure.

An arc begins at a first pair part and ends at the turn that closed it. It takes the lane nearest to
the talk that is free over all its rows, so that arcs never lie on one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mmagents.nodes.record import TurnRow
from mmagents.showing.wording import ends

LANES = 5
"""Lanes at most; what finds none is marked on its turn alone."""
OPEN = "open"


@dataclass(frozen=True, slots=True)
class Arc:
    """A pair: where it begins and ends among the rows, and how it ended; `end` is None if open."""

    start: int
    end: int | None
    how: str


@dataclass(frozen=True, slots=True)
class Piece:
    """What is drawn in one lane of one row."""

    part: Literal["start", "through", "end"]
    how: str


def arcs_of(rows: Sequence[TurnRow]) -> list[Arc]:
    """Return the pairs of some rows in order; a pair whose end is not among them is open there."""
    place = {row["turn"]: at for at, row in enumerate(rows)}
    ended = ends(rows)
    found = []
    for at, row in enumerate(rows):
        if not row["first_pair_part"] or not row["addressees"]:
            continue
        turn, how = ended.get(row["turn"], (None, OPEN))
        found.append(Arc(at, place[turn] if turn is not None else None, how))
    return found


def lanes(rows: Sequence[TurnRow]) -> list[tuple[Piece | None, ...]]:
    """Return for each row what stands in each lane, the lane nearest to the talk first."""
    drawn: list[dict[int, Piece]] = [{} for _ in rows]
    for arc in arcs_of(rows):
        last = arc.end if arc.end is not None else arc.start
        span = range(arc.start, last + 1)
        lane = next((n for n in range(LANES) if not any(n in drawn[at] for at in span)), None)
        if lane is None:
            continue
        for at in span:
            part: Literal["start", "through", "end"] = "through"
            if at == arc.start:
                part = "start"
            elif at == last:
                part = "end"
            drawn[at][lane] = Piece(part, arc.how)
    return [tuple(row.get(lane) for lane in range(LANES)) for row in drawn]
