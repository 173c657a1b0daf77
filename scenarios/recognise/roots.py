"""Words by their roots, and which words mean nearly the same, by language.

English words lose their endings and are looked up among irregular forms; Japanese goes by
characters. What means nearly the same stands in `lexicon.en.toml` and `lexicon.ja.toml`, and in a
story's own `synonyms`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

Phrase = tuple[str, ...]
"""What must be met together: the roots of an English phrase, the parts of a Japanese one."""

TOKEN = re.compile(r"\d+(?:[:.]\d+)+|[^\W_]+(?:'[^\W_]+)*")
_VOWEL = re.compile(r"[aeiouy]")
_STRESSED = re.compile(r"(\d(?:時間|分|人|本|枚|年|日|つ))も(?!の)")
_ALIKE = ("bb", "dd", "gg", "mm", "nn", "pp", "rr", "tt")


@cache
def _lexicon(language: str) -> Mapping[str, Any]:
    file = Path(__file__).with_name(f"lexicon.{'ja' if language == 'ja' else 'en'}.toml")
    return tomllib.loads(file.read_text("utf-8"))


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """Return an English word, casefolded, without its endings."""
    word = word.removesuffix("'s").removesuffix("'")
    irregular: Mapping[str, str] = _lexicon("en")["forms"]
    if word in irregular:
        return irregular[word]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        if word.endswith("ies"):
            word = word[:-3] + "y"
        else:
            word = word[:-2] if word.endswith(("xes", "ches", "shes", "sses", "zes")) else word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= 3 and _VOWEL.search(stem):
            word = stem[:-1] if stem.endswith(_ALIKE) else stem
            break
    if len(word) > 4 and word.endswith("ied"):
        word = word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def phrase(words: str, language: str) -> Phrase:
    """Return what of `words`, normalised and in figures, has to be met.

    Little words count only where there are no others. A Japanese phrase parts at の.
    """
    if language == "ja":
        bare = re.sub(r"\s+", "", plain(words.casefold()))
        return tuple(part for part in bare.split("の") if part)
    roots = [root(token) for token in TOKEN.findall(words.casefold())]
    return tuple(one for one in roots if one not in _lexicon("en")["skipped"]) or tuple(roots)


def plain(words: str) -> str:
    """Return Japanese words without the も that only stresses a number (20分も → 20分)."""
    return _STRESSED.sub(r"\1", words)


@cache
def little(language: str) -> frozenset[str]:
    """Return words that say too little to be taken over from the turn that is answered."""
    return frozenset(_lexicon(language)["little"])


@cache
def groups(language: str) -> tuple[str, ...]:
    """Return the groups of words that mean nearly the same in any story."""
    return tuple(_lexicon(language)["groups"])


def alternatives(key: Iterable[Phrase], same: Iterable[frozenset[Phrase]]) -> tuple[Phrase, ...]:
    """Return the phrases any of which meets a key.

    Args:
        key: the alternatives that the story gives.
        same: groups of phrases that mean nearly the same.
    """
    own = tuple(key)
    found = dict.fromkeys(own)
    for group in same:
        for one in own:
            found.update(dict.fromkeys(_exchanged(one, group)))
    return tuple(found)


def _exchanged(one: Phrase, group: frozenset[Phrase]) -> Iterable[Phrase]:
    """Yield `one` with that of it which is in `group` exchanged for each other of the group."""
    for member in group:
        size = len(member)
        for at in range(len(one) - size + 1):
            if one[at : at + size] == member:
                yield from (one[:at] + other + one[at + size :] for other in group)
