"""A language model that reads what was said (MMAgents, sections 3.1.2 and 3.2.4)."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.analysts.llm.answers import designation_from, read_moderate
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.accounts import ANALYST
from mmagents.interfaces.analyst import Gathering, ListedFact, Noted, Said
from mmagents.interfaces.talk import Utterance
from mmagents.models.answers.minutes import Minutes, read_minutes
from mmagents.models.answers.read import read_detect, read_noted
from mmagents.models.ask import Question, ask
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Reply
from mmagents.models.utterances import (
    detect_variables,
    minutes_variables,
    moderate_variables,
    normalise_variables,
)
from mmagents.prompts.render import Prompts


class LLMAnalyst:
    """A language model that reads what was said, from the words and the cast alone."""

    def __init__(
        self,
        *,
        normalise: Slot,
        detect: Slot,
        prompts: Prompts,
        moderate: Slot | None = None,
        minutes: Slot | None = None,
    ) -> None:
        """Take a slot for each task, which may be the same.

        By default, what detects moderates, and what normalises one turn does so with several.
        """
        self._normalise = normalise
        self._minutes = minutes or normalise
        self._detect = detect
        self._moderate = moderate or detect
        self._prompts = prompts

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        """Return the utterance as facts; the utterance itself if the model gives no usable ones."""
        return (await self.recognize(utterance, ())).items

    async def recognize(self, utterance: Utterance, listed: tuple[ListedFact, ...]) -> Noted:
        """Return the utterance as facts, and which of those listed it tells: one call for both.

        Nothing counts as told, nor as looked for, where the model gives no usable answer, where the
        answer leaves it out, or where a prompt of the user's own does not list them.
        """
        language = utterance.language
        if not self._prompts.declares("normalise", language, "listed"):
            listed = ()
        variables = normalise_variables(utterance, self._prompts.terms(language), listed)
        question = Question("normalise", ANALYST, language, variables, utterance.text)

        def read(reply: Reply) -> tuple[Noted, tuple[str, ...]]:
            items, numbers, repairs = read_noted(reply.text, len(listed))
            told = None if numbers is None else tuple(listed[one - 1].id for one in numbers)
            return Noted(items, told if listed else None), repairs

        default = Noted((utterance.text,), None)
        return await ask(self._normalise, self._prompts, question, read, default)

    async def recognize_turns(
        self, said: Sequence[Said], listed: tuple[ListedFact, ...]
    ) -> tuple[Noted, ...]:
        """Return each turn as facts, and which of those listed it tells: one call for all.

        Of a turn of which the model gives nothing usable, its words are the fact.
        """
        language, turns = said[0].utterance.language, [one.turn for one in said]
        variables = minutes_variables(said, self._prompts.terms(language), listed)
        lot = "\n".join(one.utterance.text for one in said)
        question = Question("normalise_turns", ANALYST, language, variables, lot)
        nothing: dict[int, Minutes] = {}
        found = await ask(
            self._minutes, self._prompts, question,
            lambda reply: read_minutes(reply.text, turns, len(listed)), nothing,
        )  # fmt: skip
        return tuple(_noted(found.get(turn), one.text, listed) for turn, one in said)

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the utterance does to the floor; nothing if the model says nothing usable."""

        def read(reply: Reply) -> tuple[Designation, tuple[str, ...]]:
            answer, repairs = read_detect(reply.text)
            found, more = designation_from(answer, utterance)
            return found, (*repairs, *more)

        variables = detect_variables(utterance, self._prompts.terms(utterance.language))
        question = Question("detect", ANALYST, utterance.language, variables, lot=utterance.text)
        return await ask(self._detect, self._prompts, question, read, Designation())

    async def moderate(self, gathering: Gathering) -> str:
        """Return the id of whoever is to speak next; "" if the model names nobody who may."""
        lot = f"{gathering.seed}:{gathering.turn}"
        variables = moderate_variables(gathering, self._prompts.terms(gathering.language))
        question = Question("moderate", ANALYST, gathering.language, variables, lot)
        return await ask(
            self._moderate, self._prompts, question,
            lambda reply: read_moderate(reply.text, gathering), "",
        )  # fmt: skip


def _noted(found: Minutes | None, text: str, listed: tuple[ListedFact, ...]) -> Noted:
    """Return what was read of a turn, with the facts listed by their ids."""
    if found is None:
        return Noted((text,), None)
    items, numbers = found
    told = None if numbers is None else tuple(listed[one - 1].id for one in numbers)
    return Noted(items, told if listed else None)
