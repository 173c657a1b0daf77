"""Sentences, clauses, questions and negation: how far a text asserts what it mentions.

Word lists, not grammar: enough to tell "I saw the lamp" from "I never saw the lamp" and from "Did
you see the lamp?". What is taken for a clause here is only as large as a negation reaches.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mmagents.scenarios.recognise.linear import linear


class Clause(NamedTuple):
    """A stretch of a declarative sentence, and whether it is negated."""

    text: str
    negated: bool


@cache
def patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    """Return the expressions by which a language ends sentences and clauses, asks and denies."""
    file = Path(__file__).with_suffix(f".{'ja' if language == 'ja' else 'en'}.toml")
    found = tomllib.loads(file.read_text("utf-8"))
    return {name: linear(lines.replace("\n", "")) for name, lines in found.items()}


_QUOTES = str.maketrans("’‘“”", "''\"\"")


def normalised(text: str) -> str:
    """Return `text` with compatibility forms, quotes and dashes made one (NFKC)."""
    return unicodedata.normalize("NFKC", text).translate(_QUOTES).replace("...", "…")


def clauses(text: str, language: str) -> list[Clause]:
    """Return the clauses of the declarative sentences of `text`; questions yield none.

    Args:
        text: already :func:`normalised`.
        language: "en" or "ja".
    """
    of = patterns(language)
    if "abbreviation" in of:
        text = of["abbreviation"].sub(r"\1", text)
    return [
        Clause(part, of["negation"].search(of["affirming"].sub(" ", part)) is not None)
        for one in of["sentence"].split(text)
        if not of["question"].search(one)
        for part in of["clause"].split(one.strip())
        if part
    ]
