"""Screening for contradiction: against what the speaker said before, and its own sheet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from mmagents.analysts.repair.inference.nli import Clash, Inference
from mmagents.analysts.repair.triplets.rules import (
    fact_triplets,
    facts_denied,
    meant_by,
    sheet_triplets,
    triplets_of,
    whereabouts_said,
    without_hearsay,
)
from mmagents.analysts.repair.triplets.triplets import Source, Triplet
from mmagents.analysts.rules.facts import facts
from mmagents.interfaces.repair import About, Earlier, Screen, Suspicion
from mmagents.interfaces.view import View
from mmagents.scenarios.recognise.facts import recognise

SURE = 0.98
"""Score of a model from which two triplets count as contradicting (SDR, appendix C.1)."""
EVIDENCE = 5
"""Earlier utterances that a model compares with, and contradictions kept (appendix C.1)."""
Extract = Callable[[About], Awaitable[tuple[Triplet, ...]]]
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


def by_model(extract: Extract, infer: Inference) -> Screen:
    """Return the screen that compares triplets in words, as a model reads them.

    What the speaker said before is compared as the statements that were kept of it; of those, the
    nearest to the candidate. Whatever the sheet says is compared in its own words.
    """

    async def screen(candidate: str, about: About) -> list[Suspicion]:
        hypotheses = await extract(about)
        if not hypotheses:
            return []
        premises = (*sheet_statements(about.view), *said_statements(about.own))
        clashes = await infer(premises, hypotheses, about)
        sure = [one for one in clashes if one.score >= SURE]
        return [suspicion(one, candidate, about.view) for one in _apart(sure)[:EVIDENCE]]

    return screen


async def stated(about: About) -> tuple[Triplet, ...]:
    """Return the statements of the candidate by rule, each as one triplet in words."""
    said = about.utterance
    return tuple(Triplet("", "", "", words=one) for one in facts(said))


def sheet_statements(view: View) -> tuple[Triplet, ...]:
    """Return what the seat was given as true, as statements; cover stories left out."""
    me, places = view.public.person(view.seat), view.public.places
    own = [fact for fact in view.known if fact.source == "sheet" and not fact.cover_story]
    found = [Triplet("", "", "", source="sheet", words=fact.text) for fact in own]
    for moment in view.sheet.timeline:
        time = moment.at + (f"-{moment.until}" if moment.until else "")
        words = f"{time}, {me.call}, {places[moment.place]}: {moment.what}"
        found.append(Triplet("", "", "", source="sheet", words=words))
    return tuple(found)


def said_statements(own: Sequence[Earlier]) -> tuple[Triplet, ...]:
    """Return what the speaker said before, as the statements that were kept of it."""
    return tuple(
        Triplet(
            "", "", "", source="said here" if one.shared else "said", turn=one.turn, words=words
        )
        for one in own[:EVIDENCE]
        for words in one.says
    )


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
        clash.hypothesis.text or candidate,
        (clash.premise.text,),
        clash.score,
        clash.premise.turn or None,
        detail={"premise": clash.premise.as_json(), "hypothesis": clash.hypothesis.as_json()},
    )
