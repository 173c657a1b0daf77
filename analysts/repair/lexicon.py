"""The words that screens and diagnoses need of a language: `en.toml`, `ja.toml` … beside this."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mmagents.analysts.text.expressions import Expressions, expressions


@cache
def lexicon_of(language: str) -> Expressions:
    """Return the words of a language; one that has no file is read by the English words."""
    known = Path(__file__).with_name(f"{language}.toml").is_file()
    return expressions(__file__, language if known else "en")


def comment(language: str, what: str, **slots: object) -> str:
    """Return a comment or a suggestion, in the language of the game."""
    found: str = lexicon_of(language).extra("comments")[what]
    return found.format(**slots)
