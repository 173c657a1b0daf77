"""Times of day as people say them: 21:35, half past nine, ten to ten, 21時半, 三時二十分."""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.scenarios.recognise.negation import normalised
from mmagents.scenarios.texts import minutes

_DAY = 24 * 60
_AROUND = 180
"""Minutes before and after the story's hours in which a time on a dial of twelve is looked for."""
_HOURS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_PARTS = {
    "five": 5, "ten": 10, "a quarter": 15, "quarter": 15, "twenty": 20, "twenty-five": 25,
    "twenty five": 25, "half": 30,
}  # fmt: skip
_HOUR = rf"(?P<hour>{'|'.join(_HOURS)}|\d{{1,2}})"
_SAID = re.compile(
    r"(?<![\d:.])(?P<h>\d{1,2})[:.](?P<m>\d{2})(?![\d:])"
    rf"|\b(?P<part>{'|'.join(sorted(_PARTS, key=len, reverse=True))}) (?P<side>past|to) {_HOUR}\b"
    rf"|\b(?P<whole>{'|'.join(_HOURS)}|\d{{1,2}})(?: o'clock|(?= in the (?:evening|afternoon)))"
    rf"|\b(?:at|by|until|till|before|after|since|from|about|around) (?P<bare>{'|'.join(_HOURS)})\b"
    r"(?! (?!in the|and|until|till|to |but|when|sharp)\w)",
    re.I,
)
_KANJI = {char: at for at, char in enumerate("〇一二三四五六七八九")}
_NUMBER_JA = r"[0-9]{1,2}|[〇一二三四五六七八九十]{1,4}"
_SAID_JA = re.compile(
    rf"(?<![0-9:])(?P<h>[0-9]{{1,2}}):(?P<m>[0-9]{{2}})"
    rf"|(?<![0-9一二三四五六七八九十])(?P<hour>{_NUMBER_JA})時(?!間)(?:(?P<min>{_NUMBER_JA})分|(?P<half>半))?"
)


def _number(word: str) -> int:
    """Return the number that digits or kanji stand for, 0-99."""
    if word.isascii():
        return int(word)
    tens, ten, ones = word.rpartition("十")
    if not ten:
        return int("".join(str(_KANJI[char]) for char in word))
    return 10 * (_KANJI[tens] if tens else 1) + (_KANJI[ones] if ones else 0)


@lru_cache(maxsize=4096)
def times_said(text: str, language: str, opens: str, closes: str) -> tuple[int, ...]:
    """Return the times named in `text`, as minutes of the story's clock, each once, in order.

    Args:
        text: what was said.
        language: "en" or "ja".
        opens: when the story's hours begin, HH:MM; an hour on a dial of twelve is the one in them.
        closes: when they end; past midnight the story's clock goes on beyond 24:00.
    """
    plain = normalised(text)
    found = (_SAID_JA if language == "ja" else _SAID).finditer(plain)
    said = (_minute_ja(match) if language == "ja" else _minute(match) for match in found)
    first, last = minutes(opens) - _AROUND, minutes(closes) + _AROUND
    return tuple(dict.fromkeys(_placed(at, first, last, exact) for at, exact in said))


def _minute(match: re.Match[str]) -> tuple[int, bool]:
    """Return the minute of the day, and whether it leaves no doubt about the half of the day."""
    if match["h"]:
        return int(match["h"]) * 60 + int(match["m"]), int(match["h"]) > 12
    word = (match["hour"] or match["whole"] or match["bare"]).lower()
    hour = _HOURS.get(word) or _number(word)
    past = _PARTS[match["part"].lower()] if match["part"] else 0
    sign = -1 if (match["side"] or "").lower() == "to" else 1
    return hour * 60 + sign * past, hour > 12


def _minute_ja(match: re.Match[str]) -> tuple[int, bool]:
    if match["h"]:
        return int(match["h"]) * 60 + int(match["m"]), int(match["h"]) > 12
    hour = _number(match["hour"])
    return hour * 60 + (30 if match["half"] else _number(match["min"] or "0")), hour > 12


def _placed(minute: int, first: int, last: int, exact: bool) -> int:
    """Return the time of the story's clock that a time of day stands for."""
    steps = (0, _DAY) if exact else (0, _DAY // 2, _DAY, _DAY + _DAY // 2)
    inside = [minute + step for step in steps if first <= minute + step <= last]
    return inside[0] if inside else minute
