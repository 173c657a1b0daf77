"""What words a language needs so that a second pair part can be known."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

from mmagents.analysts.text.expressions import expressions
from mmagents.floor.adjacency import FirstPairPart, SecondPairPart

Seconds = Mapping[FirstPairPart, tuple[tuple[SecondPairPart, re.Pattern[str]], ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """What one language says when it takes up, refuses, evades or closes."""

    refusal: re.Pattern[str]
    evasion: re.Pattern[str]
    repair: re.Pattern[str]
    not_knowing: re.Pattern[str]
    particle: re.Pattern[str]
    yes: re.Pattern[str]
    no: re.Pattern[str]
    explicit: re.Pattern[str]
    taken: re.Pattern[str]
    first_person: re.Pattern[str]
    back: re.Pattern[str]
    tell: re.Pattern[str]
    closing: re.Pattern[str]
    content: re.Pattern[str]
    least: int
    seconds: Seconds

    def short(self, said: str) -> bool:
        """Return whether what is said is an elliptic answer: a few words and no more."""
        return 0 < len(said.split() if self.least < 10 else said) <= self.least


def lexicon(module: str) -> Lexicon:
    """Return the words in the file `replies.toml` beside a module."""
    words = expressions(module, "replies")
    seconds: dict[FirstPairPart, tuple[tuple[SecondPairPart, re.Pattern[str]], ...]] = {}
    for one in words.extra("seconds"):
        for first in one["after"]:
            found = (one["second"], words.compiled(one["words"]))
            seconds[first] = (*seconds.get(first, ()), found)
    patterns = {one.name: getattr(words, one.name) for one in fields(Lexicon)[:-2]}
    return Lexicon(**patterns, least=words.extra("least"), seconds=seconds)
