"""Diagnosis by rule: would those who are spoken about agree?

Each is asked from its own side, and answers yes or no. It is told of nothing: the question leaves
no trace with it. Nor is the speaker: what it hears of a claim that is turned down is the same
whether nobody could know it or somebody knows better.
"""

from __future__ import annotations

from mmagents.analysts.repair.claims import names_in
from mmagents.analysts.repair.diagnose_repetition import MINOR
from mmagents.analysts.repair.grounds import Grounds, view_texts
from mmagents.analysts.repair.inference.nli import by_rules
from mmagents.analysts.repair.triplets.rules import sheet_triplets, whereabouts_said
from mmagents.analysts.repair.words import say
from mmagents.interfaces.repair import SEVERE, About, Finding, Suspicion
from mmagents.interfaces.view import View

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
            return Finding("hallucination", MINOR, "harmless", say(language, "agreed"))
    severity = SEVERE + (suspicion.score >= 9)
    words = "、".join(suspicion.evidence) if language == "ja" else ", ".join(suspicion.evidence)
    return Finding(
        "hallucination", severity, "fault", say(language, "no grounds", words=words),
        say(language, "what you know"),
    )  # fmt: skip
