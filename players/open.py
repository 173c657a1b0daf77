"""From the name of a player to the player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal, get_args

from mmagents.errors import MMAgentsError
from mmagents.interfaces import own_code
from mmagents.interfaces.persona import Habits
from mmagents.interfaces.player import Player
from mmagents.models.choice import CHECKS, READING, RULES, Models, prompts_of
from mmagents.players.person.player import HUMAN, HumanPlayer
from mmagents.prompts.tasks import TASKS, Task

if TYPE_CHECKING:
    from mmagents.models.client.slot import Slot

Mend = Literal["repair", "pick", "merge"]
"""What a model does with the lines of its seat."""
IMPROV = "improv"
STRATEGIST = "strategist"
SCRIPTED = "scripted:"
_PERSON = HumanPlayer()


@cache
def _improv() -> Player:
    from mmagents.players.improv.player import ImprovPlayer

    return ImprovPlayer()


@cache
def _ruled(habits: Habits) -> Player:
    from mmagents.players.strategist.rules import RuledStrategist

    return RuledStrategist(habits)


def open_player(
    spec: str | None, models: Models, habits: Habits | None = None, *, strategist: bool = False
) -> Player:
    """Return whoever `spec` names.

    A person (human), improv, scripted:FILE, code of the user's own (python:MODULE:NAME, or the name
    of an installed player), a model, or a strategist.

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
    if spec and (place := _code(spec)):
        if named:
            raise MMAgentsError(f"{spec} cannot be a strategist; models and improv can.")
        player: Player = own_code.opened(place, "player")
        return player
    if spec == IMPROV or (think is None and speak is None):
        return _ruled(habits or Habits()) if strategist else _improv()
    if think is None or speak is None:
        missing = "think (--cheap)" if think is None else "speak (--strong)"
        raise MMAgentsError(f"No model is named for {missing}. Name one for all with --model.")
    if spec and ":" not in spec and not models.base_url:
        raise MMAgentsError(
            f"No player is called {spec!r}. There is: human, improv, scripted:FILE, a model as "
            "provider:model, python:MODULE:NAME, or strategist:PLAYER."
        )
    return _on_models(spec, think, speak, models, (habits or Habits()) if strategist else None)


def _on_models(
    spec: str | None, think: str, speak: str, models: Models, habits: Habits | None
) -> Player:
    """Return a seat on models: a strategist if it has habits."""

    def slot(task: Task, otherwise: str) -> Slot:
        return models.slot(spec or models.spec(task) or otherwise)

    slots = {"think": models.slot(think), "speak": models.slot(speak)}
    slots["choose"] = slot("choose", think)
    prompts = prompts_of(models)
    from mmagents.players.llm.drafting import DraftingPlayer
    from mmagents.players.llm.player import Voice

    mends: tuple[Mend, ...] = get_args(Mend)
    voice = Voice(models.speaking, **{task: slot(task, speak) for task in mends})
    if habits is None:
        named = (models.by_task or {}).get("draft")
        draft = models.slot(spec or named or speak)
        return DraftingPlayer(**slots, draft=draft, prompts=prompts, voice=voice)
    from mmagents.players.strategist.llm import Extra, Strategist

    extras: tuple[Extra, ...] = get_args(Extra)
    more = {task: slot(task, think) for task in extras}
    return Strategist(**slots, more=more, prompts=prompts, habits=habits, voice=voice)


def as_strategist(spec: str | None) -> tuple[bool, str | None]:
    """Return whether `spec` names a strategist, and who plays it; None for the models' choice."""
    if spec == STRATEGIST:
        return True, None
    if spec and spec.startswith(f"{STRATEGIST}:"):
        return True, spec.removeprefix(f"{STRATEGIST}:") or None
    return False, spec


def needs_no_model(spec: str) -> bool:
    """Return whether a player of that name asks no model that is named here."""
    return spec in (IMPROV, HUMAN) or spec.startswith(SCRIPTED) or _code(spec) is not None


def _code(spec: str) -> str | None:
    """Return MODULE:NAME of the code that plays, or None if none does."""
    return None if spec in (IMPROV, HUMAN) else own_code.place_of(spec, "player")


def models_in(seats: Mapping[str, str]) -> tuple[str, ...]:
    """Return the models that sit in seats by name."""
    named = (as_strategist(spec)[1] for spec in seats.values())
    return tuple(one for one in named if one and not needs_no_model(one))


def slots_of(models: Models, seats: Mapping[str, str], at_table: int) -> dict[Slot, list[Task]]:
    """Return every model that a table of `at_table` seats may ask, each once, and what for.

    Args:
        models: the choice of models.
        seats: who sits where by name; seats left out follow `models`.
        at_table: how many seats there are.
    """
    read: tuple[Task, ...] = (*READING, *CHECKS)
    named = [spec for one in seats.values() if (spec := as_strategist(one)[1])]
    own = [task for task in TASKS if task not in read]
    wanted: list[tuple[str | None, Task]] = [
        (spec, task) for spec in models_in(seats) for task in own
    ]
    tasks = TASKS if len(named) < at_table else read
    wanted += [(models.spec(task), task) for task in tasks]
    found: dict[Slot, list[Task]] = {}
    for spec, task in wanted:
        if spec and spec != RULES:
            asked = found.setdefault(models.slot(spec), [])
            asked += [] if task in asked else [task]
    return found
