"""Diagnosis by rule: error, lie with a reason, or owning up after such a lie?"""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.analysts.repair.diagnose_repetition import MINOR
from mmagents.analysts.repair.inference.nli import by_rules
from mmagents.analysts.repair.motives import Motive, why_deny, why_elsewhere
from mmagents.analysts.repair.triplets.rules import sheet_triplets
from mmagents.analysts.repair.triplets.triplets import Triplet
from mmagents.analysts.repair.words import say
from mmagents.interfaces.repair import SEVERE, About, Finding, Suspicion, TakenFor
from mmagents.interfaces.view import View


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

    A lie is one that the rules find in the candidate as well, with its reason.
    """
    from mmagents.analysts.repair.screen_contradiction import screen_contradiction

    view = about.view
    for other in await screen_contradiction(by_rules)(candidate, about):
        found = await diagnose_contradiction(candidate, other, about)
        if found.taken_for != "fault":
            return found
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
    fault = taken_for == "fault"
    return Finding(
        "contradiction",
        severity,
        taken_for,
        say(view.language, what, **slots),
        say(view.language, "stand by it") if fault else "",
    )
