"""In which pieces a turn was said, and when: units of a game, or what a recording tells of it."""

from __future__ import annotations

from typing import NamedTuple

from mmagents.nodes.record import TurnRow


class Piece(NamedTuple):
    """A piece of a turn.

    Attributes:
        upto: the character of the row's text at which it ends; it begins where the one before ends.
        start, end: in seconds, as the row has them.
    """

    upto: int
    start: float
    end: float


def pieces_in(row: TurnRow) -> list[Piece]:
    """Return the pieces of a turn, in order; none where nobody knows them."""
    units = row.get("units")
    if units is not None and "times" in units:
        spans = zip(units["ends"], units["times"], strict=True)
        return [Piece(upto, start, end) for upto, (start, end) in spans]
    kept = row.get("recorded", {}).get("pieces", ())
    return [Piece(int(upto), start, end) for upto, start, end in kept]
