"""From the name of a player to the player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from mmagents.players.base import (
    Analyst,
    Designation,
    Gathering,
    Moderator,
    Player,
    Utterance,
)
from mmagents.players.person import HUMAN, Person
from mmagents.players.persona import Habits
from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.players.llm import LLMAnalyst
    from mmagents.players.llm_slot import Slot
    from mmagents.prompts.render import Prompts

Task = Literal[
    "think", "moderate", "speak", "triplets", "entail", "rate", "agree", "diagnose", "repair",
    "choose", "summarise", "reflect", "perceive", "normalise", "detect",
]  # fmt: skip
TASKS: tuple[Task, ...] = get_args(Task)
Check = Literal["triplets", "entail", "rate", "agree", "diagnose"]
CHECKS: tuple[Check, ...] = get_args(Check)
"""What is done to a candidate before it is heard; only where turns are repaired."""
STRONG: frozenset[Task] = frozenset({"speak", "detect", "moderate", "diagnose", "repair"})
"""What the paper gives to the stronger model (section 4.1), and moderating, diagnosing and
repairing, which it has not; the cheaper one has the rest."""
READING: tuple[Task, ...] = ("moderate", "normalise", "detect")
"""The tasks of the analyst that every run has."""
IMPROV = "improv"
STRATEGIST = "strategist"
SCRIPTED = "scripted:"
RULES = "rules"
_PERSON = Person()


@dataclass(frozen=True, slots=True)
class Models:
    """Which model does what.

    Attributes:
        model: for every task that is not named otherwise; None without any model.
        strong: for speak, detect, moderate, diagnose and repair.
        cheap: for think, choose, normalise, what strategists do in a pause to think, and screening.
        by_task: for one task each, before all of these; "rules" for those of the
            analyst (normalise, detect, moderate) and for checks.
        base_url: a server of the OpenAI protocol, for specs that name no other address.
        timeout: seconds for one request.
        attempts: requests for one answer, the first included.
        prompts: a folder whose files go before the shipped prompts.
        options: passed to every client: temperature, max_tokens …
        cache: a file of SQLite in which answers are kept and looked up first.
    """

    model: str | None = None
    strong: str | None = None
    cheap: str | None = None
    by_task: Mapping[str, str] | None = None
    base_url: str | None = None
    timeout: float = 60.0
    attempts: int = 4
    prompts: str | None = None
    options: Mapping[str, str | int | float | bool] | None = None
    cache: str | None = None

    def spec(self, task: Task) -> str | None:
        """Return the model for `task`, or None if there is none."""
        slot = self.strong if task in STRONG else self.cheap
        return (self.by_task or {}).get(task) or slot or self.model

    def slot(self, spec: str) -> Slot:
        """Return the slot of a model.

        Raises:
            MMAgentsError: if `spec` names no model.
        """
        options = tuple(sorted((self.options or {}).items()))
        return _slot(spec, self.base_url, self.timeout, self.attempts, self.cache, options)


@cache
def _slot(
    spec: str,
    base_url: str | None,
    timeout: float,
    attempts: int,
    cache: str | None,
    options: tuple[tuple[str, str | int | float | bool], ...],
) -> Slot:
    from mmagents.players.llm_check_answers import CHECK_FORMATS
    from mmagents.players.llm_schemas import RESPONSE_FORMATS
    from mmagents.players.llm_slot import Slot
    from mmagents.players.llm_transport import Patience

    patience = Patience(timeout=timeout, attempts=attempts)
    return Slot.of(
        spec,
        base_url=base_url,
        patience=patience,
        cache=cache,
        forms={**RESPONSE_FORMATS, **CHECK_FORMATS},
        **dict(options),
    )


@cache
def _prompts(folder: str | None) -> Prompts:
    from mmagents.prompts.render import Prompts

    return Prompts(Path(folder) if folder else None)


@cache
def _improv() -> Player:
    from mmagents.players.improv import ImprovPlayer

    return ImprovPlayer()


@cache
def _ruled(habits: Habits) -> Player:
    from mmagents.players.strategist_rules import RuledStrategist

    return RuledStrategist(habits)


@cache
def _rules() -> Analyst:
    from mmagents.players.rules import RulesAnalyst

    return RulesAnalyst()


def open_player(
    spec: str | None, models: Models, habits: Habits | None = None, *, strategist: bool = False
) -> Player:
    """Return whoever `spec` names: human, improv, scripted:FILE, a model, or a strategist.

    Left out, it is the models' own choice.

    Args:
        spec: the name.
        models: which model does what.
        habits: how strategists are run.
        strategist: whether a model, or improv, is a strategist where `spec` does not say so.

    Raises:
        MMAgentsError: if no player is called that.
    """
    named, spec = as_strategist(spec)
    strategist = strategist or named
    think, speak = (spec, spec) if spec else (models.spec("think"), models.spec("speak"))
    if spec == HUMAN:
        return _PERSON
    if spec and spec.startswith(SCRIPTED):
        from mmagents.players.scripted import ScriptedPlayer

        return ScriptedPlayer(spec.removeprefix(SCRIPTED))
    if spec == IMPROV or (think is None and speak is None):
        return _ruled(habits or Habits()) if strategist else _improv()
    if think is None or speak is None:
        missing = "think (--cheap)" if think is None else "speak (--strong)"
        raise MMAgentsError(f"No model is named for {missing}. Name one for all with --model.")
    if spec and ":" not in spec and not models.base_url:
        raise MMAgentsError(
            f"No player is called {spec!r}. There is: human, improv, scripted:FILE, a model as "
            "provider:model, or strategist:PLAYER."
        )
    choose = spec or models.spec("choose") or think
    if strategist:
        return _strategist((think, speak, choose), spec, models, habits or Habits())
    from mmagents.players.llm import LLMPlayer

    return LLMPlayer(
        think=models.slot(think),
        speak=models.slot(speak),
        choose=models.slot(choose),
        repair=models.slot(spec or models.spec("repair") or speak),
        prompts=_prompts(models.prompts),
    )


def _strategist(
    named: tuple[str, str, str], spec: str | None, models: Models, habits: Habits
) -> Player:
    from mmagents.players.strategist import Extra, Strategist

    think, speak, choose = named
    extras: tuple[Extra, ...] = get_args(Extra)
    return Strategist(
        think=models.slot(think),
        speak=models.slot(speak),
        choose=models.slot(choose),
        repair=models.slot(spec or models.spec("repair") or speak),
        more={task: models.slot(spec or models.spec(task) or think) for task in extras},
        prompts=_prompts(models.prompts),
        habits=habits,
    )


def as_strategist(spec: str | None) -> tuple[bool, str | None]:
    """Return whether `spec` names a strategist, and who plays it; None for the models' choice."""
    if spec == STRATEGIST:
        return True, None
    if spec and spec.startswith(f"{STRATEGIST}:"):
        return True, spec.removeprefix(f"{STRATEGIST}:") or None
    return False, spec


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
    from mmagents.players.llm import LLMAnalyst

    slot = models.slot(spec)
    return LLMAnalyst(normalise=slot, detect=slot, moderate=slot, prompts=_prompts(models.prompts))


def prompts_of(models: Models) -> Prompts:
    """Return the prompts of a choice of models."""
    return _prompts(models.prompts)


def check_prompts(models: Models, language: str) -> None:
    """Read all prompts of a language, so that a fault is found before a game and not in it.

    Raises:
        MMAgentsError: for the first that cannot be used, with file and line.
    """
    _prompts(models.prompts).check(language)


def needs_no_model(spec: str) -> bool:
    """Return whether a player of that name asks no model."""
    return spec in (IMPROV, HUMAN) or spec.startswith(SCRIPTED)


def slots_of(models: Models, seats: Mapping[str, str], at_table: int) -> list[Slot]:
    """Return every model that a table of `at_table` seats will ask, each once.

    Args:
        models: the choice of models.
        seats: who sits where by name; seats left out follow `models`.
        at_table: how many seats there are.
    """
    named = [spec for one in seats.values() if (spec := as_strategist(one)[1])]
    wanted: list[str | None] = [spec for spec in named if not needs_no_model(spec)]
    tasks = TASKS if len(named) < at_table else (*READING, *CHECKS)
    wanted += [models.spec(task) for task in tasks]
    specs = dict.fromkeys(spec for spec in wanted if spec and spec != RULES)
    return [models.slot(spec) for spec in specs]
