"""Who is named in words, spoken to or not."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from mmagents.analysts.text.names import Names, names_of
from mmagents.interfaces.story import Person

_POSSESSIVE = re.compile(r"['’]s\b")


@lru_cache(maxsize=64)
def _names(cast: tuple[Person, ...], language: str) -> tuple[Names, re.Pattern[str]]:
    """Return the words of everybody's name and call name, titles included, and no bynames."""
    bare = tuple(replace(person, role="", aliases=()) for person in cast)
    names = names_of(bare, language)
    return names, re.compile(names.pattern)


def named_in(
    text: str, cast: tuple[Person, ...], language: str, *, speaker: str
) -> tuple[str, ...]:
    """Return the ids of those whom `speaker` names, each once, in the order of their names.

    Whole words alone are names. Being talked about is being named: this is not who is addressed.
    """
    names, pattern = _names(cast, language)
    found = pattern.finditer(_POSSESSIVE.sub("", text))
    return tuple(
        dict.fromkeys(one for match in found for one in names.whom(match.group(), speaker))
    )
