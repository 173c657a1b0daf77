"""Which model does what: strong and cheap slots, models by task, and the players made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mmagents.players.llm import LLMAnalyst, LLMPlayer
from mmagents.players.llm_ask import Asked
from mmagents.players.llm_slot import Slot
from mmagents.players.llm_transport import Patience
from mmagents.prompts.render import Prompts
from mmagents.scenarios.errors import MMAgentsError

STRENGTH: Mapping[Asked, str] = {
    "think": "cheap",
    "speak": "strong",
    "normalise": "cheap",
    "detect": "strong",
}
"""Which slot does which task (MMAgents, section 4.1)."""


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a run and how they are talked to.

    Attributes:
        strong: the model that speaks and detects, as `provider:model`.
        cheap: the model that thinks and normalises.
        tasks: pairs of task and model, for tasks that have a model of their own.
        base_url: address of a server of the OpenAI protocol, for models that name none.
        prompts: folder with prompts of one's own.
        patience: how long to wait and how often to try.
        options: pairs of name and value passed to every client: temperature, max_tokens …
    """

    strong: str
    cheap: str
    tasks: tuple[tuple[str, str], ...] = ()
    base_url: str | None = None
    prompts: str | None = None
    patience: Patience = field(default_factory=Patience)
    options: tuple[tuple[str, str | int | float | bool], ...] = ()

    def slot(self, task: Asked, seat_model: str | None = None) -> Slot:
        """Return the slot for a task; a seat's own model wins.

        Raises:
            MMAgentsError: if a model is misnamed, or `tasks` names no task.
        """
        unknown = sorted({name for name, _ in self.tasks} - set(STRENGTH))
        if unknown:
            raise MMAgentsError(
                f"No task is called {unknown[0]!r}. There is: {', '.join(STRENGTH)}."
            )
        by_strength = self.strong if STRENGTH[task] == "strong" else self.cheap
        spec = seat_model or dict(self.tasks).get(task) or by_strength
        return _slot(spec, self.base_url, self.patience, self.options)


@cache
def _slot(
    spec: str,
    base_url: str | None,
    patience: Patience,
    options: tuple[tuple[str, str | int | float | bool], ...],
) -> Slot:
    """Return the one slot of a model: whoever uses it shares its connections."""
    return Slot.of(spec, base_url=base_url, patience=patience, **dict(options))


@cache
def _prompts(directory: str | None) -> Prompts:
    return Prompts(None if directory is None else Path(directory))


def model_player(models: Models, seat_model: str | None = None) -> LLMPlayer:
    """Return a player; `seat_model` is that seat's own model for all it does."""
    return LLMPlayer(
        think=models.slot("think", seat_model),
        speak=models.slot("speak", seat_model),
        prompts=_prompts(models.prompts),
    )


def model_analyst(models: Models) -> LLMAnalyst:
    """Return the analyst."""
    return LLMAnalyst(
        normalise=models.slot("normalise"),
        detect=models.slot("detect"),
        prompts=_prompts(models.prompts),
    )
