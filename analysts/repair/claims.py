"""Which sentences claim something as a fact: no questions, no guesses, no hearsay, no charges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mmagents.analysts.repair.lexicon import lexicon_of
from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reader import reader_of
from mmagents.analysts.text.likeness import asks
from mmagents.analysts.text.reading import words_for
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import Utterance
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
