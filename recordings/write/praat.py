"""Praat's TextGrid (long form): tiers of intervals, a speaker's and those beside it.

Own code rather than praatio: the format is a list of texts and numbers, any installation can write
it. Tests read it back with praatio.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mmagents.recordings.exact import MARK
from mmagents.recordings.recording import Recording
from mmagents.recordings.units import UNIT
from mmagents.recordings.write.slots import Slot, tiers_of

KEPT = ""
"""Texts stand in one line each, for many readers of the format go line by line."""
BESIDE = ("addressee", "kind", "exact")


class _Interval(NamedTuple):
    slot: Slot
    text: str


def as_textgrid(recording: Recording) -> str:
    """Return a recording as a TextGrid; times in seconds, exact to a millisecond."""
    header, cells = tiers_of(recording, KEPT)
    last = max((own[-1].slot.end for own in cells.values() if own), default=1.0)
    tiers = {
        label: [_Interval(cell.slot, cell.text) for cell in own] for label, own in cells.items()
    }
    for kind in BESIDE:
        for label, own in cells.items():
            found = [_Interval(one.slot, one.beside[kind]) for one in own if kind in one.beside]
            if found:
                tiers[f"{kind}@{label}"] = found
    for label, own in cells.items():
        units = [
            _Interval(Slot(unit.start, unit.end), unit.text) for one in own for unit in one.units
        ]
        if units:
            tiers[f"{UNIT}@{label}"] = units
    tiers[MARK] = [_Interval(Slot(0.0, last), header.written())]
    lines = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        "",
        "xmin = 0",
        f"xmax = {last!r}",
        "tiers? <exists>",
        f"size = {len(tiers)}",
        "item []:",
    ]
    for number, (name, intervals) in enumerate(tiers.items(), 1):
        lines += _tier(number, name, _filled(intervals, last), last)
    return "\n".join(lines) + "\n"


def _filled(own: Sequence[_Interval], last: float) -> list[_Interval]:
    """Return intervals without gaps from 0 to the end: what lies between is empty."""
    found: list[_Interval] = []
    now = 0.0
    for one in own:
        if one.slot.start > now:
            found.append(_Interval(Slot(now, one.slot.start), ""))
        found.append(one)
        now = one.slot.end
    if now < last:
        found.append(_Interval(Slot(now, last), ""))
    return found


def _tier(number: int, name: str, own: Sequence[_Interval], last: float) -> list[str]:
    lines = [
        f"    item [{number}]:",
        '        class = "IntervalTier"',
        f"        name = {_quoted(name)}",
        "        xmin = 0",
        f"        xmax = {last!r}",
        f"        intervals: size = {len(own)}",
    ]
    for at, one in enumerate(own, 1):
        lines += [
            f"        intervals [{at}]:",
            f"            xmin = {one.slot.start!r}",
            f"            xmax = {one.slot.end!r}",
            f"            text = {_quoted(one.text)}",
        ]
    return lines


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
