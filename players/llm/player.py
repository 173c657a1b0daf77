"""A language model in a seat (MMAgents, sections 3.2 and 4.1).

The paper gives speaking and designation to a strong model, thinking and normalising to a cheap one;
here every task has a slot of its own, and slots may be shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Literal, get_args

from mmagents.interfaces.persona import StrategistAction
from mmagents.interfaces.player import NO_CHOICE, Asked, Chosen, Thought
from mmagents.interfaces.repair import Dropped
from mmagents.interfaces.view import View
from mmagents.models.answers.read import read_think
from mmagents.models.ask import Question, Read, ask
from mmagents.models.client.slot import Slot
from mmagents.models.plain import Variables
from mmagents.models.quoting import quote
from mmagents.models.variables import as_told, choice_variables, view_variables
from mmagents.players.llm.choose import read_choose
from mmagents.players.llm.speech import read_speech
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import Asked as Task

LISTENS = Thought("", "listen", 0)
"""The thought of a seat whose model gave none."""
PASSES = "…"
"""The words of a seat whose model gave none."""
_READS: Mapping[str, StrategistAction] = {"vote": "vote", "winner": "judge"}
"""By kind of choice, the action of a strategist that it is; any other is choosing."""
Way = Literal["repair_persona", "repair_task"]
WAYS: tuple[Way, ...] = get_args(Way)
"""Prompts that ask for other words, drawn by lot (SDR, section 2.4).

A model asked twice alike answers alike, so they ask the same in unlike words.
"""


class LLMPlayer:
    """A language model in a seat. It holds no state of a game: all it is told is in the view."""

    def __init__(
        self,
        *,
        think: Slot,
        speak: Slot,
        prompts: Prompts,
        choose: Slot | None = None,
        repair: Slot | None = None,
    ) -> None:
        """Take a slot for each task, which may be the same.

        What thinks chooses by default, and what speaks repairs.
        """
        self._think = think
        self._speak = speak
        self._choose = choose or think
        self._repair = repair or speak
        self._prompts = prompts

    async def think(self, view: View) -> Thought:
        """Return the plan for this turn; listening at 0 if the model gives no usable one."""
        question = self._question("think", view, self.variables(view, "think"))
        return await ask(
            self._think, self._prompts, question, lambda reply: read_think(reply.text), LISTENS
        )

    async def speak(self, view: View) -> str:
        """Return the words of this turn; a pass if the model gives no usable ones."""
        question = self._question("speak", view, self.variables(view, "speak"))
        return await ask(self._speak, self._prompts, question, _speech_of(view), PASSES)

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        """Return other words for this turn; those dropped last if the model gives no usable ones.

        What was wrong is merged into the request, which is put in one of two ways, by lot.
        """
        variables = self.variables(view, "speak") | dropped_variables(dropped)
        question = self._question("repair", view, variables, f":{len(dropped)}")
        way = Random(f"{view.seed}:{view.turn}:{view.seat}:repair:{len(dropped)}").choice(WAYS)
        question, last = replace(question, prompt=way), dropped[-1].text
        return await ask(self._repair, self._prompts, question, _speech_of(view), last)

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
        return view_variables(told, self._prompts.terms(view.language))

    def _question(self, task: Task, view: View, variables: Variables, which: str = "") -> Question:
        """Return a question for this seat; `which` tells it from others of the same turn."""
        lot = f"{view.seed}:{view.turn}:{view.seat}{which}"
        return Question(task, view.seat, view.language, variables, lot)


def _speech_of(view: View) -> Read[str]:
    """Return what reads the spoken words of the seat out of a reply."""
    speaker, cast = view.public.person(view.seat), view.public.cast
    return lambda reply: read_speech(reply.text, speaker, cast, cut=reply.cut)


def dropped_variables(dropped: tuple[Dropped, ...]) -> Variables:
    """Return the candidates dropped, their comments and suggestions merged, each said once."""
    return {
        "dropped": [
            {
                "words": quote(one.text),
                "comments": _once(quote(f.comment) for f in one.findings),
                "suggestions": _once(quote(f.suggestion) for f in one.findings if f.suggestion),
            }
            for one in dropped
        ]
    }


def _once(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))
