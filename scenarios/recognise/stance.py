"""What of a text is told, and what is denied, asked or only supposed, place by place.

A text falls into chunks, as far as a negation or an `if` reaches. In English these reach forward
from where they stand, in Japanese back. A question asks with its last part: what was stated on the
way to it ("you took the tray up at five past nine; who had it from you?") is told.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mmagents.scenarios.recognise import negation
from mmagents.scenarios.recognise.linear import linear


class Chunk(NamedTuple):
    """A stretch of text with one stance.

    Attributes:
        text: its words.
        told: False where it is asked.
        denials: where negations stand, as offsets; Japanese: where they end.
        doubts: where what is only supposed begins; Japanese: where that ends.
        lies: whether it calls something a lie.
    """

    text: str
    told: bool
    denials: tuple[tuple[int, int], ...]
    doubts: tuple[tuple[int, int], ...]
    lies: bool


@cache
def expressions(language: str) -> Mapping[str, re.Pattern[str]]:
    """Return the expressions of a language, those of negation with them."""
    own = Path(__file__).with_suffix(f".{'ja' if language == 'ja' else 'en'}.toml")
    told = tomllib.loads(own.read_text("utf-8"))
    compiled = {name: linear(lines.replace("\n", "")) for name, lines in told.items()}
    return {**negation.patterns(language), **compiled}


def chunks(text: str, language: str) -> Iterator[Chunk]:
    """Yield the chunks of `text`, which is :func:`~negation.normalised` already, in order."""
    of = expressions(language)
    if "abbreviation" in of:
        text = of["abbreviation"].sub(r"\1", text)
    for sentence in of["sentence"].split(text):
        for part, told in _parts(sentence.strip(), of):
            for chunk in of["chunk"].split(part):
                if chunk and chunk.strip():
                    yield _chunk(chunk, of, told=told)


def _parts(sentence: str, of: Mapping[str, re.Pattern[str]]) -> Iterator[tuple[str, bool]]:
    """Yield what a sentence states on the way, and its end, each with whether it is told."""
    asked = of["question"].search(sentence) is not None
    if asked and "told_after_all" in of and of["told_after_all"].search(sentence):
        asked = False
    if not asked:
        yield sentence, True
        return
    *before, last = of["strong"].split(sentence)
    for part in before:
        yield part, of["asks"].search(part) is None and of["question"].search(part) is None
    yield last, False


def _chunk(text: str, of: Mapping[str, re.Pattern[str]], *, told: bool) -> Chunk:
    bare = text
    for name in ("affirming", "affirming_too"):
        bare = of[name].sub(lambda match: " " * len(match.group()), bare)
    denials = [match.span() for match in of["negation"].finditer(bare)]
    if "negation_too" in of:
        denials += [match.span() for match in of["negation_too"].finditer(text)]
    doubts = [match.span() for match in of["supposed"].finditer(text)]
    lies = of["lies"].search(text) is not None
    return Chunk(text, told, tuple(denials), tuple(doubts), lies)
