"""Who is spoken to by name in Japanese: vocatives, told apart from topics and other mentions.

A name followed by a case or topic particle belongs to the clause (イネスさんは、…); a name that a
pause or the end of the sentence sets apart is called out (イネスさん、…).
"""

from __future__ import annotations

import re
from functools import lru_cache

from mmagents.analysts.text.expressions import Expressions, expressions
from mmagents.analysts.text.names import Names
from mmagents.floor.adjacency import ACCUSING, EVERYONE, QUESTIONS, FirstPairPart

_WORDS = expressions(__file__, "vocatives")
ASKING: frozenset[FirstPairPart | None] = frozenset({*QUESTIONS, "request", "suggestion"})
"""What may be put to somebody by naming them as its topic."""


@lru_cache(maxsize=256)
def _calling(names: str) -> Expressions:
    """Return the expressions for calls of those whom an expression finds."""
    return _WORDS.given(names=names)


def _parts(sentence: str) -> list[str]:
    return [part for part in _WORDS.segment.split(sentence) if part]


def undrawn(sentence: str) -> str:
    """Return a sentence with no honorific drawn out (お母さーん)."""
    return _WORDS.drawn.sub("", sentence)


@lru_cache(maxsize=2048)
def vocatives(sentence: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return the ids of those called by name in `sentence`, in order; ("everyone",) for all.

    Quotations are masked in it; nobody calls upon themselves.
    """
    sentence = undrawn(sentence)
    find = _calling(names.pattern)
    if not find.name.search(sentence):
        everybody = any(find.everybody.fullmatch(part) for part in _parts(sentence))
        return (EVERYONE,) if everybody else ()
    if find.also_you.fullmatch(sentence.strip()) or find.guessed.match(sentence):
        return ()  # it is the topic of a question: see by_topic
    parts = _parts(sentence)
    found: list[str] = []
    for at, part in enumerate(parts):
        if not found and find.everybody.fullmatch(part):
            return (EVERYONE,)
        match = find.alone.fullmatch(part)
        if not match or _is_listed(parts, at, find.name):
            continue
        found += names.found(find.name, match.group(1), speaker)
    for expression in (
        find.both,
        find.each,
        find.performed,
        find.then_you,
        find.charged,
        find.blamed,
        find.floor_to,
        find.bare_head,
    ):
        if not found and (match := expression.search(sentence)):
            found += names.found(find.name, match.group(1), speaker)
    return tuple(dict.fromkeys(found))


def _is_listed(parts: list[str], at: int, name: re.Pattern[str]) -> bool:
    """Return whether a name begins a list that goes on into the clause (AさんB、Cさんは)."""
    if at + 1 >= len(parts):
        return False
    following = parts[at + 1]
    return bool(re.match(r"(?:そして|それに|それから|および)", following)) and bool(
        name.search(following)
    )


def invited(sentence: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return whom an invitation is put to that names them as its topic (イネスさんも来ませんか)."""
    match = _calling(names.pattern).invited.match(sentence)
    return names.whom(match.group(1), speaker) if match else ()


def topic_of(sentence: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return whom a sentence begins with as its topic (芽衣は甘いよ)."""
    return invited(sentence, names, speaker) if _WORDS.topical.search(sentence) else ()


def to_everyone(sentence: str) -> bool:
    """Return whether the sentence is put to the whole table by its own words."""
    sentence = _WORDS.who_inside.sub("", sentence)
    if not _WORDS.all_in_clause.search(sentence) or _WORDS.someone_there.search(sentence):
        return False
    if _WORDS.picks_up.search(sentence):
        return False
    return not _WORDS.embedded_you.search(sentence)


def mentioned(text: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return the ids of all who are named in `text`, spoken to or not."""
    return names.found(_calling(names.pattern).name, text, speaker)


def _without(part: str, sentence: str) -> str:
    """Return the sentence without the first place where a part stands between pauses."""
    at = sentence.find(part)
    while at >= 0:
        end = at + len(part)
        if _pauses(sentence[at - 1 : at]) and _pauses(sentence[end : end + 1]):
            return sentence[:at] + re.sub(r"^[、，\s]+", "", sentence[end:])
        at = sentence.find(part, at + 1)
    return sentence


def _pauses(character: str) -> bool:
    """Return whether a character parts what is said; the ends of a sentence do."""
    return character in "、，。！？!?…―—" or character.isspace()


@lru_cache(maxsize=2048)
def without_vocatives(sentence: str, names: Names, speaker: str) -> str:
    """Return the sentence without the names it is addressed with."""
    sentence = undrawn(sentence)
    find = _calling(names.pattern)
    parts = _parts(sentence)
    kept = sentence
    for at, part in enumerate(parts):
        match = find.alone.fullmatch(part)
        if not match and not find.everybody.fullmatch(part):
            continue
        if _is_listed(parts, at, find.name) or (
            match and not names.found(find.name, match.group(1), speaker)
        ):
            continue
        kept = _without(part, kept)
    kept = find.charged.sub("たのは、君", find.called_you.sub("", kept))
    kept = re.sub(r"^[、，。！？!?…\s]+", "", kept)
    return re.sub(r"(?<![、，\s])[、，\s]++(?=[。！？!?]*$)", "", kept)


def by_topic(
    words: str, kind: FirstPairPart | None, names: Names, speaker: str, before: str
) -> tuple[str, ...]:
    """Return whom a sentence turns to by naming them as its topic (先生はどう思われます？).

    Japanese says a name or a title where others say you. So what is asked about somebody present
    is asked of them, unless the turn before was about them already and anybody could answer.
    """
    if not _calling(names.pattern).name.search(words):
        return ()
    turned = kind in ("invitation", "offer") or _WORDS.turned.search(words)
    if turned and (whom := invited(words, names, speaker)):
        return whom
    if kind in ACCUSING:
        find = _calling(names.pattern)
        match = find.to_the_face.match(words) or find.topic_last.search(words)
        return names.whom(match.group(1), speaker) if match else ()
    if kind not in ASKING or _WORDS.whereabouts.search(words):
        return ()
    topics = [match.group(1) for match in _calling(names.pattern).topic.finditer(words)]
    name = _calling(names.pattern).name
    whom = names.found(name, topics[-1], speaker) if topics else ()
    known = set(mentioned(before, names, speaker))
    return whom if not known.intersection(whom) or _WORDS.of_mind.search(words) else ()


def same_again(words: str, names: Names, speaker: str) -> bool:
    """Return whether a sentence only turns a question to somebody else (イネスさんは？)."""
    return words.rstrip("？?…。、").endswith("は") and bool(
        _calling(names.pattern).also_you.fullmatch(words.strip())
    )


def also_asked(words: str, names: Names, speaker: str) -> bool:
    """Return whether somebody named as the topic is asked to do something as well."""
    return bool(_WORDS.also_asked.search(words) and invited(words, names, speaker))
