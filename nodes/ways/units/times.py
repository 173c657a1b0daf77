"""When a turn said unit by unit begins and ends, on a virtual clock that is drawn from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mmagents.floor.adjacency import QUESTIONS
from mmagents.floor.clock import (
    TERMINAL,
    begins_at,
    change_after,
    delay_of,
    drawn,
    length_of,
    offset_of,
    pause_within,
    rate_of,
    seconds_of,
    timing,
)
from mmagents.nodes.record import AsideRow, TurnRow, Units, is_talk


def times_of(
    row: TurnRow, units: Units, before: Sequence[TurnRow], *, seed: int, language: str
) -> list[list[float]]:
    """Return when each unit that was heard began and ended, in seconds from the talk's beginning.

    Args:
        row: the turn; its times are not looked at.
        units: its units.
        before: the record so far, of which only turns with times are looked at.
        seed: of the game.
        language: of the talk.
    """
    last = _last(before)
    begun = max(_begins(row, last, seed=seed, language=language), _earliest(row, last))
    own = _last(before, row["speaker"])
    free = own.get("end", 0.0) if own else 0.0
    turn, at = row["turn"], max(begun, free)  # nobody speaks in overlap with their own words
    found: list[list[float]] = []
    for nth, (start, end) in enumerate(_spans(units["ends"])):
        at += pause_within(seed, turn, nth) if nth else 0.0
        lasts = seconds_of(row["text"][start:end], language, rate_of(seed, turn, nth))
        found.append([round(at, 2), round(at + lasts, 2)])
        at += lasts
    return found


def _last(before: Sequence[TurnRow], speaker: str | None = None) -> TurnRow | None:
    """Return the last turn at talk that has times, of one speaker or of anybody."""
    timed = (one for one in reversed(before) if "end" in one and is_talk(one))
    return next((one for one in timed if speaker in (None, one["speaker"])), None)


def timed(asides: Sequence[AsideRow], row: TurnRow, *, seed: int, language: str) -> list[AsideRow]:
    """Return what listeners said within a turn with its times: right after the unit, inside it.

    Args:
        asides: what they said.
        row: the turn, with the times of its units.
        seed: of the game.
        language: of the talk.
    """
    found: list[AsideRow] = []
    for one in asides:
        turn, unit, seat = row["turn"], one["unit"], one["speaker"]
        ended = row["units"]["times"][unit - 1][1]
        start = min(ended + delay_of(seed, turn, unit, seat), row["end"])
        rate = drawn(timing()["rate"], Random(f"{seed}:{turn}:{unit}:{seat}:rate"))
        end = start + seconds_of(one["text"], language, rate)
        found.append({**one, "start": round(start, 2), "end": round(end, 2)})
    return sorted(found, key=lambda one: one["start"])


def _begins(row: TurnRow, before: TurnRow | None, *, seed: int, language: str) -> float:
    """Return when a turn begins: after, or in overlap with, the one before it."""
    if before is None:
        return 0.0
    started, ended = before.get("start", 0.0), before.get("end", 0.0)
    if before["speaker"] == row["speaker"]:
        return ended + pause_within(seed, row["turn"], 0)
    asked = before["first_pair_part"] in QUESTIONS
    change = change_after(before["text"], asked, language)
    offset = offset_of(change, length_of(row["text"], language), seed, row["turn"])
    cut = before.get("units", {}).get("cut")
    if cut and cut["by"] == row["speaker"] and cut["rule"] == "1b":
        offset = -abs(offset)  # who comes in does so before the other has stopped
    return begins_at(offset, started, ended)


def _earliest(row: TurnRow, before: TurnRow | None) -> float:
    """Return when a turn may begin: who came in at a unit's end overlaps no more than that end."""
    units = before.get("units") if before else None
    if before is None or units is None or units.get("cut", {}).get("by") != row["speaker"]:
        return 0.0
    last = units["times"][-1] if "times" in units else [0.0, 0.0]
    return max(last[0], last[1] - TERMINAL)


def _spans(ends: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip([0, *ends[:-1]], ends, strict=True))
