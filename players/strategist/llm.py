"""A language model as a Verbal Strategist (AgentGroupChat, section 4).

It thinks, speaks and chooses as any model in a seat, but reads of the past only what its persona
carries from one other action, and the talk under way. In a pause to think it summarises each talk
of the round, reflects on the summaries, and perceives: plans the round to come.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from mmagents.interfaces.persona import (
    NOTE,
    Habits,
    Persona,
    SinceReflection,
    StrategistAction,
    Talk,
    as_note,
    moved,
    of_this_talk,
    persona_of,
)
from mmagents.interfaces.player import Asked, Chosen, Thought
from mmagents.interfaces.relations import guessed
from mmagents.interfaces.view import View
from mmagents.models.ask import ask
from mmagents.models.client.slot import Slot
from mmagents.models.plain import Variables
from mmagents.models.variables import (
    guess_variables,
    persona_variables,
    reflect_variables,
    summarise_variables,
)
from mmagents.players.llm.player import LLMPlayer, Voice
from mmagents.players.strategist.answers import (
    read_guesses,
    read_plan,
    read_reflection,
    read_summary,
    read_thought,
)
from mmagents.players.strategist.rules import UNTHOUGHT
from mmagents.prompts.render import Prompts

Extra = Literal["summarise", "reflect", "perceive", "consider", "guess"]


class Strategist(LLMPlayer):
    """A strategist on a model. It holds no state: the persona is in the seat's notes."""

    def __init__(
        self,
        *,
        think: Slot,
        speak: Slot,
        choose: Slot,
        more: Mapping[Extra, Slot],
        prompts: Prompts,
        habits: Habits,
        voice: Voice | None = None,
    ) -> None:
        """Take a slot for each task, which may be the same, and how it is run."""
        super().__init__(think=think, speak=speak, prompts=prompts, voice=voice, choose=choose)
        self._more = more
        self._habits = habits

    def variables(self, view: View, action: StrategistAction) -> Variables:
        """Return what a prompt may say: the present talk, and what the action reads of the past."""
        told = self._persona(view, persona_of(view), action)
        return super().variables(of_this_talk(view), action) | {"persona": told}

    async def think(self, view: View) -> Thought:
        """Return the plan for this turn; without thinking, the wish to speak that all have.

        A seat that has the floor already thinks before it speaks, and bids for nothing.
        """
        if "thinking" in self._habits.without:
            return UNTHOUGHT
        if not view.about_to_speak:
            return await super().think(view)
        question = self._question("consider", view, self.variables(view, "think"))
        words = await ask(
            self._more["consider"], self._prompts, question,
            lambda reply: read_thought(reply.text), "",
        )  # fmt: skip
        return replace(UNTHOUGHT, thought=words)

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Return one of the options, and why; of a partner, the reason is kept as the strategy."""
        chosen = await super().choose(view, asked)
        if asked.kind != "partner":
            return chosen
        partner = chosen.id if self._habits.to_the_letter else ""
        persona = replace(persona_of(view), strategy=chosen.reason, partner=partner)
        return replace(chosen, notes={NOTE: as_note(persona)})

    async def reflect(self, view: View, since: SinceReflection) -> Thought:
        """Return the plan for the round to come; the persona as the reflection leaves it."""
        persona, without = persona_of(view), self._habits.without
        said = await asyncio.gather(
            *(self._summarised(view, talk, at) for at, talk in enumerate(since.talks))
        )
        summaries = tuple(one for one in said if one)
        persona = replace(persona, summaries=summaries, strategy="", partner="")
        if "reflection" not in without:
            persona = await self._reflected(view, persona, since)
            if self._habits.to_the_letter:
                persona = await self._guessed(view, persona, since)
        if "planning" not in without:
            persona = replace(persona, plan=await self._perceived(view, persona) or persona.plan)
        words = " ".join(one for one in (persona.reflection, persona.plan) if one)
        return Thought(words, "listen", 0, {NOTE: as_note(persona)})

    async def sum_up(self, view: View, talk: Talk) -> Thought:
        """Return what was said before everybody in a few words, for the judgement."""
        words = await self._summarised(view, talk, 0)
        persona = replace(persona_of(view), summaries=(words,) if words else ())
        return Thought(words, "listen", 0, {NOTE: as_note(persona)})

    async def _summarised(self, view: View, talk: Talk, at: int) -> str:
        told = summarise_variables(view, talk, self._prompts.terms(view.language))
        question = self._question("summarise", view, told, f":summarise:{at}")
        return await ask(
            self._more["summarise"], self._prompts, question,
            lambda reply: read_summary(reply.text, len(talk.turns)), "",
        )  # fmt: skip

    async def _reflected(self, view: View, persona: Persona, since: SinceReflection) -> Persona:
        summaries = self._carried(persona, "reflect", view)
        deeds = () if "memory" in self._habits.without else since.deeds
        told = persona_variables(view, persona, (), self._habits.against)
        variables = reflect_variables(view, told, summaries, deeds, first=not since.talks)
        question = self._question("reflect", view, variables, ":reflect")
        cast, count = view.public.cast, len(summaries)
        answer = await ask(
            self._more["reflect"], self._prompts, question,
            lambda reply: read_reflection(reply.text, persona, cast, count), None,
        )  # fmt: skip
        if answer is None:
            return replace(persona, reflection="", rounds=persona.rounds + 1)
        opening = self._habits.to_the_letter and not (since.talks or persona.guesses)
        # before anybody talked relations are assigned, and no belief has had a reason to move
        after = moved(persona, {} if opening else answer.beliefs, answer.regards)
        return replace(after, reflection=answer.reflection)

    async def _guessed(self, view: View, persona: Persona, since: SinceReflection) -> Persona:
        """Return a persona with what it supposes of all others' relations."""
        summaries = self._carried(persona, "reflect", view)
        deeds = () if "memory" in self._habits.without else since.deeds
        now = persona_variables(view, persona, (), self._habits.against)
        told = guess_variables(view, now, summaries, deeds)
        question, nothing = self._question("guess", view, told, ":guess"), dict[str, Any]()
        found = await ask(
            self._more["guess"], self._prompts, question,
            lambda reply: read_guesses(reply.text, view.seat, view.public.cast), nothing,
        )  # fmt: skip
        seats = [one.id for one in view.public.seats()]
        return replace(persona, guesses=guessed(seats, view.seat, persona.guesses, found))

    async def _perceived(self, view: View, persona: Persona) -> str:
        action: StrategistAction = "reflect" if "reflection" in self._habits.without else "perceive"
        told = self._persona(view, persona, action)
        variables = super().variables(of_this_talk(view), action) | {"persona": told}
        question = self._question("perceive", view, variables, ":perceive")
        return await ask(
            self._more["perceive"], self._prompts, question,
            lambda reply: read_plan(reply.text, len(view.public.seats()), len(view.resources)), "",
        )  # fmt: skip

    def _carried(self, persona: Persona, action: StrategistAction, view: View) -> tuple[str, ...]:
        if "memory" in self._habits.without:
            return ()
        return persona.carried(action, view.phase, view.present)

    def _persona(self, view: View, persona: Persona, action: StrategistAction) -> Variables:
        carried = self._carried(persona, action, view)
        return persona_variables(view, persona, carried, self._habits.against)
