"""What a saved game's file says of how it is played, and what must be there to read it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

from mmagents.floor.conditions import CONDITIONS, DEFAULT
from mmagents.interfaces.own_code import loaded
from mmagents.models.choice import prompts_of
from mmagents.nodes.context import Context
from mmagents.nodes.table import Table
from mmagents.players.open import slots_of
from mmagents.scenarios.errors import MMAgentsError

ORIGIN = "condition_from"
"""Key of a saved game's meta: the modules that register its condition, if it is the user's own."""

BEFORE: Mapping[str, Any] = {
    "recall": "all",
    "recognition": "keys",
    "window": "sliding",
    "manner": "panel",
    "backchannels": "none",
}
"""Fields as they were before there was a choice: for games and experiments begun then."""

TOLD = "prompts"
"""Key of a saved game's meta: fingerprints of the prompts that models were given, each with the
first turn that was played with it. A game that asks no model has none."""


class ToldFrom(TypedDict):
    """Prompts by their fingerprint, and the first turn that was played with them."""

    turn: int
    fingerprint: str


def prompts_told(meta: Mapping[str, Any], played: int, table: Table, context: Context) -> ToldFrom:
    """Return the prompts that the next turn is played with, and since when; none without a model.

    Args:
        meta: of the saved game.
        played: how many turns it has.
        table: of the game.
        context: of the game from now on.

    Returns:
        `fingerprint` is "" where no model is asked. `turn` is the next one where the turns so far
        were played with other prompts, or by a version that did not note them.
    """
    models = context.choice_of_models()
    if not slots_of(models, context.seats, len(table.seats)):
        return {"turn": played + 1, "fingerprint": ""}
    now = prompts_of(models).fingerprint(table.language)
    before = told_before(meta, played)
    same = bool(before) and before[-1]["fingerprint"] == now
    return before[-1] if same else {"turn": played + 1, "fingerprint": now}


def told_before(meta: Mapping[str, Any], played: int) -> list[ToldFrom]:
    """Return the prompts that the first `played` turns of a saved game were played with."""
    return [one for one in meta.get(TOLD, ()) if one["turn"] <= max(played, 1)]


def context_kept(meta: Mapping[str, Any], folder: Path, **more: Any) -> Context:
    """Return the context that a saved game is played in, with its own story.

    Raises:
        MMAgentsError: if its condition is not known here.
    """
    check_condition(meta, folder)
    return Context(
        **{**BEFORE, **meta["context"], "story_file": str(folder / "scenario.yaml"), **more}
    )


def check_condition(meta: Mapping[str, Any], folder: Path) -> None:
    """Make sure that the condition of a saved game is known here.

    Raises:
        MMAgentsError: if not, with the modules that register it.
    """
    name = meta["context"].get("condition", DEFAULT)
    if name in CONDITIONS:
        return
    wanted = " ".join(f"--load {one}" for one in meta.get(ORIGIN) or ["MODULE"])
    raise MMAgentsError(
        f"The game in {folder} is played under the condition {name!r}, which is not known here. "
        f"Load the module that registers it: mmagents {wanted} …"
    )


def origin_of(condition: str) -> dict[str, list[str]]:
    """Return what a saved game's meta says of where its condition comes from; nothing of ours."""
    choose = CONDITIONS[condition].choose
    home = str(getattr(choose, "func", choose).__module__)
    return {} if home.startswith("mmagents.") else {ORIGIN: loaded() or [home]}
