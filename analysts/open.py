"""From a choice of models to whoever reads what was said."""

from __future__ import annotations

from functools import cache
from typing import Literal

from mmagents.analysts.llm.analyst import LLMAnalyst
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.analyst import Analyst, Gathering, Moderator
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

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the other makes of it."""
        return await self._detect.detect(utterance)

    async def moderate(self, gathering: Gathering) -> str | None:
        """Return whom the model names, or None where no model moderates."""
        return await self._moderate.moderate(gathering) if self._moderate else None


def open_analyst(models: Models) -> Analyst:
    """Return whoever reads what was said: models where they are named, otherwise the rules."""
    return Readers(
        normalise=_reader(models, "normalise") or _rules(),
        detect=_reader(models, "detect") or _rules(),
        moderate=_reader(models, "moderate"),
    )


def _reader(models: Models, task: Literal["normalise", "detect", "moderate"]) -> LLMAnalyst | None:
    """Return the model that does a task of the analyst, or None where the rules do it."""
    spec = models.spec(task)
    if spec is None or spec == RULES:
        return None
    slot = models.slot(spec)
    return LLMAnalyst(normalise=slot, detect=slot, moderate=slot, prompts=prompts_of(models))
