"""Times of day and numbers as people say them: 21:35, half past nine, twenty to ten, 十時十分前.

They are found in words and written in one form, so that an hour in words and one in figures are
the same. The expressions stand in `hours.en.toml` and `hours.ja.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mmagents.scenarios.recognise.linear import linear

DAY = 24 * 60
AROUND = 180
"""Minutes before and after the story's hours in which a time on a dial of twelve is looked for."""
_PARTS = {"a quarter": 15, "quarter": 15, "half": 30}
_NOON = {"midnight": DAY}


class Said(NamedTuple):
    """A time of day in words: where it stands, its minute, and whether its half of the day is sure.

    Times of a dial of twelve, before noon or after, are 0-779 minutes.
    """

    start: int
    end: int
    minute: int
    exact: bool


@cache
def _told(language: str) -> Mapping[str, Any]:
    file = Path(__file__).with_suffix(f".{'ja' if language == 'ja' else 'en'}.toml")
    return tomllib.loads(file.read_text("utf-8"))


@cache
def _expression(language: str, name: str) -> re.Pattern[str]:
    """Return one of the expressions of a language, its words for numbers filled in."""
    told = _told(language)
    expression = str(told[name]).replace("\n", "")
    if language == "ja":
        kanji = "".join((*told["digits"], *told["scales"]))
        return linear(expression.replace("{number}", rf"(?:[0-9]{{1,2}}|[{kanji}]{{1,4}})"))
    ones, teens, tens = (
        "|".join(word for word, value in told["numbers"].items() if value in some)
        for some in (range(10), range(10, 20), range(20, 60))
    )
    fill = {
        "goes_on": told["goes_on"].replace("\n", ""),
        "after": rf"(?:{tens})(?:[ -](?:{ones}))?|{teens}|oh[ -](?:{ones})",
        "number": rf"(?:{tens})[ -](?:{ones})|five[ -]and[ -](?:{tens})|{tens}|{teens}|{ones}|\d+",
        "hour": "|".join(told["hours"]),
        "tens": tens,
    }
    for field, body in fill.items():
        expression = expression.replace(f"{{{field}}}", body)
    return linear(expression)


def hours_said(text: str, language: str) -> Iterator[Said]:
    """Yield the times of day that `text` names, in order.

    Args:
        text: already normalised (see :func:`mmagents.scenarios.recognise.negation.normalised`).
        language: "en" or "ja".
    """
    before = 0
    for match in _expression(language, "said").finditer(text):
        found = match.groupdict()
        if part := found["elided"]:
            past = _PARTS.get(part.lower()) or number_of(part)
            yield Said(match.start("elided"), match.end(), before - before % 60 + past, exact=False)
            continue
        if found["h"]:
            minute = int(found["h"]) * 60 + int(found["m"])
        elif found["noon"]:
            yield Said(*match.span(), _NOON.get(found["noon"].lower(), DAY // 2), exact=True)
            continue
        else:
            minute = _minute_ja(found) if language == "ja" else _minute(found)
        end, half = match.end(), found
        if language != "ja" and (stated := _expression("en", "half_day").match(text, end)):
            end, half = stated.end(), stated.groupdict()
        late = minute >= 13 * 60
        if half.get("pm") and minute < DAY // 2:
            minute += DAY // 2
        bare = next((one for one in ("bare", "start") if found.get(one)), 0)
        before = minute
        yield Said(
            match.start(bare), end, minute, exact=late or bool(half.get("am") or half.get("pm"))
        )


def _minute(found: Mapping[str, str | None]) -> int:
    """Return the minute of the day of an English expression."""
    words = ("hour", "whole", "full", "bare", "start")
    hour = number_of(next(word for one in words if (word := found[one])))
    if found["half"]:
        return hour * 60 + 30
    if found["after"]:
        return hour * 60 + number_of(found["after"])
    part = (found["part"] or "").lower()
    past = _PARTS.get(part) or (number_of(part) if part else 0)
    return hour * 60 + (-past if found["side"] in ("to", "before") else past)


def _minute_ja(found: Mapping[str, str | None]) -> int:
    hour = number_of(found["hour"] or "0")
    if found["half"]:
        return hour * 60 + 30
    past = number_of(found["min"] or "0")
    return hour * 60 + (-past if found["side"] and hour <= 12 else past)


@cache
def number_of(word: str) -> int:
    """Return the number that digits, English words or kanji stand for."""
    if word.isdigit() and word.isascii():
        return int(word)
    if word.isascii():
        return _number_en(word)
    return _number_ja(word)


def _number_en(words: str) -> int:
    told = _told("en")
    ones, scales = {**told["hours"], **told["numbers"]}, told["scales"]
    total = current = 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word in ones:
            current += ones[word]
        elif word == "hundred":
            current = max(1, current) * scales[word]
        elif word in scales:
            total, current = total + max(1, current) * scales[word], 0
    return total + current


def _number_ja(word: str) -> int:
    told = _told("ja")
    if not any(char in told["scales"] for char in word):
        return int("".join(str(told["digits"][char]) for char in word))
    total = section = digit = 0
    for char in word:
        if char in told["digits"]:
            digit = told["digits"][char]
        elif char == "万":
            total, section, digit = total + (section + digit) * 10_000, 0, 0
        else:
            section, digit = section + max(1, digit) * told["scales"][char], 0
    return total + section + digit


@cache
def _numerals() -> re.Pattern[str]:
    """Return what finds numbers in English words; one alone is too common a word to be one."""
    told = _told("en")
    word = "|".join((*told["numbers"], *told["scales"]))
    first = rf"(?:(?:an?|one) (?=(?:{'|'.join(told['scales'])})\b))?"
    return linear(rf"\b{first}(?:{word})(?:(?:[ -]| and )(?:{word}|one))*\b", re.IGNORECASE)


def in_figures(text: str, language: str, window: tuple[int, int] | None) -> str:
    """Return `text` with times of day and numbers in figures, each in one form.

    Times are HH:MM (Japanese H時M分) of the story's clock, so that `twenty to ten` in a story of an
    evening is 21:40.

    Args:
        text: already normalised.
        language: "en" or "ja".
        window: when the story's hours begin and end, in minutes; None in a story without hours,
            whose times stay as they are.
    """
    parts: list[str] = []
    at = 0
    for said in hours_said(text, language) if window else ():
        if said.start < at:
            continue
        minute = placed(said, window) if window else said.minute
        parts += [_numbers(text[at : said.start], language), _clock(minute, language)]
        at = said.end
    return "".join([*parts, _numbers(text[at:], language)])


def placed(said: Said, window: tuple[int, int]) -> int:
    """Return the time of the story's clock that a time of day stands for.

    Past midnight the story's clock goes on beyond 24:00. A time that falls outside of the story's
    hours and of three hours around them stays as it is.
    """
    steps = (0, DAY) if said.exact else (0, DAY // 2, DAY, DAY + DAY // 2)
    first, last = window[0] - AROUND, window[1] + AROUND
    inside = [said.minute + step for step in steps if first <= said.minute + step <= last]
    return inside[0] if inside else said.minute


def _clock(minute: int, language: str) -> str:
    hour, past = divmod(minute, 60)
    if language == "ja":
        return f"{hour}時{past}分" if past else f"{hour}時"
    return f" {hour:02d}:{past:02d} "


def _numbers(text: str, language: str) -> str:
    if language == "ja":
        found = _expression("ja", "count")
        return found.sub(lambda match: str(number_of(match["number"])), text)
    return _numerals().sub(lambda match: str(number_of(match.group().lower())), text)
