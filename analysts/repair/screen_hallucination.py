"""Screening for invention: claims for which the speaker has no grounds.

The paper rates a statement about another agent 1-10, higher where it is objective, where the one
spoken about can tell whether it is true, and where it would matter (SDR, section 2.1). Beside
that, a story has its places and its clues: one that does not occur in anything the speaker knows is
an invention, whoever it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mmagents.analysts.repair.claims import Claim, claims, names_in
from mmagents.analysts.repair.grounds import Grounds, view_texts
from mmagents.analysts.repair.invented_words import PLACES, THINGS
from mmagents.analysts.repair.triplets.rules import meant_by
from mmagents.interfaces.repair import About, Suspicion
from mmagents.scenarios.recognise.facts import recognise

LIKELY = 6
"""A claim rated above this is suspected (SDR, appendix C.1)."""
_OBJECTIVE = 3
_CAN_TELL = 2
_MATTERS = 3
_ALL_NEW = 1
_INVENTED = 4
FEW = 3
"""So many words without any grounds are needed, and half of all without grounds in one place."""

_WHERE = r"\b(?:in|at|behind|under|from|into|to|near|inside|on|of|by|beside|through|down|up)\b"
_HERE = r"(?:the|an?|his|her|their|its|that|this|\w+['’]s)"
_HELD = (
    r"\b(?:saw|found|find|has|have|had|there (?:is|was|are|were)|keeps?|kept|hid|hides|hiding|"
    r"carr(?:y|ies|ied)|held|holds|with|took|buried|burying|threw|left|owns?|bought|using|used)\b"
)


def invented(words: str, grounds: Grounds, language: str) -> tuple[str, ...]:
    """Return the places and things in a claim that the speaker has no grounds for."""
    if language == "ja":
        return tuple(
            one for one in (*PLACES["ja"], *THINGS["ja"]) if one in words and _new(one, grounds)
        )
    found = []
    for nouns, before in ((PLACES["en"], rf"{_WHERE} {_HERE}"), (THINGS["en"], rf"{_HELD}[^,;]*?")):
        for noun in nouns:
            phrase = rf"{before}(?: \w+){{0,2}}? {noun}s?\b"
            if re.search(phrase, words, re.I) and _new(noun, grounds):
                found.append(noun)
    return tuple(found)


def _new(noun: str, grounds: Grounds) -> bool:
    return bool(grounds.lacks(noun))


def rate(claim: Claim, about: About, grounds: Grounds) -> tuple[int, tuple[str, ...]]:
    """Return how likely a claim is an invention, 1-10, and the words it rests on."""
    language, cast = about.view.language, about.view.public.cast
    rating = 1 + _OBJECTIVE
    new = invented(claim.words, grounds, language)
    if new:
        rating += _INVENTED
    if not claim.people:
        return rating, new
    names = names_in(cast)
    lacking, borne = grounds.lacks(claim.words, names), grounds.bear(claim.words, names)
    seats = {one.id for one in cast if one.id in about.view.present or one.seat}
    rating += _CAN_TELL * bool(seats & set(claim.people))
    if len(lacking) >= FEW and borne < 0.5:
        rating += _MATTERS + _ALL_NEW * (borne == 0.0)
    return min(10, rating), new or lacking


def grounds_of(about: About) -> Grounds:
    """Return what the speaker has grounds for."""
    heard: Iterable[str] = (one.text for one in about.similar if not one.own)
    return Grounds((*view_texts(about.view), *heard), about.view.language)


def _tells_what_it_knows(claim: Claim, about: About) -> bool:
    """Tell whether a claim says a fact of the story that the speaker knows."""
    known = {fact.id for fact in about.view.known}
    facts = (fact for fact in about.facts if fact.id in known)
    return bool(recognise(claim.words, about.view.language, facts, meant_by(about.utterance)))


async def screen_hallucination(candidate: str, about: About) -> list[Suspicion]:
    """Return the claims that are likely invented."""
    grounds = grounds_of(about)
    rated = [
        (rate(claim, about, grounds), claim)
        for claim in claims(about.utterance)
        if not _tells_what_it_knows(claim, about)
    ]
    return [
        Suspicion(
            "hallucination", claim.words, words, rating, detail={"people": list(claim.people)}
        )
        for (rating, words), claim in rated
        if rating > LIKELY
    ]
