"""What the fields of a run's context may hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, Field

from mmagents.floor import conditions
from mmagents.players.improv.slips import Slip
from mmagents.prompts.tasks import TASKS
from mmagents.scenarios.game import TALK
from mmagents.scenarios.texts import LANGUAGE

Ablation = Literal[
    "planning", "thinking", "reflection", "memory", "private", "confidential", "group"
]
SWITCHED_OFF: Mapping[str, str] = {
    "private": "private_chat",
    "confidential": "confidential_meeting",
    "group": "discussion",
}
"""By ablation, the kind of phase that it leaves out (AgentGroupChat, table 5)."""
Recognition = Literal["analyst", "rules", "keys"]
MemoryLayer = Literal["history", "thoughts", "long-term"]
LAYERS: tuple[MemoryLayer, ...] = get_args(MemoryLayer)
Recall = Literal["beyond-history", "all"]
Pace = Literal["paper", "lean", "draft"]
Window = Literal["sliding", "growing"]
Backchannels = Literal["none", "own", "all"]
Chance = Annotated[float, Field(ge=0, le=1)]


def who_speaks_next(schema: dict[str, Any]) -> None:
    """Put the conditions into a schema, with a sentence each."""
    known = conditions.CONDITIONS
    each = (f"{one.name}: {one.text('en').about}" for one in known.values())
    schema.update(enum=list(known), description=f"Who speaks next. {'. '.join(each)}.")


def _registered(condition: str) -> str:
    if condition not in conditions.CONDITIONS:
        known = ", ".join(conditions.CONDITIONS)
        raise ValueError(
            f"there is no condition {condition!r}; there is {known}. One of your own is there "
            "after the module that registers it: mmagents --load MODULE"
        )
    return condition


def _of_talk(lengths: dict[str, int]) -> dict[str, int]:
    for kind, turns in lengths.items():
        if kind not in TALK - {"introduction"} or turns < 1:
            raise ValueError(f"{kind}: {turns}: no phase of that kind has turns, or too few")
    return lengths


def _not_more_than_always(err: dict[Slip, float]) -> dict[Slip, float]:
    if sum(err.values()) > 1 + 1e-9:
        raise ValueError("the rates add up to more than 1")
    return err


def _tasks_only(models: dict[str, str]) -> dict[str, str]:
    unknown = sorted(set(models) - set(TASKS))
    if unknown:
        raise ValueError(f"no task is called {unknown[0]!r}; there is {', '.join(TASKS)}")
    return models


ConditionName = Annotated[str, AfterValidator(_registered)]
LanguageCode = Annotated[str, Field(pattern=LANGUAGE)]
Lengths = Annotated[dict[str, int], AfterValidator(_of_talk)]
Slips = Annotated[dict[Slip, Chance], AfterValidator(_not_more_than_always)]
ModelsByTask = Annotated[dict[str, str], AfterValidator(_tasks_only)]


_NO_OPTION = re.compile(r"url|base|endpoint|proxy|key|secret|header|client|host|transport|socket")


def _no_address(options: dict[str, Option]) -> dict[str, Option]:
    for name in options:
        if _NO_OPTION.search(name.lower()):
            raise ValueError(f"{name}: an address or a key is no option of a model's client")
    return options


Option = str | int | float | bool
Options = Annotated[dict[str, Option], AfterValidator(_no_address)]
"""Passed to every model's client. A file may give them, so none redirects what holds a key."""
