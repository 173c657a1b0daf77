"""When things are said: how long words take, and when the next speaker begins.

All time is virtual and drawn from the seed: the same game has the same times, to the byte. How the
figures of `texts/timing.toml` were measured stands there, each with its source.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal

Change = Literal["after a question", "after a short turn", "after a long turn"]
"""What a change of speaker comes after."""

Length = Literal["short", "long"]
SHORT = 10
"""A turn of fewer words (of Japanese: twice as many characters) is short."""
CHARACTERS = 2.0
"""Japanese letters and digits that count as one word. Where the project's players tell one story in
both languages, there are 2.07 to an English word (240 turns each)."""

SOON = 0.3
"""Seconds after the end of a unit within which a listener says something to it. The pause before
the speaker's next unit is about as long, so that the two often overlap (Goodwin 1986)."""

TERMINAL = 0.5
"""Seconds by which somebody who comes in at the end of a unit overlaps it at most: its last
syllable or two (Jefferson 1986, on overlap at a turn's possible end)."""

_SMALL = frozenset("ゃゅょぁぃぅぇぉャュョァィゥェォ")
_KANJI = re.compile("[一-\N{CJK UNIFIED IDEOGRAPH-9FFF}々]")
_KANA = re.compile("[ぁ-ゖァ-ヺー]")


@cache
def timing() -> Mapping[str, Any]:
    """Return the figures that times are drawn from."""
    file = Path(__file__).parent / "texts" / "timing.toml"
    found: Mapping[str, Any] = tomllib.loads(file.read_text("utf-8"))
    return found


def drawn(table: Mapping[str, Sequence[float]], lot: Random) -> float:
    """Draw from a distribution given by quantiles; between two of them it is even.

    Args:
        table: `at`, growing shares from 0 to 1, and the `value` at each. Nothing below the first or
            above the last is ever drawn.
        lot: the source of chance; it is asked once.
    """
    shares, values = table["at"], table["value"]
    share = shares[0] + lot.random() * (shares[-1] - shares[0])
    place = min(max(bisect_right(shares, share), 1), len(shares) - 1)
    low, high = shares[place - 1], shares[place]
    inside = (share - low) / (high - low)
    return values[place - 1] + inside * (values[place] - values[place - 1])


def words_in(text: str, language: str) -> float:
    """Return how many words a text has; of Japanese, characters over :data:`CHARACTERS`."""
    if language == "ja":
        return sum(character.isalnum() for character in text) / CHARACTERS
    return float(len(text.split()))


def morae_in(text: str) -> float:
    """Return about how many morae a Japanese text has: one a kana, two a kanji, none if small."""
    kana = sum(one not in _SMALL for one in _KANA.findall(text))
    return kana + 2.0 * len(_KANJI.findall(text))


def seconds_of(text: str, language: str, rate: float) -> float:
    """Return how long a text takes to say, in seconds; a text of no words, the shortest time.

    Args:
        text: the words.
        language: "ja" is counted in morae, all else in words.
        rate: how fast it is said, 1 as people do on the median.
    """
    if language == "ja":
        slow: float = morae_in(text) / timing()["japanese"]["morae_a_second"]
    else:
        slow = words_in(text, language) / timing()["english"]["words_a_second"]
    shortest: float = timing()["shortest"]
    return max(slow / rate, shortest)


def rate_of(seed: int, turn: int, nth: int = 0) -> float:
    """Draw how fast the nth unit of a turn is said: 1 as people do on the median."""
    return drawn(timing()["rate"], Random(f"{seed}:{turn}:{nth}:rate"))


def offset_of(change: Change, follows: Length, seed: int, turn: int) -> float:
    """Draw when a turn begins, in seconds from the end of the one before; negative is overlap.

    Args:
        change: what it comes after.
        follows: how long it is itself: whoever says little says it into the other's turn.
        seed: of the game.
        turn: its number.
    """
    return drawn(timing()["offset"][f"{change}, {follows}"], Random(f"{seed}:{turn}:offset"))


def length_of(text: str, language: str) -> Length:
    """Return whether a turn is short or long."""
    return "short" if words_in(text, language) < SHORT else "long"


def pause_within(seed: int, turn: int, nth: int) -> float:
    """Draw how long a speaker pauses before the nth unit of a turn, or goes on with a new one."""
    return drawn(timing()["offset"]["same speaker"], Random(f"{seed}:{turn}:{nth}:pause"))


def delay_of(seed: int, turn: int, unit: int, seat: str) -> float:
    """Draw how long after the end of a unit a listener speaks to it, 0 to :data:`SOON` seconds."""
    return SOON * Random(f"{seed}:{turn}:{unit}:{seat}:delay").random()


def pause_of(seed: int, turn: int) -> float:
    """Draw how long nobody writes before a message of a chat, in seconds."""
    return drawn(timing()["chat"], Random(f"{seed}:{turn}:pause"))


def beside_of(seed: int, turn: int) -> int:
    """Draw how many begin to write a message at the same time as whoever has the floor.

    One more with the first chance of `beside`, then another with the second, and so on.
    """
    lot, found = Random(f"{seed}:{turn}:beside"), 0
    for chance in timing()["beside"]:
        if lot.random() >= chance:
            break
        found += 1
    return found


def typed_in(text: str, language: str) -> float:
    """Return how long a text takes to type, in seconds; a text of no words, the shortest time."""
    shortest: float = timing()["shortest"]
    a_second: float = timing()["typed"]["words_a_second"]
    return max(words_in(text, language) / a_second, shortest)


def change_after(text: str, question: bool, language: str) -> Change:
    """Return what a change of speaker comes after."""
    if question:
        return "after a question"
    return "after a short turn" if length_of(text, language) == "short" else "after a long turn"


def begins_at(offset: float, started: float, ended: float) -> float:
    """Return when a turn begins: never before the turn it follows has begun.

    Args:
        offset: drawn, in seconds from the end of the turn before.
        started: when the turn before began, in seconds.
        ended: when it ended.
    """
    shortest: float = timing()["shortest"]
    return max(ended + offset, started + min(shortest, ended - started))
