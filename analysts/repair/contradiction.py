"""Contradiction: against what the speaker said before, and its own sheet.

The diagnosis by rule tells apart an error, a lie with a reason, and owning up after such a lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mmagents.analysts.repair.clashes import Clash, by_rules
from mmagents.analysts.repair.lexicon import finding
from mmagents.analysts.repair.motives import Motive, why_deny, why_elsewhere
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
from mmagents.interfaces.repair import (
    MINOR,
    SEVERE,
    About,
    Earlier,
    Finding,
    Suspicion,
    TakenFor,
)
from mmagents.interfaces.view import View
from mmagents.scenarios.recognise.facts import recognise

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
        found += [
            replace(each, source=source_of(one), turn=one.turn, words=one.text) for each in here
        ]
    return tuple(found)


async def screen_contradiction(candidate: str, about: About) -> list[Suspicion]:
    """Return what the rules know to contradict the speaker's sheet, or its own words."""
    hypotheses = triplets_of(about.utterance, about.view, about.facts)
    if not hypotheses:
        return []
    premises = (*sheet_triplets(about.view), *said_triplets(about.own, about))
    clashes = await by_rules(premises, hypotheses, about)
    return [suspicion(one, candidate, about.view) for one in apart(clashes)[:MOST]]


def source_of(one: Earlier) -> Source:
    """Return where words of the speaker's own are from."""
    return "said here" if one.shared else "said"


def apart(clashes: Sequence[Clash]) -> list[Clash]:
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


async def diagnose_contradiction(candidate: str, suspicion: Suspicion, about: About) -> Finding:
    """Return what the contradiction is taken for.

    A lie that the sheet gives a reason for passes, unless the speaker has given up itself what it
    was to hide, before all who are here now. So does the truth of the sheet after such a lie.
    Anything else is an error.
    """
    view = about.view
    claim, before = (Triplet.of(suspicion.detail[name]) for name in ("hypothesis", "premise"))
    if not (claim.fact or claim.place):
        return await _in_words_alone(candidate, before, about)
    sheet = sheet_triplets(view)
    if before.turn and await _false(before, sheet, about):
        if not await _false(claim, sheet, about):
            return _finding("owning up", MINOR, view, "owns up", turn=before.turn)
        if not claim.denied and before.source == "said here":
            return _finding("fault", SEVERE + 1, view, "changes its story", before)
    motive = _motive(claim, before, view)
    if motive is None:
        what = "against its words" if before.turn else "against its sheet"
        return _finding("fault", SEVERE + 1, view, what, before)
    if before.source == "said here":
        return _finding("fault", SEVERE, view, "given up already", before)
    return _finding("lie", MINOR, view, motive.kind, about=motive.about)


async def _in_words_alone(candidate: str, before: Triplet, about: About) -> Finding:
    """Return what a contradiction is taken for that only a model has seen.

    A lie is one that the rules find in the candidate as well, with its reason. To speak against
    what somebody else said is no fault: nobody is bound by another's words.
    """
    view = about.view
    for other in await screen_contradiction(candidate, about):
        found = await diagnose_contradiction(candidate, other, about)
        if found.taken_for != "fault":
            return found
    if before.source == "heard":
        return _finding("harmless", MINOR, view, "against another", turn=before.turn)
    what = "against its words" if before.turn else "against its sheet"
    return _finding("fault", SEVERE + 1, view, what, before)


def _motive(claim: Triplet, before: Triplet, view: View) -> Motive | None:
    """Return the reason for saying `claim` against `before`."""
    if claim.place:
        return why_elsewhere(claim, view)
    found = why_deny(before.fact, view) if before.fact else None
    if found is None and claim.fact:
        story = next((one for one in view.known if one.id == claim.fact and one.cover_story), None)
        return Motive("cover story", story.ask) if story else None
    return found


async def _false(claim: Triplet, sheet: Sequence[Triplet], about: About) -> bool:
    """Tell whether a claim goes against the speaker's sheet, or is a lie that the sheet gives it.

    To deny such a lie is true.
    """
    lies = {fact.id for fact in about.view.known if fact.cover_story}
    if claim.fact in lies:
        return not claim.denied
    return bool(await by_rules(sheet, [claim], about))


def _finding(
    taken_for: TakenFor, severity: int, view: View, what: str, before: Triplet | None = None,
    **slots: object,
) -> Finding:  # fmt: skip
    if before is not None:
        slots |= {"turn": before.turn, "words": before.text}
    suggestion = "stand by it" if taken_for == "fault" else ""
    return finding("contradiction", severity, taken_for, view.language, what, suggestion, **slots)
