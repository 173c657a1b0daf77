"""Words in matching form, keys looked for among them, and what of a text is affirmed or denied.

English goes by tokens, casefolded, without possessive and plural endings; Japanese by characters.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from mmagents.scenarios.recognise.negation import clauses, normalised

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


Keys = tuple[tuple[str, ...], ...]
"""What must all be found; each entry the alternatives of which one is enough, in matching form."""

_TOKEN = re.compile(r"\d+(?:[:.]\d+)+|[^\W_]+(?:'[^\W_]+)*")


def _stem(token: str) -> str:
    """Return an English token without its possessive and plural endings."""
    token = token.removesuffix("'s")
    if len(token) <= 3 or token.endswith(("ss", "us", "is")):
        return token
    if token.endswith("ies"):
        return token[:-3] + "y"
    if token.endswith(("xes", "ches", "shes", "sses", "zes")):
        return token[:-2]
    return token.removesuffix("s")


def matching_form(text: str, language: str) -> str:
    """Return what keys are looked for in: tokens between blanks, for Japanese plain characters."""
    folded = text.casefold()
    if language == "ja":
        return re.sub(r"\s+", "", folded)
    return f" {' '.join(_stem(token) for token in _TOKEN.findall(folded))} "


def compile_keys(keys: Iterable[str], language: str) -> Keys:
    """Return `keys`, as they stand in a story, in matching form."""
    entries = []
    for entry in keys:
        forms = (matching_form(normalised(one), language) for one in entry.split("|"))
        if found := tuple(form for form in forms if form.strip()):
            entries.append(found)
    return tuple(entries)


def holds(text: str, entry: tuple[str, ...]) -> bool:
    """Tell whether one of the alternatives of `entry` stands in `text`, both in matching form."""
    return any(
        form in text and (not _has_digit_edge(form) or _whole_number(form, text)) for form in entry
    )


def _has_digit_edge(form: str) -> bool:
    return form[0].isdigit() or form[-1].isdigit()


def _whole_number(form: str, text: str) -> bool:
    """Tell whether `form` stands in `text` with no digit before or after (1時 is not 21時)."""
    start = text.find(form)
    while start >= 0:
        end = start + len(form)
        cut_before = form[0].isdigit() and text[start - 1 : start].isdigit()
        cut_after = form[-1].isdigit() and text[end : end + 1].isdigit()
        if not cut_before and not cut_after:
            return True
        start = text.find(form, start + 1)
    return False


class Assertion(NamedTuple):
    """A text in matching form: all that it declares, what of it is affirmed, what is denied."""

    declared: str
    affirmed: str
    denied: str


def assertion(text: str, language: str) -> Assertion:
    """Return what `text` affirms and denies; its questions do neither."""
    affirmed: list[str] = []
    denied: list[str] = []
    for clause in clauses(normalised(text), language):
        (denied if clause.negated else affirmed).append(matching_form(clause.text, language))
    return Assertion("\n".join(affirmed + denied), "\n".join(affirmed), "\n".join(denied))


def affirms(said: Assertion, keys: Keys) -> bool:
    """Tell whether all keys are there outside a negation's reach."""
    return all(holds(said.affirmed, entry) for entry in keys)


def denies(said: Assertion, keys: Keys) -> bool:
    """Tell whether all keys are there and at least half of them within a negation's reach."""
    return (
        bool(said.denied)
        and all(holds(said.declared, entry) for entry in keys)
        and 2 * sum(holds(said.denied, entry) for entry in keys) >= len(keys)
    )
