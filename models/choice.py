"""Which model does what: the tasks, and the slot for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from mmagents.models.speaking import AS_EVER, Speaking
from mmagents.prompts.sets import ANCHORED, Wording
from mmagents.prompts.tasks import Task

if TYPE_CHECKING:
    from mmagents.models.client.ladder import Way
    from mmagents.models.client.slot import Slot
    from mmagents.prompts.render import Prompts

Check = Literal["triplets", "entail", "evidence", "rate", "agree", "diagnose"]
CHECKS: tuple[Check, ...] = get_args(Check)
"""What is done to a candidate before it is heard; only where turns are repaired."""
STRONG: frozenset[Task] = frozenset(
    {"speak", "draft", "pick", "detect", "moderate", "diagnose", "merge", "repair"}
)
"""What the paper gives to the stronger model (section 4.1), and what it has not: drafting, picking
lines, moderating, diagnosing and repairing. The cheaper one has the rest."""
READING: tuple[Task, ...] = ("moderate", "normalise", "normalise_turns", "detect")
"""The tasks of the analyst that every run has."""
RULES = "rules"
"""What is named instead of a model where the rules do a task."""


@dataclass(frozen=True, slots=True)
class Models:
    """Which model does what.

    Attributes:
        model: for every task that is not named otherwise; None without any model.
        strong: for the tasks of :data:`STRONG`.
        cheap: for think, choose, normalise, what strategists do in a pause to think, and screening.
        by_task: for one task each, before all of these; "rules" for those of the
            analyst (normalise, detect, moderate) and for checks.
        base_url: a server of the OpenAI protocol, for specs that name no other address.
        timeout: seconds for one request.
        attempts: requests for one answer, the first included.
        prompts: a folder whose files go before the shipped prompts.
        wording: how the prompts are worded where the project and the paper differ.
        options: passed to every client: temperature, max_tokens …
        cache: a file of SQLite in which answers are kept and looked up first.
        speaking: how models are asked for words.
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
    wording: Wording = ANCHORED
    speaking: Speaking = AS_EVER

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
        how = (self.base_url, self.timeout, self.attempts, self.cache, options)
        return _slot(spec, *how, self.wording.units)


Opened = tuple[
    str, str | None, float, int, str | None, tuple[tuple[str, str | int | float | bool], ...], bool
]
"""What a slot is opened with: spec, address, timeout, attempts, cache, options, and whether those
who think state when they would come in."""
Found = Mapping[Opened, Mapping[str, "Way"]]
"""By model and task, the way that was found by trying to have answers in their form."""
_slots: dict[Opened, Slot] = {}


def _slot(*opened: *Opened) -> Slot:
    """Return the slot opened with this, the same one in all of this process."""
    if opened not in _slots:
        from mmagents.models.answers.forms import RESPONSE_FORMATS, STATING
        from mmagents.models.client.slot import Slot
        from mmagents.models.client.transport import Patience

        spec, base_url, timeout, attempts, cache, options, stating = opened
        _slots[opened] = Slot.of(
            spec,
            base_url=base_url,
            patience=Patience(timeout=timeout, attempts=attempts),
            cache=cache,
            options=dict(options),
            forms={**RESPONSE_FORMATS, **STATING} if stating else RESPONSE_FORMATS,
        )
    return _slots[opened]


def ways_found() -> Found:
    """Return what this process has found by trying its models."""
    return {opened: tried for opened, slot in _slots.items() if (tried := slot.tried())}


def tell_ways(found: Found) -> None:
    """Use what another process has found by trying."""
    for opened, ways in found.items():
        _slot(*opened).told(ways)


@cache
def _prompts(folder: str | None, wording: Wording) -> Prompts:
    from mmagents.prompts.render import Prompts

    return Prompts(Path(folder) if folder else None, wording)


def prompts_of(models: Models) -> Prompts:
    """Return the prompts of a choice of models."""
    return _prompts(models.prompts, models.wording)


def check_prompts(models: Models, language: str) -> None:
    """Read all prompts of a language, so that a fault is found before a game and not in it.

    Raises:
        MMAgentsError: for the first that cannot be used, with file and line.
    """
    prompts_of(models).check(language)
