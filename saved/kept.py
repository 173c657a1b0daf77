"""What a saved game's file says of how it is played, and what must be there to read it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict

from pydantic import ValidationError

from mmagents.errors import MMAgentsError, first_fault
from mmagents.floor.conditions import CONDITIONS, DEFAULT
from mmagents.interfaces.own_code import loaded
from mmagents.models.choice import prompts_of
from mmagents.models.client.trust import not_agreed, unnamed_servers
from mmagents.nodes.context import Context
from mmagents.nodes.served import files_named
from mmagents.nodes.settings import merged, nested
from mmagents.nodes.table import Table
from mmagents.players.open import slots_of
from mmagents.saved.saved_game import SavedGame
from mmagents.stores.servers.addresses import SERVERS

ORIGIN = "condition_from"
"""Key of a saved game's meta: the modules that register its condition, if it is the user's own."""

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
        were played with other prompts.
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
    own = {"evening.story_file": str(folder / "scenario.yaml"), **more}
    fields = merged(nested(meta["context"]), nested(own))
    try:
        return Context(**fields)
    except ValidationError as error:
        where, why = first_fault(error)
        raise MMAgentsError(
            f"{folder / 'game.json'} is damaged, or of another version: {where}: {why}."
        ) from None


def to_ask_about(fields: Mapping[str, Any], meta: Mapping[str, Any]) -> list[str]:
    """Return what a game of somebody else would use and nobody here named or agreed to.

    Args:
        fields: of its context, as it would be played on, as plain JSON.
        meta: of the saved game.

    Returns:
        Addresses of servers, then files and folders.
    """
    files = (path for _, path in files_named(fields))
    return [*unnamed_servers([fields, meta.get(SERVERS)]), *not_agreed(files)]


def check_agreed(saved: SavedGame, fields: Mapping[str, Any]) -> None:
    """Make sure that a game may be played on; `fields` are as in :func:`to_ask_about`.

    Raises:
        MMAgentsError: if somebody else made it, and it names what nobody here agreed to.
    """
    named = [] if saved.own else to_ask_about(fields, saved.meta)
    if named:
        raise MMAgentsError(
            f"The game in {saved.path} was made by somebody else, and uses {', '.join(named)}. "
            "Go on with it by mmagents resume, which asks you, or allow it on the page."
        )


def check_condition(meta: Mapping[str, Any], folder: Path) -> None:
    """Make sure that the condition of a saved game is known here.

    Raises:
        MMAgentsError: if not, with the modules that register it; or if its file does not say how it
            is played at all.
    """
    if missing := sorted({"scenario", "seed", "context"} - meta.keys()):
        raise MMAgentsError(f"{folder / 'game.json'} is damaged: it has no {missing[0]}.")
    name = meta["context"].get("condition", DEFAULT)
    if name in list(CONDITIONS):  # which takes what cannot be a key
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
