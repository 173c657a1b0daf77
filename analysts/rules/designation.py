"""What an utterance puts to whom: the first pair part it ends on and its addressees."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from mmagents.analysts.rules.en import types as types_en
from mmagents.analysts.rules.en import vocatives as vocatives_en
from mmagents.analysts.rules.ja import judging as judging_ja
from mmagents.analysts.rules.ja import types as types_ja
from mmagents.analysts.rules.ja import vocatives as vocatives_ja
from mmagents.analysts.rules.recipient import most_likely_recipient, previous_speaker, talks_apart
from mmagents.analysts.text.names import Names, names_of
from mmagents.analysts.text.sentences import content_words, outside, sentences, unquoted
from mmagents.floor.adjacency import EVERYONE, FirstPairPart
from mmagents.interfaces.talk import Utterance

_WEIGHT: dict[FirstPairPart, int] = {
    "announcement": 2,
    "apology": 1,
    "greeting": 1,
    "summons": 1,
    "assessment": 1,
}
"""How much a type asks for; 3 unless named. What asks for more outweighs what comes after it."""

_STRANGER_EN = re.compile(
    r"(?:^|[,;]\s*)(?:excuse me,?\s+|hey,?\s+|my good\s+)?(?:(?i:driver|waiter|waitress|"
    r"officer|steward|stewardess|porter|barman|"
    r"bartender|barkeep|nurse|boy|constable|conductor|guard|operator|landlord|landlady|"
    r"sergeant|ferryman|coachman|"
    r"cabbie|clerk|guide|usher|postman|messenger|gardener|maid|butler|stranger|shopkeeper|"
    r"innkeeper|little one|child|"
    r"ghost|dog|god|lord|heavens)|(?:Mr|Mrs|Miss|Ms|Dr)\.? [A-Z]\w+)\s*[,!?.]|,\s+(?!Mon|"
    r"Tues|Wednes|Thurs|Fri|Satur|Sun)[A-Z][a-z]+[?!.]$"
)
_STRANGER_JA = re.compile(
    r"(?:^|[、。！？!?\s])(?!皆|みな|みんな|お客|どなた|お?二人|たく|奥|旦那|ご|お(?:客|二人))[一-龥々ァ-ヶーぁ-ん]{1,8}(?:さん|"
    r"様|さま|くん|君|ちゃん|殿)(?=[、！？!?。\s]|$)"
)
_TURNED_JA = re.compile(r"^[^、。]{1,14}は[？?]$")
_YOU_EN = re.compile(r"\b(?:you|your|yours|yourself|yourselves)\b", re.I)
_BACK_EN = re.compile(
    r"\b(?:he|she|it|they|him|her|them|his|their|its|that|this|those|then|there|which one|"
    r"else|so|such|the other|the same)\b",
    re.I,
)
_ALL_OF_US = re.compile(r"\b(?:let's|let us|shall we|we|us|our)\b", re.I)


@dataclass(frozen=True, slots=True)
class Reader:
    """How one language is read: vocatives, words to everybody, and types of sentences."""

    vocatives: Callable[[str, Names, str], tuple[str, ...]]
    without: Callable[[str, Names, str], str]
    to_everyone: Callable[[str], bool]
    mentioned: Callable[[str, Names, str], tuple[str, ...]]
    type_of: Callable[[str, int], FirstPairPart | None]
    stranger: re.Pattern[str]


_ENGLISH = Reader(
    vocatives_en.vocatives, vocatives_en.without_vocatives, vocatives_en.to_everyone,
    vocatives_en.mentioned, types_en.type_of, _STRANGER_EN,
)  # fmt: skip
_JAPANESE = Reader(
    vocatives_ja.vocatives, vocatives_ja.without_vocatives, vocatives_ja.to_everyone,
    vocatives_ja.mentioned, types_ja.type_of, _STRANGER_JA,
)  # fmt: skip


def reader(language: str) -> Reader:
    """Return how `language` is read; whatever is not Japanese is read as English."""
    return _JAPANESE if language == "ja" else _ENGLISH


@dataclass(frozen=True, slots=True)
class Read:
    """One sentence as read: its words, those called by name in it, and its type.

    `to_stranger` says that it calls somebody who is not of the cast.
    """

    words: str
    called: tuple[str, ...]
    kind: FirstPairPart | None
    to_stranger: bool = False


def count_called(called: tuple[str, ...]) -> int:
    """Return how many are called, everybody counting as two."""
    return 2 if called == (EVERYONE,) else len(called)


def read(utterance: Utterance) -> tuple[Read, ...]:
    """Return the sentences of an utterance with whom each calls and what it does."""
    with_ = reader(utterance.language)
    names = names_of(utterance.cast, utterance.language)
    found = []
    for sentence in sentences(unquoted(outside(utterance.text)), utterance.language):
        called = with_.vocatives(sentence, names, utterance.speaker)
        bare = with_.without(sentence, names, utterance.speaker) if called else sentence
        if called and _names_an_answer(utterance, sentence, bare):
            called, bare = (), sentence
        stranger = None if called else with_.stranger.search(sentence)
        if stranger:
            bare = (sentence[: stranger.start()] + ", " + sentence[stranger.end() :]).strip(" ,、")
            bare = bare or sentence
        topic = utterance.language == "ja" and bool(
            re.search("も[^。]*(?:ませんか|ない)", bare)
            and vocatives_ja.invited(bare, names, utterance.speaker)
        )
        kind = with_.type_of(bare, count_called(called) or int(topic))
        if kind in (None, "assessment") and called == (EVERYONE,) and re.search(r"\w", bare):
            kind = "announcement"
        found.append(Read(bare, called, kind, stranger is not None))
    return tuple(found)


def designate(
    utterance: Utterance, parts: tuple[Read, ...]
) -> tuple[FirstPairPart | None, tuple[str, ...]]:
    """Return the first pair part the utterance ends on, and the ids it is put to.

    Args:
        utterance: what was said.
        parts: its sentences as :func:`read`.
    """
    at = _main(parts)
    if at is None:
        return None, ()
    kind = parts[at].kind
    if _is_about_another(utterance, parts, at):
        return None, ()
    return kind, _addressees(utterance, parts, at)


def _main(parts: tuple[Read, ...]) -> int | None:
    """Return which sentence counts: the last of those that ask for most."""
    kinds = [(_WEIGHT.get(part.kind, 3), at) for at, part in enumerate(parts) if part.kind]
    return max(kinds)[1] if kinds else None


def _names_an_answer(utterance: Utterance, sentence: str, bare: str) -> bool:
    """Return whether a bare name answers the question that is due, instead of calling."""
    due = utterance.due
    if due is None or due.first_pair_part not in ("wh-question", "alternative-question"):
        return False
    return not re.search(r"\w", bare) and not sentence.rstrip().endswith(tuple("?!？！"))


def _is_about_another(utterance: Utterance, parts: tuple[Read, ...], at: int) -> bool:
    """Return whether a charge is brought against somebody who is mentioned, not spoken to."""
    if parts[at].kind not in ("accusation", "complaint") or any(part.called for part in parts):
        return False
    words = parts[at].words
    names = names_of(utterance.cast, utterance.language)
    named = reader(utterance.language).mentioned(words, names, utterance.speaker)
    return bool(named) and not (_YOU_EN.search(words) or re.search(judging_ja.YOU, words))


def _addressees(utterance: Utterance, parts: tuple[Read, ...], at: int) -> tuple[str, ...]:
    """Return those the sentence at `at` is put to: by name, by its form, else by what went on."""
    by_words = _by_words(utterance, parts[at])
    if by_words is not None:
        return by_words
    nearest = sorted(range(len(parts)), key=lambda other: (abs(at - other), other > at))
    called = next((parts[other].called for other in nearest if parts[other].called), None)
    if called:
        return called
    before = previous_speaker(utterance.recent, utterance.speaker)
    if before is None or _at_large(parts[at], utterance):
        return (EVERYONE,)
    if talks_apart(utterance.speaker, utterance.recent):
        likely = most_likely_recipient(
            utterance.text, utterance.speaker, utterance.recent, utterance.language
        )
        return (likely or before,)
    return (before,)


def _by_words(utterance: Utterance, chosen: Read) -> tuple[str, ...] | None:
    """Return whom the words of one sentence themselves select; None if they select nobody."""
    if chosen.called:
        return chosen.called
    turned = chosen.kind in ("invitation", "offer") or _TURNED_JA.search(chosen.words)
    if utterance.language == "ja" and turned:
        names = names_of(utterance.cast, "ja")
        if topic := vocatives_ja.invited(chosen.words, names, utterance.speaker):
            return topic
    if reader(utterance.language).to_everyone(chosen.words):
        return (EVERYONE,)
    return () if chosen.to_stranger else None


def _at_large(chosen: Read, utterance: Utterance) -> bool:
    """Return whether a sentence that names nobody is put to the table, not to who spoke before."""
    if chosen.kind in ("announcement", "greeting"):
        return True
    if utterance.language == "ja":
        return chosen.kind == "suggestion"
    if _YOU_EN.search(chosen.words):
        return False
    if chosen.kind == "suggestion":
        return bool(_ALL_OF_US.search(chosen.words))
    if chosen.kind not in ("wh-question", "yes-no-question", "alternative-question"):
        return False
    before = utterance.recent[-1].text
    shared = content_words(chosen.words, "en") & content_words(before, "en")
    return not shared and not _BACK_EN.search(chosen.words) and len(chosen.words.split()) > 3
