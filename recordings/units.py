"""The units of turns in tiers, as ELAN and Praat hold them: intervals within that of their turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mmagents.recordings.exact import tier_text
from mmagents.recordings.recording import Unit, Utterance

UNIT = "unit"
"""What a tier of units is called, before the @ and a speaker's name."""


class Piece(NamedTuple):
    """A unit as a tier holds it: when it was said, in seconds, and its words."""

    start: float
    end: float
    text: str


def pieces_of(one: Utterance, keep: str = "") -> list[Piece]:
    """Return the units of an utterance as a tier holds them, to the millisecond.

    There are none if they lie in no order, outside of the utterance, or last less than a
    millisecond.
    """
    found, upto, ended = list[Piece](), 0, one.start or 0.0
    for unit in one.units:
        start, end = round(unit.start, 3), round(unit.end, 3)
        if not ended <= start < end <= (one.end or 0.0):
            return []
        found.append(Piece(start, end, tier_text(one.text[upto : unit.upto], keep)))
        upto, ended = unit.upto, end
    return found


def units_in(text: str, pieces: Sequence[Piece]) -> tuple[Unit, ...]:
    """Return the units that the pieces of a text are; none if they are not all of its words."""
    found: list[Unit] = []
    upto = 0
    for piece in pieces:
        at = text.find(piece.text, upto)
        if at < 0 or text[upto:at].strip():
            return ()
        upto = at + len(piece.text)
        found.append(Unit(upto, piece.start, piece.end))
    return tuple(found) if upto == len(text) else ()
