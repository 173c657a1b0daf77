"""What the learned model looks at in the words of an utterance.

A feature is a short text. Its first character tells where it was found: see `wording`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from mmagents.analysts.rules.ja.standard import core_of, plainly
from mmagents.analysts.rules.reader import Sentence
from mmagents.analysts.text.expressions import expressions
from mmagents.analysts.text.names import Names

_WORDS = expressions(__file__, "words")
_PAUSE = re.compile(r"[。、，！？!?…―—\s~〜～」』「『]+")
_END = re.compile(r"(?<![。！？…―—〜～])[。！？…―—〜～]*+$")
_KANJI, _KATAKANA, _DIGITS = (
    re.compile(one) for one in (r"[一-龥々]+", r"[ァ-ヶー]{2,}", r"[0-9０-９]+")
)
KINDS = {"you": _WORDS.you, "me": _WORDS.me, "asks": _WORDS.asks, "all": _WORDS.all}
"""Words that are counted as one, by what they are: `words.toml`."""
ASKED, REACTION = _WORDS.asked, _WORDS.reaction
_ENDING, _BEGINNING, _RUN, _FURTHER = 7, 4, 3, 5
"""The longest endings, beginnings and runs of characters, and endings of earlier sentences."""


@lru_cache(maxsize=256)
def _naming(names: str) -> re.Pattern[str]:
    return re.compile(names)


@lru_cache(maxsize=4096)
def plain(words: str, names: Names) -> str:
    """Return a sentence in standard form, with one sign for any name of the cast."""
    said = _naming(names.pattern).sub("＠", plainly(words))
    return said.replace("!", "！").replace("?", "？")


@lru_cache(maxsize=4096)
def bare(said: str) -> str:
    """Return a sentence without pauses and marks."""
    return _PAUSE.sub("", said)


def runs(said: str, least: int, most: int) -> Iterator[str]:
    """Yield every run of `least` to `most` characters."""
    for length in range(least, most + 1):
        for at in range(len(said) - length + 1):
            yield said[at : at + length]


def spoken(parts: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences that have words, or all if none has."""
    return [part for part in parts if re.search(r"\w", part.words)] or list(parts)


class Worded(NamedTuple):
    """The features of the words of an utterance; apart, those of how long it is and how it ends."""

    every: frozenset[str]
    shape: frozenset[str]


def wording(parts: Sequence[Sentence], names: Names) -> Worded:
    """Return the features of the words of an utterance.

    Of the last sentence: endings without (S) and with (s) what the mark says, the same with kanji,
    katakana and digits made alike (Z), beginnings (P), and all runs of up to three characters (L).
    Of the first sentence its beginnings (F), of those before the last endings (E) and short runs
    (O). Words for you, me and all, and question words, by where they are; length and number.

    Args:
        parts: the sentences, vocatives cut off.
        names: of the cast.
    """
    return _worded(tuple(part.words for part in spoken(parts)), names)


@lru_cache(maxsize=1024)
def _worded(sentences: tuple[str, ...], names: Names) -> Worded:
    said = [plain(one, names) for one in sentences]
    if not said:
        return Worded(frozenset({"empty"}), frozenset())
    last = said[-1]
    words, core = bare(last), core_of(last)
    found = _END.search(last)
    end = found.group() if found else ""
    mark = "？" if "？" in end else "。"
    shape = {f"end{end[:3]}", f"len{min(len(words) // 4, 8)}", f"n{min(len(said), 3)}"}
    found_in = shape | {"q" if "？" in last else "noq"}
    for length in range(1, _ENDING + 1):
        found_in |= {f"S{words[-length:]}", f"s{words[-length:]}{mark}"}
    alike = _DIGITS.sub("0", _KATAKANA.sub("カ", _KANJI.sub("漢", words)))
    found_in |= {f"Z{alike[-length:]}" for length in range(2, _ENDING + 2)}
    found_in |= {f"L{run}" for run in runs(f"^{last}", 1, _RUN)}
    for length in range(1, _BEGINNING + 1):
        found_in |= {f"P{core[:length]}", f"F{said[0][:length]}"}
    for sentence in said[:-1]:
        found_in |= _before(sentence)
    for name, expression in KINDS.items():
        found_in |= {f"{name}L"} if expression.search(last) else set()
        found_in |= {f"{name}O"} if any(map(expression.search, said[:-1])) else set()
    also = {one for one in ("asksL", "meL", "youL") if one in found_in}
    return Worded(frozenset(found_in), frozenset(shape | also))


def _before(sentence: str) -> set[str]:
    """Return the features of a sentence before the last."""
    words, mark = bare(sentence), "？" if "？" in sentence else "。"
    found = {f"E{words[-length:]}{mark}" for length in range(1, _FURTHER + 1)}
    return found | {f"O{run}" for run in runs(sentence, 2, 3)}
