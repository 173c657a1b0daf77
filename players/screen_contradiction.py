"""Screening for contradiction: against what the speaker said before, and its own sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mmagents.players.base import View
from mmagents.players.nli import Clash, Inference
from mmagents.players.repair import About, Earlier, Screen, Suspicion
from mmagents.players.triplets import Source, Triplet
from mmagents.players.triplets_rules import (
    fact_triplets,
    facts_denied,
    meant_by,
    sheet_triplets,
    triplets_of,
    whereabouts_said,
    without_hearsay,
)
from mmagents.scenarios.recognise import recognise

MOST = 3
"""Suspicions kept, one for each thing that is contradicted."""


def said_triplets(own: Sequence[Earlier], about: About) -> tuple[Triplet, ...]:
    """Return the triplets of what the speaker said before, each with its turn and its words."""
    view, language = about.view, about.view.language
    known = {fact.id: fact for fact in view.known}
    found: list[Triplet] = []
    for one in own:
        text = without_hearsay(one.text, language)
        meant = meant_by(replace(about.utterance, text=text, due=None))
        denied = facts_denied(text, language, about.facts, meant)
        affirmed = [
            fact.id
            for fact in about.facts
            if fact.id in one.facts and fact.id not in denied
            if recognise(text, language, (fact,), fact.people)
        ]
        here = [*fact_triplets(affirmed, denied, known)]
        here += whereabouts_said(text, view.seat, view.public, language)
        source: Source = "said here" if one.shared else "said"
        found += [replace(each, source=source, turn=one.turn, words=one.text) for each in here]
    return tuple(found)


def screen_contradiction(infer: Inference) -> Screen:
    """Return the screen that compares triplets by `infer`."""

    async def screen(candidate: str, about: About) -> list[Suspicion]:
        hypotheses = triplets_of(about.utterance, about.view, about.facts)
        if not hypotheses:
            return []
        premises = (*sheet_triplets(about.view), *said_triplets(about.own, about))
        clashes = await infer(premises, hypotheses, about)
        return [suspicion(one, candidate, about.view) for one in _apart(clashes)[:MOST]]

    return screen


def _apart(clashes: Sequence[Clash]) -> list[Clash]:
    """Return one clash for each source and each claim, the clearest and the latest."""
    found: dict[tuple[str, str, str], Clash] = {}
    for one in sorted(clashes, key=lambda clash: (-clash.score, -clash.premise.turn)):
        what = one.hypothesis.fact or one.hypothesis.place or one.hypothesis.text
        found.setdefault((one.premise.source, what, one.hypothesis.subject), one)
    return list(found.values())


def suspicion(clash: Clash, candidate: str, view: View) -> Suspicion:
    """Return a clash as a suspicion against the candidate."""
    return Suspicion(
        "contradiction",
        clash.hypothesis.words or candidate,
        (clash.premise.text,),
        clash.score,
        clash.premise.turn or None,
        detail={"premise": clash.premise.as_json(), "hypothesis": clash.hypothesis.as_json()},
    )
