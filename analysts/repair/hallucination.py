"""Invention: claims for which the speaker has no grounds.

The paper rates a statement about another agent 1-10, higher where it is objective, where the one
spoken about can tell whether it is true, and where it would matter (SDR, section 2.1). Beside
that, a story has its places and its clues: one that does not occur in anything the speaker knows is
an invention, whoever it is about.

The diagnosis by rule asks whether those who are spoken about would agree. Each is asked from its
own side, and answers yes or no. It is told of nothing: the question leaves no trace with it. Nor is
the speaker: what it hears of a claim that is turned down is the same whether nobody could know it
or somebody knows better.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mmagents.analysts.repair.clashes import by_rules
from mmagents.analysts.repair.grounds import Claim, Grounds, claims, names_in, view_texts
from mmagents.analysts.repair.lexicon import finding, lexicon_of
from mmagents.analysts.repair.triplets.rules import meant_by, sheet_triplets, whereabouts_said
from mmagents.interfaces.repair import MINOR, SEVERE, About, Finding, Suspicion
from mmagents.interfaces.view import View
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
    nouns = lexicon_of(language).extra("invented")
    places, things = nouns["places"], nouns["things"]
    if language == "ja":
        named = [one for one in (*places, *things) if one in words]
    else:
        named = [one for one in places if _stands(one, rf"{_WHERE} {_HERE}", words)]
        named += [one for one in things if _stands(one, rf"{_HELD}[^,;]*?", words)]
    return tuple(one for one in named if grounds.lacks(one))


def _stands(noun: str, before: str, words: str) -> bool:
    return bool(re.search(rf"{before}(?: \w+){{0,2}}? {noun}s?\b", words, re.I))


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


KNOWS = 0.6
"""Share of a claim's words that must stand in one thing that somebody knows for it to agree."""


async def agrees(claim: str, speaker: str, side: View, about: About) -> bool:
    """Tell whether somebody would agree to a claim, by what it knows itself."""
    language = side.language
    if Grounds(view_texts(side), language).bear(claim, names_in(side.public.cast)) < KNOWS:
        return False
    said = [one for one in whereabouts_said(claim, speaker, side.public, language)]
    return not await by_rules(sheet_triplets(side), said, about)


async def diagnose_hallucination(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Return whether the claim is an invention: nobody it is about would agree to it."""
    view, language = about.view, about.view.language
    seats = {one.id for one in view.public.cast if one.seat} - {view.seat}
    for seat in (one for one in suspicion.detail.get("people", ()) if one in seats):
        if await agrees(suspicion.about, view.seat, about.side_of(seat), about):
            return finding("hallucination", MINOR, "harmless", language, "agreed")
    severity = SEVERE + (suspicion.score >= 9)
    words = "、".join(suspicion.evidence) if language == "ja" else ", ".join(suspicion.evidence)
    return finding(
        "hallucination", severity, "fault", language, "no grounds", "what you know", words=words
    )
