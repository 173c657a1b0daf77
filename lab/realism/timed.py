"""When turns begin: overlaps, gaps and interruptions of speech; pauses between messages of a chat.

The offset of a change is the start of the next speaker's run less the end of the run before: below
0 an overlap, above it a gap (Heldner & Edlund 2010; on answers Stivers et al. 2009).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from mmagents.lab.realism.sequence import folded
from mmagents.lab.realism.turns import Talk, Turn
from mmagents.lab.statistics.sums import quantile, ratio

INTO = 0.5
"""Seconds before the end of the other's turn: what begins so early or earlier is no overlap at a
turn's end, which lasts about as long as a syllable or two (Jefferson 1986). Ours."""


class Begun(NamedTuple):
    """How the next speaker began.

    Attributes:
        offset: in seconds; below 0 in overlap.
        goes_on: whether they still speak when the one before has ended.
    """

    offset: float
    goes_on: bool


def begun(talk: Talk) -> Iterator[Begun]:
    """Yield how each change of speaker began; nothing of a chat or where times are unknown."""
    if not talk.timed:
        return
    for stretch in talk.stretches:
        for before, after in pairwise(folded(stretch)):
            ended = max(turn.end or 0.0 for turn in before)
            starts = min(turn.start or 0.0 for turn in after)
            yield Begun(starts - ended, max(turn.end or 0.0 for turn in after) > ended)


def in_overlap(talk: Talk) -> float | None:
    """Return the share of changes of speaker that begin before the one before has ended."""
    found = [one.offset < 0 for one in begun(talk)]
    return ratio(sum(found), len(found))


def offset(talk: Talk) -> float | None:
    """Return the median offset of the changes of speaker, in seconds."""
    return quantile((one.offset for one in begun(talk)), 0.5)


def gap(talk: Talk) -> float | None:
    """Return the median of the offsets that are gaps, in seconds."""
    return quantile((one.offset for one in begun(talk) if one.offset > 0), 0.5)


def interruptions(talk: Talk) -> float | None:
    """Return the share of changes that begin well inside the other's turn and outlast it."""
    found = [one.offset <= -INTO and one.goes_on for one in begun(talk)]
    return ratio(sum(found), len(found))


def yields(talk: Talk) -> float | None:
    """Return, of the changes begun in overlap, the share in which the one before goes on longer."""
    found = [not one.goes_on for one in begun(talk) if one.offset < 0]
    return ratio(sum(found), len(found))


def pause(talk: Talk, share: float) -> float | None:
    """Return a quantile of the seconds between the messages of a chat, where times are known.

    What counts is when they were sent: their ends, or the one time that most files have of each.
    """
    if talk.medium == "speech":
        return None
    found = [
        sent(after) - sent(before)
        for stretch in talk.stretches
        for before, after in pairwise(stretch)
        if after.measured and before.start is not None and after.start is not None
    ]
    return quantile(found, share)


def sent(message: Turn) -> float:
    """Return when a message was sent, in seconds: at its end, where that is known."""
    return (message.start or 0.0) if message.end is None else message.end
