"""Times as files write them, in seconds."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

_CLOCK = re.compile(r"(?:(\d+):)?(\d{1,3}):(\d{2}(?:[.,]\d+)?)")
_EPOCH: Final = 100_000_000.0
"""Seconds above which a number is a date, counted from 1970; a thousand times as much: in ms."""
_DATES = ("%d-%b-%y %I:%M %p", "%m/%d/%Y %I:%M %p", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d %H:%M")


def seconds(given: object) -> float | None:
    """Return a time in seconds; a date in seconds since 1970, None for none.

    Takes numbers, HH:MM:SS.mmm, ISO 8601 and Discord's dates.

    Raises:
        ValueError: if it is no time.
    """
    if given is None or isinstance(given, bool) or (isinstance(given, str) and not given.strip()):
        return None
    if isinstance(given, int | float):
        return _counted(float(given))
    text = str(given).strip()
    try:
        return _counted(float(text.replace(",", ".")))
    except ValueError:
        pass
    clock = _CLOCK.fullmatch(text)
    if clock:
        hours, minutes, rest = clock.groups()
        return int(hours or 0) * 3600 + int(minutes) * 60 + float(rest.replace(",", "."))
    return _date(text)


def _counted(number: float) -> float:
    if not -1e15 < number < 1e15:
        raise ValueError("is no time")
    return number / 1000 if abs(number) >= _EPOCH * 1000 else number


def _date(text: str) -> float:
    plain = re.sub(r"(\.\d{6})\d+", r"\1", text)
    for pattern in (None, *_DATES):
        try:
            found = datetime.strptime(plain, pattern) if pattern else datetime.fromisoformat(plain)
        except ValueError:
            continue
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    raise ValueError(
        f'"{text[:40]}" is no time. Write seconds (12.5), HH:MM:SS, or a date (2026-01-31T12:00:00)'
    )


def from_the_first(starts: list[float | None]) -> float:
    """Return what to take from times so that a conversation begins at 0: nothing, but of dates."""
    first = min((one for one in starts if one is not None), default=0.0)
    return first if first >= _EPOCH else 0.0
