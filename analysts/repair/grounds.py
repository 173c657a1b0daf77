"""What an utterance claims as a fact, and what a seat was given, found and heard to ground it in.

Words, not sense: a claim is supported as far as its content words stand in what the seat knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from mmagents.analysts.repair.lexicon import lexicon_of
from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reader import reader_of
from mmagents.analysts.text.likeness import asks
from mmagents.analysts.text.reading import words_for
from mmagents.analysts.text.sentences import content_words
from mmagents.interfaces.story import Person, Public, Sheet
from mmagents.interfaces.talk import Utterance
from mmagents.interfaces.view import View
from mmagents.scenarios.recognise.facts import people_named
from mmagents.scenarios.recognise.negation import clauses, normalised


@dataclass(frozen=True, slots=True)
class Claim:
    """Words that claim something as a fact, and whom they are about beside the speaker."""

    words: str
    people: tuple[str, ...]


def claims(utterance: Utterance) -> Iterator[Claim]:
    """Yield the sentences of an utterance that claim something to be so.

    Whoever is merely called by name is not spoken about. What is said not to be so is no claim.
    """
    language = utterance.language
    lexicon, replies = lexicon_of(language), reader_of(language).replies
    for part in read_sentences(utterance):
        if part.kind in ("accusation", "complaint", "suggestion", "invitation", "offer"):
            continue
        passing = (lexicon.guess, lexicon.reported, replies.not_knowing)
        if asks(part.words) or any(one.search(part.words) for one in passing):
            continue
        said = [one.text for one in clauses(normalised(part.words), language) if not one.negated]
        words = ("" if language == "ja" else ", ").join(said)
        named = people_named(words, utterance.cast, language)
        if words:
            yield Claim(words, tuple(one for one in named if one != utterance.speaker))


def spoken_of(utterance: Utterance) -> tuple[str, ...]:
    """Return those an utterance speaks of beside its speaker, not those it merely calls."""
    found = (
        one
        for part in read_sentences(utterance)
        for one in people_named(part.words, utterance.cast, utterance.language)
    )
    return tuple(dict.fromkeys(one for one in found if one != utterance.speaker))


def names_in(cast: tuple[Person, ...]) -> tuple[str, ...]:
    """Return all the words people go by."""
    return tuple(name for one in cast for name in words_for(one))


def public_texts(public: Public) -> Iterator[str]:
    """Yield what everybody knows."""
    yield from (public.title, public.premise, public.setting, public.incident)
    yield from public.places.values()
    for one in public.cast:
        yield from (one.role, one.looks, one.manner, one.known, *words_for(one))
    for topic in public.topics:
        yield from (topic.name, *topic.keys, *topic.questions)


def sheet_texts(sheet: Sheet) -> Iterator[str]:
    """Yield what stands on a sheet."""
    yield from (sheet.background, sheet.personality, sheet.objective)
    yield from (one.what for one in sheet.timeline)
    yield from (one.text for one in sheet.missions)
    yield from (one.text for one in sheet.secrets)


def view_texts(view: View) -> Iterator[str]:
    """Yield all that a seat has grounds for what it says in; its own thoughts are none."""
    yield from public_texts(view.public)
    yield from sheet_texts(view.sheet)
    for fact in view.known:
        yield from (fact.text, fact.told or "", fact.ask, *fact.keys)
    yield from (one.text for one in view.heard if one.speaker != view.seat)
    yield from (one.text for one in view.memories if one.speaker != view.seat)
    for card in view.cards:
        yield from (card.name, card.text)
    if view.obligation:
        yield view.obligation.text


def content(text: str, language: str) -> frozenset[str]:
    """Return the words of a text that carry a claim.

    A single Chinese character of a Japanese text is mostly the stem of a verb, and is left out.
    """
    words = content_words(text, language) - _fillers()
    return frozenset(word for word in words if len(word) > 1)


@cache
def _fillers() -> frozenset[str]:
    """Return the stems of words that carry no claim."""
    return content_words(lexicon_of("en").extra("fillers"), "en")


@lru_cache(maxsize=256)
def _words(texts: tuple[str, ...], language: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in content_words(normalised(text), language))


@lru_cache(maxsize=64)
def _each(texts: tuple[str, ...], language: str) -> tuple[tuple[str, frozenset[str]], ...]:
    plain = (normalised(text) for text in texts)
    return tuple((text, content_words(text, language)) for text in plain)


class Grounds:
    """The words a seat has grounds for."""

    def __init__(self, texts: Iterable[str], language: str) -> None:
        self._texts = tuple(dict.fromkeys(texts))
        self._language = language
        self._words = _words(self._texts, language)
        self._text = "\n".join(map(normalised, self._texts)) if language == "ja" else ""

    def lacks(self, claim: str, leaving_out: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the content words of a claim that stand nowhere, in alphabetical order.

        Args:
            claim: the words.
            leaving_out: names, which are grounds for nothing.
        """
        return tuple(sorted(one for one in self._asked(claim, leaving_out) if not self._has(one)))

    def bear(self, claim: str, leaving_out: Iterable[str] = ()) -> float:
        """Return the largest share of a claim's content words that stand in one text, 0-1.

        Words scattered over many texts bear nothing out. A claim without content words is borne
        out by anything.
        """
        asked = self._asked(claim, leaving_out)
        if not asked:
            return 1.0
        japanese = bool(self._text)
        held = (
            sum(word in text for word in asked) if japanese else len(asked & words)
            for text, words in _each(self._texts, self._language)
        )
        return max(held, default=0) / len(asked)

    def _asked(self, claim: str, leaving_out: Iterable[str]) -> frozenset[str]:
        text = normalised(claim)
        for name in sorted(leaving_out, key=len, reverse=True):
            text = text.replace(name, " ")
        return content(text, self._language)

    def _has(self, word: str) -> bool:
        return word in self._words or (bool(self._text) and word in self._text)
