"""Who is spoken to by name in English: vocatives, told apart from mentions.

A vocative stands outside the clause it comes with (Zwicky 1974, "Hey, whatsyourname!"): between
commas at the head, in the middle or at the end, without an article, not in a list, not beside the
noun it explains.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.expressions import Expressions, expressions
from mmagents.analysts.text.names import Names
from mmagents.analysts.text.sentences import content_words
from mmagents.floor.adjacency import EVERYONE

_WORDS = expressions(__file__, "vocatives")


@lru_cache(maxsize=256)
def _calling(names: str) -> Expressions:
    """Return the expressions for calls of those whom an expression finds."""
    return _WORDS.given(names=names)


def _is_listed(parts: list[str], at: int, find: Expressions) -> bool:
    """Return whether the name at `at` belongs to an enumeration that the clause needs."""
    for i in range(at + 1, min(at + 6, len(parts))):
        if (two := find.last_two.match(parts[i])) and re.match(
            _WORDS["finite"], parts[i][two.end() :].strip()
        ):
            return not any(_WORDS.you.search(part) for part in parts)
        if _WORDS.list_end.match(parts[i]):
            rest = _WORDS.list_end.sub("", parts[i], count=1)
            name = find.only.match(rest)
            if name is None:
                return False
            tail = rest[len(name.group(1)) :].strip() if name.group(1) else rest
            return (
                at > 0
                or bool(re.match(_WORDS["finite"], tail))
                or (not tail and i == len(parts) - 1)
            )
        if find.only.fullmatch(parts[i]) is None:
            return False
    return False


def _is_mention(
    parts: list[str], at: int, names: re.Pattern[str], only: re.Pattern[str], asks: bool
) -> bool:
    """Return whether the name standing alone in `parts[at]` is no vocative all the same."""
    part, before = parts[at], parts[at - 1].strip() if at else ""
    after = parts[at + 1].strip() if at + 1 < len(parts) else ""
    later = parts[at + 2].strip() if at + 2 < len(parts) else ""
    joined = at and only.fullmatch(part) is None and re.match(r"\s*(?:or|nor|&)\b", part, re.I)
    listed = at and re.match(r"\s*and\b", part, re.I) and names.search(before.split()[-1])
    if joined or listed or _WORDS.possessed.match(part):
        return True
    if asks:
        return False
    explains = _WORDS.related.search(before) and (not after or re.match(_WORDS["finite"], after))
    aside = _WORDS.apposition.match(after) or _WORDS.inserted.fullmatch(after)
    explained = aside and re.match(_WORDS["finite"], later)
    subject = not at and re.match(rf"{_WORDS['finite']}(?!\s+(?:not\s+)?you\b)", after)
    return bool(explains or explained or subject)


@lru_cache(maxsize=2048)
def vocatives(sentence: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return the ids of those called by name in `sentence`, in order; ("everyone",) for all.

    Quotations are masked in it; nobody calls upon themselves.
    """
    find = _calling(names.pattern)
    parts = [part for part in _WORDS.segment.split(sentence.strip()) if part and part.strip()]
    asks = sentence.rstrip().endswith("?")
    found: list[str] = []
    for at, part in enumerate(parts):
        if find.everybody.fullmatch(part) and not (at and _is_listed(parts, at, find)):
            return (EVERYONE,)
        match = find.alone.fullmatch(part)
        if (
            not match
            or _is_listed(parts, at, find)
            or _is_mention(parts, at, find.name, find.only, asks)
        ):
            continue
        found += names.found(find.name, match.group(1), speaker)
    for expression in (find.bare_head, find.bare_end, find.performed):
        if not found and (match := expression.search(sentence)):
            found += names.found(find.name, match.group(1), speaker)
    return tuple(dict.fromkeys(found))


def to_everyone(sentence: str) -> bool:
    """Return whether the sentence is put to the whole table by its own words."""
    if not _WORDS.all_in_clause.search(sentence):
        return False
    return not _WORDS.object_you.search(sentence) or bool(
        re.search(r"\b(?:of|all|to) you\b|\byou all\b", sentence, re.I)
    )


def mentioned(text: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return the ids of all who are named in `text`, spoken to or not."""
    return names.found(_calling(names.pattern).named, text, speaker)


@lru_cache(maxsize=2048)
def without_vocatives(sentence: str, names: Names, speaker: str) -> str:
    """Return the sentence without the names it is addressed with."""
    find = _calling(names.pattern)
    parts = [part for part in _WORDS.segment.split(sentence) if part and part.strip()]
    kept, asks = sentence, sentence.rstrip().endswith("?")
    for at, part in enumerate(parts):
        if not (match := find.alone.fullmatch(part)) and not find.everybody.fullmatch(part):
            continue
        if _is_listed(parts, at, find) or _is_mention(parts, at, find.name, find.only, asks):
            continue
        if match and not names.found(find.name, match.group(1), speaker):
            continue
        name = re.sub(
            r"(?<![^\w\s])[^\w\s]++$", "", part.strip()
        )  # its question mark is the sentence's
        if hail := _WORDS.hail.match(name):
            kept = kept.replace(name, hail.group(), 1)
            continue
        kept = re.sub(
            rf"(^|[,;:—–…]\s*|\s-+\s){re.escape(name)}(?=\s*(?:[,;:—–….!?\"”’)]|\s-|$))",
            r"\1",
            kept,
            count=1,
        )
    kept = re.sub(r"(?:[,;:—–]\s*)+(?=[,;:—–.!?])", "", kept)
    kept = re.sub(r"^[\s,;:—–!.]+|(?<![\s,;:—–])[\s,;:—–]++(?=[.!?…]*$)", "", kept)
    return kept


def at_large(words: str, kind: str | None, before: str) -> bool:
    """Return whether a sentence that names nobody is put to the table, not to who spoke before."""
    if _WORDS.you.search(words):
        return False
    if kind == "suggestion":
        return bool(_WORDS.all_of_us.search(words))
    if kind not in ("wh-question", "yes-no-question", "alternative-question"):
        return False
    shared = content_words(words, "en") & content_words(before, "en")
    return not shared and not _WORDS.back.search(words) and len(words.split()) > 3
