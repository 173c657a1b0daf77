"""When things were said: turns as bars on their speakers' lanes, in virtual time. Pure.

It works on rows that have a `start`: those of games played with units, and imported talk. What was
done beside the talk has no time of its own and stands where the next words begin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mmagents.nodes.record import BACKCHANNEL, RECORDED, Cut, TurnRow, pieces_in

SHORTEST = 0.1
"""Seconds that a bar lasts at least, so that what has no end, or ends at once, can be seen."""
SEVERAL = 2
"""So many voices at once are an overlap."""


class Span(NamedTuple):
    """From when to when, in seconds from the first word."""

    start: float
    end: float

    @property
    def lasts(self) -> float:
        """How long, in seconds."""
        return self.end - self.start


class Bar(NamedTuple):
    """A turn on its speaker's lane.

    Attributes:
        turn: its number in the record.
        seat: whose lane.
        span: from its first word to its last.
        units: when each of its units was said; the span alone where no units are known.
        cut: by whom and by which rule it was cut, or None.
    """

    turn: int
    seat: str
    span: Span
    units: tuple[Span, ...]
    cut: Cut | None


class Mark(NamedTuple):
    """What somebody said without taking the floor, such as a backchannel, on that one's lane.

    Attributes:
        turn: number of the row that it stands in.
        seat: whose lane.
        span: from when to when.
        text: the words.
    """

    turn: int
    seat: str
    span: Span
    text: str


class Timeline(NamedTuple):
    """A talk in time.

    Attributes:
        bars: its turns, in the order of the record.
        marks: what was said beside them, in that order.
        first: when the first word is said, in seconds as the record has it.
        over: when at least two have turns at once.
        end: when the last word ends, in seconds from the first.
        shown: by number of a row, when it happens; of all rows, and never before the row above it
            unless it is a backchannel.
    """

    bars: tuple[Bar, ...]
    marks: tuple[Mark, ...]
    first: float
    over: tuple[Span, ...]
    end: float
    shown: dict[int, float]


def timeline_of(rows: Sequence[TurnRow]) -> Timeline | None:
    """Return when the turns were said, or None where no times are known."""
    timed = [row for row in rows if "start" in row]
    if not timed:
        return None
    first = min(row["start"] for row in timed)
    bars = tuple(_bar(row, first) for row in timed if row["rule"] != BACKCHANNEL)
    marks = tuple(mark for row in timed for mark in _marks(row, first))
    end = max(span.end for span in (*(one.span for one in bars), *(one.span for one in marks)))
    starts = {row["turn"]: round(_read(row) - first, 3) for row in timed}
    return Timeline(bars, marks, first, _over(bars), end, _shown(rows, starts, end))


def _read(row: TurnRow) -> float:
    """Return when a row can be read: what is typed, as a game's messages are, once it is sent."""
    typed = "units" not in row and row["rule"] not in (RECORDED, BACKCHANNEL)
    return row.get("end", row["start"]) if typed else row["start"]


def _bar(row: TurnRow, first: float) -> Bar:
    units = row.get("units")
    span = _span(row["start"], row.get("end"), first)
    return Bar(
        row["turn"],
        row["speaker"],
        span,
        tuple(_span(one.start, one.end, first) for one in pieces_in(row)) or (span,),
        units.get("cut") if units else None,
    )


def _marks(row: TurnRow, first: float) -> Iterator[Mark]:
    """Yield what a row holds that took no floor: itself, or what others said during its turn."""
    number = row["turn"]
    if row["rule"] == BACKCHANNEL:
        span = _span(row["start"], row.get("end"), first)
        yield Mark(number, row["speaker"], span, row["text"])
    for one in row.get("asides", ()):
        if "start" in one:
            span = _span(one["start"], one.get("end"), first)
            yield Mark(number, one["speaker"], span, one["text"])


def _span(start: float, end: float | None, first: float) -> Span:
    begun = round(start - first, 3)
    lasts = SHORTEST if end is None else max(end - start, SHORTEST)
    return Span(begun, round(begun + lasts, 3))


def _over(bars: Sequence[Bar]) -> tuple[Span, ...]:
    """Return when several speak at once, joined where one such span touches the next."""
    edges = sorted(
        (at, step, bar.seat)
        for bar in bars
        for unit in bar.units
        for at, step in ((unit.start, 1), (unit.end, -1))
    )
    found: list[Span] = []
    voices: Counter[str] = Counter()
    began = 0.0
    for at, step, seat in edges:
        before = len(+voices)
        voices[seat] += step
        after = len(+voices)
        if before < SEVERAL <= after:
            began = at
        elif after < SEVERAL <= before and at > began:
            found.append(Span(began, at))
    return tuple(found)


def _shown(rows: Sequence[TurnRow], starts: Mapping[int, float], later: float) -> dict[int, float]:
    """Return when each row happens, by its number.

    Args:
        rows: all of them.
        starts: by number, when those begin that have times.
        later: when the talk ends.
    """
    found: dict[int, float] = {}
    for row in reversed(rows):
        start = starts.get(row["turn"])
        if row["rule"] != BACKCHANNEL or start is None:
            later = later if start is None else min(later, start)
            start = later
        found[row["turn"]] = start
    return {row["turn"]: found[row["turn"]] for row in rows}


def clock(seconds: float) -> str:
    """Return a time in minutes and seconds: "1:23"."""
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02d}"
