"""What stands on a clue, as somebody says it in Japanese."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from mmagents.players.improv.realisation.names import as_called
from mmagents.players.improv.state.mind import Mind

_QUOTED = re.compile(r"(「[^」]{0,999}」)")
_END = re.compile(r"(?=。)")


def from_card(mind: Mind, words: str) -> str:
    """Return the Japanese words of a clue as this speaker says them: people called, and polite.

    What is quoted in them stays as it is written.
    """
    parts = _QUOTED.split(words)
    return "".join(
        one if one.startswith("「") else _said(mind, as_called(mind, one)) for one in parts
    )


def _said(mind: Mind, words: str) -> str:
    """Return words with the ends of their sentences as this speaker has them."""
    form = {"polite": 1, "humble": 2}.get(mind.me.politeness, 0)
    if not form:
        return words
    *sentences, rest = _END.split(words)
    return "".join(_ended(one, form) for one in sentences) + rest


def _ended(sentence: str, form: int) -> str:
    for ending in _endings():
        if sentence.endswith(ending[0]):
            return sentence.removesuffix(ending[0]) + ending[form]
    return sentence


@cache
def _endings() -> tuple[tuple[str, str, str], ...]:
    """Return the ends of sentences: as written, polite, humble."""
    found = tomllib.loads(Path(__file__).with_name("cards.ja.toml").read_text("utf-8"))
    return tuple((plain, polite, humble) for plain, polite, humble in found["endings"])
