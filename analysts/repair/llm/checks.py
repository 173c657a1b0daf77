"""Screening and diagnosis by a model (SDR, sections 2.1 and 2.2).

A model is asked from a seat's own view and no other, so that what it writes about a candidate may
be told to whoever was about to say it. What it gives no usable answer to, the rules answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from mmagents.analysts.repair.claims import spoken_of
from mmagents.analysts.repair.contradiction import Extract
from mmagents.analysts.repair.hallucination import LIKELY, screen_hallucination
from mmagents.analysts.repair.inference.nli import Clash, Inference
from mmagents.analysts.repair.lexicon import finding
from mmagents.analysts.repair.llm.answers import (
    Clashes,
    Diagnosed,
    read_agree,
    read_diagnose,
    read_entail,
    read_rate,
    read_triplets,
)
from mmagents.analysts.repair.triplets.triplets import Triplet
from mmagents.interfaces.accounts import ANALYST
from mmagents.interfaces.repair import MINOR, SEVERE, About, Diagnose, Finding, Screen, Suspicion
from mmagents.interfaces.view import View
from mmagents.models.ask import Question, ask
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Reply
from mmagents.models.quoting import quote
from mmagents.models.utterances import utterance_variables
from mmagents.models.variables import as_told, view_variables
from mmagents.prompts.render import Prompts

TRIALS = 3
"""Diagnoses of one suspicion, of which the most severe counts (SDR, appendix C.1)."""


def _lot(view: View, *more: object) -> str:
    return ":".join(map(str, (view.seed, view.turn, view.seat, *more)))


def extractor(slot: Slot, prompts: Prompts) -> Extract:
    """Return what takes a candidate apart into triplets; none if the model gives no usable ones."""

    async def extract(about: About) -> tuple[Triplet, ...]:
        said = about.utterance
        variables = utterance_variables(said, prompts.terms(said.language))
        question = Question("triplets", ANALYST, said.language, variables, lot=said.text)
        return await ask(slot, prompts, question, lambda reply: read_triplets(reply.text), ())

    return extract


def inference(slot: Slot, prompts: Prompts) -> Inference:
    """Return what compares triplets by asking a model; no clash if it gives no usable answer."""

    async def infer(
        premises: Sequence[Triplet], hypotheses: Sequence[Triplet], about: About
    ) -> list[Clash]:
        said = about.utterance
        speaker = next(one for one in said.cast if one.id == said.speaker)
        variables = {
            "speaker": {"name": speaker.name, "call": speaker.call, "role": speaker.role},
            "premises": _numbered(premises),
            "claims": _numbered(hypotheses),
        }
        question = Question("entail", ANALYST, said.language, variables, lot=said.text)

        def read(reply: Reply) -> tuple[Clashes, tuple[str, ...]]:
            return read_entail(reply.text, len(premises), len(hypotheses))

        found = await ask(slot, prompts, question, read, ())
        return [Clash(premises[one], hypotheses[other], sure) for one, other, sure in found]

    return infer


def _numbered(triplets: Sequence[Triplet]) -> list[dict[str, object]]:
    return [{"number": at, "words": quote(one.text)} for at, one in enumerate(triplets, start=1)]


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
            "evidence": [quote(one) for one in suspicion.evidence],
        }
        lot = _lot(view, suspicion.fault, candidate, trial)
        question = Question("diagnose", view.seat, view.language, variables, lot)
        return await ask(
            slot, self._prompts, question, lambda reply: read_diagnose(reply.text), None
        )

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
