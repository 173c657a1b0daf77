"""Praat's TextGrid (long form): tiers of intervals, a speaker's and those beside it.

Own code rather than praatio: the format is a list of texts and numbers. Tests read it back with
praatio.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mmagents.lab.recordings.recording import Recording
from mmagents.lab.recordings.write.tiers import Interval, tiers_of


def as_textgrid(recording: Recording) -> str:
    """Return a recording as a TextGrid; times in seconds, exact to a millisecond.

    Texts stand in one line each, for many readers of the format go line by line.
    """
    tiers = tiers_of(recording)
    last = max((own[-1].end for _, own in tiers.values() if own), default=1.0)
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
    for number, (name, (_, own)) in enumerate(tiers.items(), 1):
        filled = list(_filled(own, last))
        lines += [
            f"    item [{number}]:",
            '        class = "IntervalTier"',
            f"        name = {_quoted(name)}",
            "        xmin = 0",
            f"        xmax = {last!r}",
            f"        intervals: size = {len(filled)}",
        ]
        for at, one in enumerate(filled, 1):
            lines += [
                f"        intervals [{at}]:",
                f"            xmin = {one.start!r}",
                f"            xmax = {one.end!r}",
                f"            text = {_quoted(one.text)}",
            ]
    return "\n".join(lines) + "\n"


def _filled(own: Sequence[Interval], last: float) -> Iterator[Interval]:
    """Yield intervals without gaps from 0 to the end: what lies between is empty."""
    now = 0.0
    for one in (*own, Interval(last, last, "")):
        if one.start > now:
            yield Interval(now, one.start, "")
        if one.end > one.start:
            yield one
        now = one.end


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
