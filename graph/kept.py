"""What a saved game's file says of how it is played, and what must be there to read it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mmagents.floor.conditions import CONDITIONS, DEFAULT
from mmagents.interfaces.own_code import loaded
from mmagents.nodes.context import Context
from mmagents.scenarios.errors import MMAgentsError

ORIGIN = "condition_from"
"""Key of a saved game's meta: the modules that register its condition, if it is the user's own."""


def context_kept(meta: Mapping[str, Any], folder: Path, **more: Any) -> Context:
    """Return the context that a saved game is played in, with its own story.

    Raises:
        MMAgentsError: if its condition is not known here.
    """
    check_condition(meta, folder)
    return Context(**{**meta["context"], "story_file": str(folder / "scenario.yaml"), **more})


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
