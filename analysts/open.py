"""From a choice of models to whoever reads what was said."""

from __future__ import annotations

from functools import cache
from typing import Literal

from mmagents.analysts.llm.analyst import LLMAnalyst
from mmagents.analysts.rules_first import RulesFirst
from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import Designation
from mmagents.interfaces import own_code
from mmagents.interfaces.analyst import (
    Analyst,
    Gathering,
    Minuter,
    Moderator,
    Recogniser,
)
from mmagents.interfaces.talk import Utterance
from mmagents.models.choice import RULES, Models, prompts_of


@cache
def _rules() -> Analyst:
    from mmagents.analysts.rules.analyst import RulesAnalyst

    return RulesAnalyst()


class Readers:
    """An analyst made of several: one normalises, one detects, and perhaps one moderates."""

    def __init__(
        self, *, normalise: Analyst, detect: Analyst, moderate: Moderator | None = None
    ) -> None:
        self._normalise = normalise
        self._detect = detect
        self._moderate = moderate

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        """Return what the one makes of it."""
        return await self._normalise.normalize(utterance)

    def recogniser(self) -> Recogniser | None:
        """Return the one that normalises if it looks for facts of the story, or None."""
        return self._normalise if isinstance(self._normalise, Recogniser) else None

    def minuter(self) -> Minuter | None:
        """Return the one that normalises if it can read several turns at once, or None."""
        return self._normalise if isinstance(self._normalise, Minuter) else None

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the other makes of it."""
        return await self._detect.detect(utterance)

    def reads_at_once(self, utterance: Utterance) -> bool:
        """Tell whether detecting waits for nobody: it is left to the rules, or they are sure."""
        if isinstance(self._detect, RulesFirst):
            return self._detect.sure(utterance)
        return self._detect is _rules()

    def notes_at_once(self) -> bool:
        """Tell whether normalising waits for nobody: it is left to the rules."""
        return self._normalise is _rules()

    async def moderate(self, gathering: Gathering) -> str | None:
        """Return whom the model names, or None where no model moderates."""
        return await self._moderate.moderate(gathering) if self._moderate else None


def open_analyst(models: Models, spec: str | None = None, *, sparing: bool = False) -> Analyst:
    """Return whoever reads what was said: models where they are named, otherwise the rules.

    Args:
        models: which model does what.
        spec: code of the user's own that reads instead: python:MODULE:NAME, or the name of an
            installed analyst. If it is no moderator, a model moderates.
        sparing: whether a model detects only where the rules are not sure.

    Raises:
        MMAgentsError: if there is no such code.
    """
    own = _own(spec) if spec else None
    model = _reader(models, "detect")
    detecting = RulesFirst(model) if model and sparing else model
    return Readers(
        normalise=own or _reader(models, "normalise") or _rules(),
        detect=own or detecting or _rules(),
        moderate=own if isinstance(own, Moderator) else _reader(models, "moderate"),
    )


def _own(spec: str) -> Analyst:
    place = own_code.place_of(spec, "analyst")
    if place is None:
        raise MMAgentsError(
            f"No analyst is called {spec!r}. Name one as python:MODULE:NAME; to have a model read, "
            "name it for normalise and detect (--model-for)."
        )
    analyst: Analyst = own_code.opened(place, "analyst")
    return analyst


def _reader(models: Models, task: Literal["normalise", "detect", "moderate"]) -> LLMAnalyst | None:
    """Return the model that does a task of the analyst, or None where the rules do it."""
    spec = models.spec(task)
    if spec is None or spec == RULES:
        return None
    slot, prompts = models.slot(spec), prompts_of(models)
    named = (models.by_task or {}).get("normalise_turns")
    minutes = models.slot(named) if named and named != RULES else slot
    return LLMAnalyst(normalise=slot, detect=slot, moderate=slot, minutes=minutes, prompts=prompts)
