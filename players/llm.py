"""Language models in the seats: the LLM player and the LLM analyst (MMAgents, 3.2 and 4.1).

The paper gives speaking and designation to a strong model, thinking and normalising to a cheap one;
here every task has a slot of its own, and slots may be shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from mmagents.players.base import (
    NO_CHOICE,
    Asked,
    Chosen,
    Designation,
    Gathering,
    Thought,
    Utterance,
    View,
)
from mmagents.players.llm_accounts import ANALYST
from mmagents.players.llm_answers import read_detect, read_normalise, read_think
from mmagents.players.llm_ask import Question, ask
from mmagents.players.llm_choose import read_choose
from mmagents.players.llm_designation import designation_of
from mmagents.players.llm_moderate import read_moderate
from mmagents.players.llm_repair import dropped_variables, way_of_asking
from mmagents.players.llm_slot import Slot
from mmagents.players.llm_speech import read_speech
from mmagents.players.llm_transport import Reply
from mmagents.players.llm_variables import (
    Variables,
    choice_variables,
    detect_variables,
    moderate_variables,
    normalise_variables,
    view_variables,
)
from mmagents.players.persona import Action
from mmagents.players.repair import Dropped
from mmagents.prompts.render import Prompts

LISTENS = Thought("", "listen", 0)
"""The thought of a seat whose model gave none."""
PASSES = "…"
"""The words of a seat whose model gave none."""


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

        def read(reply: Reply) -> tuple[Thought, tuple[str, ...]]:
            answer, repairs = read_think(reply.text)
            return Thought(answer.thought, answer.action, answer.importance), repairs

        question = self._asks("think", view)
        return await ask(self._think, self._prompts, question, read, LISTENS)

    async def speak(self, view: View) -> str:
        """Return the words of this turn; a pass if the model gives no usable ones."""
        question = self._asks("speak", view)
        return await ask(self._speak, self._prompts, question, _speech_of(view), PASSES)

    async def repair(self, view: View, dropped: tuple[Dropped, ...]) -> str:
        """Return other words for this turn; those dropped last if the model gives no usable ones.

        What was wrong is merged into the request, which is put in one of two ways, by lot.
        """
        variables = self.variables(view, "speak") | dropped_variables(dropped)
        lot = f"{view.seed}:{view.turn}:{view.seat}:{len(dropped)}"
        question = Question(
            "repair", view.seat, view.language, variables, lot, way_of_asking(view, dropped)
        )
        last = dropped[-1].text
        return await ask(self._repair, self._prompts, question, _speech_of(view), last)

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Return one of the options, and why; no choice if the model makes no usable one."""

        def read(reply: Reply) -> tuple[Chosen, tuple[str, ...]]:
            return read_choose(reply.text, asked, view.public.cast)

        action: Action = "vote" if asked.kind == "vote" else "choose"
        variables = self.variables(view, action) | {"asked": choice_variables(asked)}
        lot = f"{view.seed}:{view.turn}:{view.seat}:{asked.kind}"
        question = Question("choose", view.seat, view.language, variables, lot)
        return await ask(self._choose, self._prompts, question, read, NO_CHOICE)

    def variables(self, view: View, action: Action) -> Variables:
        """Return what the prompt of an action may say."""
        return view_variables(view)

    def _asks(self, task: Literal["think", "speak"], view: View) -> Question:
        lot = f"{view.seed}:{view.turn}:{view.seat}"
        return Question(task, view.seat, view.language, self.variables(view, task), lot)


def _speech_of(view: View) -> Callable[[Reply], tuple[str, tuple[str, ...]]]:
    """Return what reads the spoken words of the seat out of a reply."""
    speaker = view.public.person(view.seat)

    def read(reply: Reply) -> tuple[str, tuple[str, ...]]:
        return read_speech(reply.text, speaker, view.public.cast, cut=reply.cut)

    return read


class LLMAnalyst:
    """A language model that reads what was said, from the words and the cast alone."""

    def __init__(
        self, *, normalise: Slot, detect: Slot, prompts: Prompts, moderate: Slot | None = None
    ) -> None:
        """Take a slot for each task, which may be the same; what detects moderates by default."""
        self._normalise = normalise
        self._detect = detect
        self._moderate = moderate or detect
        self._prompts = prompts

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        """Return the utterance as facts; the utterance itself if the model gives no usable ones."""

        def read(reply: Reply) -> tuple[tuple[str, ...], tuple[str, ...]]:
            answer, repairs = read_normalise(reply.text)
            return answer.facts, repairs

        question = Question(
            "normalise",
            ANALYST,
            utterance.language,
            normalise_variables(utterance),
            lot=utterance.text,
        )
        return await ask(self._normalise, self._prompts, question, read, (utterance.text,))

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the utterance does to the floor; nothing if the model says nothing usable."""

        def read(reply: Reply) -> tuple[Designation, tuple[str, ...]]:
            answer, repairs = read_detect(reply.text)
            found, more = designation_of(answer, utterance)
            return found, (*repairs, *more)

        question = Question(
            "detect", ANALYST, utterance.language, detect_variables(utterance), lot=utterance.text
        )
        return await ask(self._detect, self._prompts, question, read, Designation())

    async def moderate(self, gathering: Gathering) -> str:
        """Return the id of whoever is to speak next; "" if the model names nobody who may."""

        def read(reply: Reply) -> tuple[str, tuple[str, ...]]:
            return read_moderate(reply.text, gathering)

        lot = f"{gathering.seed}:{gathering.turn}"
        variables = moderate_variables(gathering)
        question = Question("moderate", ANALYST, gathering.language, variables, lot)
        return await ask(self._moderate, self._prompts, question, read, "")
