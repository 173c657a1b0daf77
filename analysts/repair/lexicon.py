"""The words that screens and diagnoses need of a language: `en.toml`, `ja.toml` … beside this."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mmagents.analysts.text.expressions import Expressions, expressions
from mmagents.interfaces.repair import Fault, Finding, TakenFor


@cache
def lexicon_of(language: str) -> Expressions:
    """Return the words of a language; one that has no file is read by the English words."""
    known = Path(__file__).with_name(f"{language}.toml").is_file()
    return expressions(__file__, language if known else "en")


def comment(language: str, what: str, **slots: object) -> str:
    """Return a comment or a suggestion, in the language of the game."""
    found: str = lexicon_of(language).extra("comments")[what]
    return found.format(**slots)


def finding(
    fault: Fault, severity: int, taken_for: TakenFor, language: str, what: str,
    suggestion: str = "", **slots: object,
) -> Finding:  # fmt: skip
    """Return a finding whose comment, and suggestion if any, are named."""
    said = comment(language, what, **slots)
    instead = comment(language, suggestion, **slots) if suggestion else ""
    return Finding(fault, severity, taken_for, said, instead)
