"""Which sentences claim something as a fact: no questions, no guesses, no hearsay, no charges."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reader import reader_of
from mmagents.analysts.text.likeness import asks
from mmagents.analysts.text.reading import names_of
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import Utterance
from mmagents.scenarios.recognise.facts import people_named
from mmagents.scenarios.recognise.negation import clauses, normalised

_GUESS = re.compile(
    r"\b(?:I (?:think|suppose|believe|guess|fear|suspect|wonder|fancy|imagine|hope|doubt|dare say|"
    r"can't believe|cannot believe|don't believe|do not believe|wouldn't|would not|don't think|"
    r"can't think|cannot think|am sure|'m sure|call|accuse|say it was|put it to)|perhaps|maybe|"
    r"might|may have|must have|could|would|should|if|whoever|seems?|looks? (?:like|as if)|probably|"
    r"possibly|surely|in my (?:opinion|view)|it strikes me|to my mind|let us|let's|ask)\b",
    re.I,
)
_HEARSAY = re.compile(
    r"\b(?:sa(?:id|ys)|told|tells|claims?|claimed|mentioned|spoke of|says? that|according to|"
    r"as you say|you said|heard you|we heard|admitted|denied|denies)\b",
    re.I,
)
_GUESS_JA = re.compile(
    r"思[いうっわ]|かもしれ|かも知れ|だろう|でしょう|はず(?:だ|です|が)|のでは|じゃないか|ではないか|気がし|"
    r"疑[いうっ]|まさか|もし|おそらく|たぶん|きっと|ようだ|ようです|らしい|信じ|違いない|ちがいない|"
    r"ましょう|ください|聞かせ|教えて"
)
_HEARSAY_JA = re.compile(
    r"と(?:言|い[うっわ]|おっしゃ|話し|聞[いき]|仰)|によれば|によると|の話では|そうです[ねが。]"
)


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
    guess, hearsay = (_GUESS_JA, _HEARSAY_JA) if language == "ja" else (_GUESS, _HEARSAY)
    for part in read_sentences(utterance):
        if part.kind in ("accusation", "complaint", "suggestion", "invitation", "offer"):
            continue
        passing = (guess, hearsay, reader_of(language).replies.not_knowing)
        if asks(part.words) or any(one.search(part.words) for one in passing):
            continue
        said = [one.text for one in clauses(normalised(part.words), language) if not one.negated]
        words = ("" if language == "ja" else ", ").join(said)
        named = people_named(words, utterance.cast, language)
        if words:
            yield Claim(words, tuple(one for one in named if one != utterance.speaker))


def mentioned(utterance: Utterance) -> tuple[str, ...]:
    """Return those an utterance speaks of beside its speaker, not those it merely calls."""
    found = (
        one
        for part in read_sentences(utterance)
        for one in people_named(part.words, utterance.cast, utterance.language)
    )
    return tuple(dict.fromkeys(one for one in found if one != utterance.speaker))


def names_in(cast: tuple[Person, ...]) -> tuple[str, ...]:
    """Return all the words people go by."""
    return tuple(name for one in cast for name in names_of(one))
