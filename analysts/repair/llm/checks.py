"""Screening and diagnosis by a model (SDR, sections 2.1 and 2.2).

A model is asked from a seat's own view and no other, so that what it writes about a candidate may
be told to whoever was about to say it. What it gives no usable answer to, the rules answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from mmagents.analysts.repair.grounds import spoken_of
from mmagents.analysts.repair.hallucination import LIKELY, screen_hallucination
from mmagents.analysts.repair.lexicon import finding
from mmagents.analysts.repair.llm.answers import Diagnosed, read_agree, read_diagnose, read_rate
from mmagents.analysts.repair.llm.graph import passage_variables
from mmagents.interfaces.repair import (
    MINOR,
    SEVERE,
    WORST,
    About,
    Diagnose,
    Finding,
    Line,
    Screen,
    Suspicion,
)
from mmagents.interfaces.view import View
from mmagents.models.ask import Question, ask
from mmagents.models.client.slot import Slot
from mmagents.models.plain import Variables
from mmagents.models.quoting import quote
from mmagents.models.variables import as_told, view_variables
from mmagents.prompts.render import Prompts

TRIALS = 3
"""Diagnoses of one suspicion, of which the most severe counts (SDR, appendix C.1)."""


def _lot(view: View, *more: object) -> str:
    return ":".join(map(str, (view.seed, view.turn, view.seat, *more)))


def rating(slot: Slot, prompts: Prompts) -> Screen:
    """Return the screen for invention that asks a model to rate what is said of others.

    Where nobody is spoken of, or the model gives no usable rating, the rules screen.
    """

    async def screen(candidate: str, about: About) -> list[Suspicion]:
        people, view = spoken_of(about.utterance), about.view
        if not people:
            return await screen_hallucination(candidate, about)
        told = as_told(view, prompts.wording, speaking=True)
        variables = view_variables(told, prompts.terms(view.language)) | {
            "words": quote(candidate),
            "mentioned": [view.public.person(one).call for one in people],
        }
        question = Question("rate", view.seat, view.language, variables, _lot(view, candidate))
        rated = await ask(slot, prompts, question, lambda reply: read_rate(reply.text), None)
        if rated is None:
            return await screen_hallucination(candidate, about)
        if rated.score <= LIKELY:
            return []
        claim, detail = rated.claim or candidate, {"people": list(people)}
        return [Suspicion("hallucination", claim, (), rated.score, detail=detail)]

    return screen


class LLMDiagnosis:
    """Diagnoses by asking a model three times and keeping the most severe answer."""

    def __init__(
        self, *, diagnose: Slot | None, agree: Slot | None, prompts: Prompts, rules: Diagnose
    ) -> None:
        """Take the slots for `diagnose` and `agree`; without one, the rules do that."""
        self._diagnose, self._agree = diagnose, agree
        self._prompts, self._rules = prompts, rules

    async def __call__(self, candidate: str, suspicion: Suspicion, about: About) -> Finding:
        """Return the finding; that of the rules if the model gives no usable answer."""
        seats = {one.id for one in about.view.public.cast if one.seat} - {about.view.seat}
        asked = [one for one in suspicion.detail.get("people", ()) if one in seats]
        if suspicion.fault == "hallucination" and asked:
            return await self._from_their_side(candidate, suspicion, about, asked)
        if self._diagnose is None:
            return await self._rules(candidate, suspicion, about)
        slot = self._diagnose
        trials = await asyncio.gather(
            *(self._trial(slot, candidate, suspicion, about, trial) for trial in range(TRIALS))
        )
        found = [one for one in trials if one is not None]
        if not found:
            return await self._rules(candidate, suspicion, about)
        worst = max(found, key=_weight)
        return Finding(
            suspicion.fault, worst.severity, worst.taken_for, worst.comment, worst.suggestion
        )

    async def _trial(
        self, slot: Slot, candidate: str, suspicion: Suspicion, about: About, trial: int
    ) -> Diagnosed | None:
        view = about.view
        told = as_told(view, self._prompts.wording, speaking=True)
        variables = view_variables(told, self._prompts.terms(view.language)) | {
            "words": quote(candidate),
            "fault": suspicion.fault,
            **self._evidence(suspicion, about),
        }
        lot = _lot(view, suspicion.fault, candidate, trial)
        question = Question("diagnose", view.seat, view.language, variables, lot)
        found = await ask(
            slot, self._prompts, question, lambda reply: read_diagnose(reply.text), None
        )
        if found is not None and suspicion.fault == "contradiction":  # true or false (SDR, E.2)
            worst = WORST if found.taken_for == "fault" else MINOR
            return found.model_copy(update={"severity": worst})
        return found

    def _evidence(self, suspicion: Suspicion, about: About) -> Variables:
        """Return what speaks against a candidate: what is written, and passages of the talk."""
        written = suspicion.evidence
        passages = [
            tuple(Line(*one) for one in lines) for lines in suspicion.detail.get("passages", ())
        ]
        if passages:
            written = written[: len(written) - len(passages)]
        elif suspicion.fault == "repetition":
            near = [one.turn for one in about.similar if one.text in written]
            passages = [found for found in map(about.passage, near) if found]
            written = () if passages else written
        return {
            "evidence": [quote(one) for one in written],
            "passages": [passage_variables(one) for one in passages],
        }

    async def _from_their_side(
        self, candidate: str, suspicion: Suspicion, about: About, asked: Sequence[str]
    ) -> Finding:
        """Ask those a claim is about, each from its own view; nothing comes back but yes or no."""
        if self._agree is None:
            return await self._rules(candidate, suspicion, about)
        slot, claim = self._agree, suspicion.about
        answers = await asyncio.gather(
            *(
                self._agreement(slot, claim, about.side_of(seat), trial)
                for seat in asked
                for trial in range(TRIALS)
            )
        )
        given = [one for one in answers if one is not None]
        if not given:
            return await self._rules(candidate, suspicion, about)
        language = about.view.language
        if all(given):
            return finding("hallucination", MINOR, "harmless", language, "agreed")
        return finding(
            "hallucination", SEVERE + 1, "fault", language, "no grounds", "what you know",
            words=claim,
        )  # fmt: skip

    async def _agreement(self, slot: Slot, claim: str, side: View, trial: int) -> bool | None:
        told = as_told(side, self._prompts.wording, speaking=False)
        variables = view_variables(told, self._prompts.terms(side.language))
        variables["words"] = quote(claim)
        question = Question("agree", side.seat, side.language, variables, _lot(side, claim, trial))
        return await ask(slot, self._prompts, question, lambda reply: read_agree(reply.text), None)


def _weight(one: Diagnosed) -> tuple[int, int]:
    """Return what a trial weighs: its severity, if it is a fault, then how much it says."""
    return (one.severity if one.taken_for == "fault" else 0, len(one.comment))
