"""A language model in a seat (MMAgents, sections 3.2 and 4.1).

The paper gives speaking and designation to a strong model, thinking and normalising to a cheap one;
here every task has a slot of its own, and slots may be shared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from mmagents.interfaces.persona import StrategistAction
from mmagents.interfaces.player import NO_CHOICE, Asked, Chosen, Thought
from mmagents.interfaces.repair import Dropped
from mmagents.interfaces.view import View
from mmagents.models.answers.read import read_think
from mmagents.models.ask import Question, Read, ask
from mmagents.models.client.slot import Slot
from mmagents.models.plain import Variables
from mmagents.models.quoting import quote
from mmagents.models.speaking import AS_EVER, Speaking, left_out
from mmagents.models.variables import as_told, choice_variables, view_variables
from mmagents.players.llm.choose import read_choose
from mmagents.players.llm.rewording import (
    comments_on,
    dropped_variables,
    read_merged,
    read_pick,
    suggestions_for,
    way_of,
)
from mmagents.players.llm.speech import read_speech
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import Asked as Task

LISTENS = Thought("", "listen", 0)
"""The thought of a seat whose model gave none."""
PASSES = "…"
"""The words of a seat whose model gave none."""
_READS: Mapping[str, StrategistAction] = {"vote": "vote", "winner": "judge"}
"""By kind of choice, the action of a strategist that it is; any other is choosing."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What picks, mends and sums up the lines of a seat, and how it is asked for them."""

    speaking: Speaking = AS_EVER
    repair: Slot | None = None
    pick: Slot | None = None
    merge: Slot | None = None


class LLMPlayer:
    """A language model in a seat. It holds no state of a game: all it is told is in the view."""

    def __init__(
        self,
        *,
        think: Slot,
        speak: Slot,
        prompts: Prompts,
        choose: Slot | None = None,
        voice: Voice | None = None,
    ) -> None:
        """Take a slot for each task, which may be the same, and how it is asked for words.

        What thinks chooses by default; what speaks does all that is about its lines.
        """
        voice = voice or Voice()
        self._think = think
        self._speak = speak
        self._choose = choose or think
        self._repair = voice.repair or speak
        self._pick, self._merge = voice.pick or speak, voice.merge or speak
        self._speaking = voice.speaking
        self._prompts = prompts

    async def think(self, view: View) -> Thought:
        """Return the plan for this turn; listening at 0 if the model gives no usable one."""
        question = self._question("think", view, self.variables(view, "think"))
        stating = self._prompts.wording.units
        return await ask(
            self._think, self._prompts, question,
            lambda reply: read_think(reply.text, stating=stating), LISTENS,
        )  # fmt: skip

    async def speak(self, view: View) -> str:
        """Return the words of this turn; a pass if the model gives no usable ones.

        Of several lines, one that the model takes for the best; the first if it names none.
        """
        told, number = self.variables(view, "speak"), self._speaking.best_of
        lines = await asyncio.gather(
            *(self._line(view, told, f":{at}" if at else "") for at in range(number))
        )
        said = list(dict.fromkeys(one for one in lines if one != PASSES))
        if len(said) < 2:
            return said[0] if said else PASSES
        candidates = [{"number": at, "words": quote(one)} for at, one in enumerate(said, start=1)]
        question = self._question("pick", view, told | {"candidates": candidates})
        best = await ask(
            self._pick, self._prompts, question, lambda reply: read_pick(reply.text, len(said)), 0
        )
        return said[best]

    async def _line(self, view: View, told: Variables, which: str) -> str:
        question = self._question("speak", view, told, which)
        return await ask(self._speak, self._prompts, question, _speech_of(view), PASSES)

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        """Return other words for this turn; those dropped last if the model gives no usable ones.

        What was wrong is part of the request, which is put in one of two ways, by lot if not fixed.
        """
        merged = await self._merged(view, dropped[-1]) if self._speaking.merge else None
        variables = self.variables(view, "speak") | dropped_variables(dropped, merged)
        question = self._question("repair", view, variables, f":{len(dropped)}")
        way = way_of(self._speaking.asking, view, len(dropped))
        question, last = replace(question, prompt=way), dropped[-1].text
        return await ask(self._repair, self._prompts, question, _speech_of(view), last)

    async def _merged(self, view: View, dropped: Dropped) -> tuple[str, ...] | None:
        """Return what to do about all comments on a candidate; None if the model gives nothing."""
        me = view.public.person(view.seat)
        variables = {
            "me": {"name": me.name, "call": me.call},
            "words": quote(dropped.text),
            "comments": comments_on(dropped),
            "suggestions": suggestions_for(dropped),
        }
        question = self._question("merge", view, variables, f":{dropped.text}")
        return await ask(
            self._merge, self._prompts, question, lambda reply: read_merged(reply.text), None
        )

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Return one of the options, and why; no choice if the model makes no usable one."""
        action: StrategistAction = _READS.get(asked.kind, "choose")
        variables = self.variables(view, action) | {"asked": choice_variables(asked)}
        question = self._question("choose", view, variables, f":{asked.kind}")
        return await ask(
            self._choose, self._prompts, question,
            lambda reply: read_choose(reply.text, asked, view.public.cast), NO_CHOICE,
        )  # fmt: skip

    def variables(self, view: View, action: StrategistAction) -> Variables:
        """Return what the prompt of an action may say."""
        told = as_told(view, self._prompts.wording, speaking=action == "speak")
        found = view_variables(told, self._prompts.terms(view.language))
        return left_out(found, self._speaking.leave_out) if action == "speak" else found

    def _question(self, task: Task, view: View, variables: Variables, which: str = "") -> Question:
        """Return a question for this seat; `which` tells it from others of the same turn."""
        lot = f"{view.seed}:{view.turn}:{view.seat}{which}"
        return Question(task, view.seat, view.language, variables, lot)


def _speech_of(view: View) -> Read[str]:
    """Return what reads the spoken words of the seat out of a reply."""
    speaker, cast = view.public.person(view.seat), view.public.cast
    return lambda reply: read_speech(reply.text, speaker, cast, cut=reply.cut)
