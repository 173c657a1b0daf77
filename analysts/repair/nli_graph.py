"""NLI-Graph: contradictions between triplets, as a model reads them (SDR, section 2.1).

A model draws triplets from the candidate, and drew them from what was said before when that was
about to be said. A model compares the two, and picks the passages of the talk that the diagnosis is
shown. Nothing is compared but what the speaker was given, said or heard.

SDR takes triplets from whole dialogues. A talk here may be one dialogue of thirty turns, so that a
passage, a turn with those around it, stands for a dialogue.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from mmagents.analysts.repair.clashes import Clash, Inference
from mmagents.analysts.repair.contradiction import source_of, suspicion
from mmagents.analysts.repair.triplets.triplets import Source, Triplet
from mmagents.analysts.rules.facts import facts
from mmagents.interfaces.repair import About, Earlier, Passage, Suspicion
from mmagents.interfaces.view import View

SURE = 0.98
"""Score of a model from which two triplets count as contradicting (SDR, appendix C.1)."""
EVIDENCE = 5
"""Passages, or contradictions, that the diagnosis is shown: as many as in SDR's study of NLI-Graph
(section 4)."""
Extract = Callable[[About], Awaitable[tuple[Triplet, ...]]]
"""Draws triplets from a candidate."""
Pick = Callable[[Sequence[int], Sequence[str], About], Awaitable[tuple[int, ...]]]
"""Picks, of the numbers of turns, those that speak most against some claims, each with the turns
around it; () if it gives no answer."""


@dataclass(frozen=True, slots=True)
class NliGraph:
    """What reads and compares triplets.

    Attributes:
        extract: draws them from the candidate.
        infer: finds those that cannot both be true.
        pick: picks the evidence; None where the score picks it.
    """

    extract: Extract
    infer: Inference
    pick: Pick | None

    async def screen(
        self, claims: Sequence[Triplet], candidate: str, about: About
    ) -> list[Suspicion]:
        """Return the suspicion that claims of a candidate contradict what was before."""
        if not claims:
            return []
        premises = (*sheet_statements(about.view), *said_statements(about.heard))
        clashes = await self.infer(premises, claims, about)
        sure = [one for one in clashes if one.score >= SURE]
        sure.sort(key=lambda one: (-one.score, -one.premise.turn))
        return [await self._gathered(sure, candidate, about)] if sure else []

    async def _gathered(self, clashes: Sequence[Clash], candidate: str, about: About) -> Suspicion:
        """Return all clashes as one suspicion, with passages of the talk for evidence."""
        claims = list(dict.fromkeys(one.hypothesis.text for one in clashes))
        turns = dict.fromkeys(one.premise.turn for one in clashes if one.premise.turn)
        if self.pick is not None and len(turns) > 1:
            picked = await self.pick(tuple(turns), claims, about)
            turns = dict.fromkeys(picked) or turns
        passages = [about.passage(turn) for turn in turns][:EVIDENCE]
        written = dict.fromkeys(one.premise.text for one in clashes if not one.premise.turn)
        first = suspicion(clashes[0], candidate, about.view)
        return Suspicion(
            "contradiction",
            " / ".join(claims[:EVIDENCE]),
            (*list(written)[:EVIDENCE], *map(in_words, passages)),
            clashes[0].score,
            first.turn,
            detail={**first.detail, "passages": [list(map(list, one)) for one in passages]},
        )


def in_words(passage: Passage) -> str:
    """Return a passage on one line, for the record."""
    return " / ".join(f"{one.turn} {one.speaker}: {one.text}" for one in passage)


async def stated(about: About) -> tuple[Triplet, ...]:
    """Return the statements of the candidate by rule, each as one triplet in words."""
    return tuple(Triplet("", "", "", words=one) for one in facts(about.utterance))


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


def said_statements(said: Sequence[Earlier]) -> tuple[Triplet, ...]:
    """Return what was said before: as the triplets that a model drew from it, else as statements.

    Statements are the facts that were kept of it. What was not screened, a person's words or
    scripted ones, has no triplets.
    """
    found: list[Triplet] = []
    for one in said:
        source: Source = source_of(one) if one.own else "heard"
        if one.triplets:
            found += [Triplet(*parts, source=source, turn=one.turn) for parts in one.triplets]
        else:
            found += [Triplet("", "", "", source=source, turn=one.turn, words=w) for w in one.says]
    return tuple(found)
