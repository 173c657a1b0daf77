"""What a story can be told beyond any other talk: its phases, its rounds, its protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mmagents.cli.flags import fields_of
from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import DEFAULT, condition_of
from mmagents.nodes.settings import merged


def story_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a run of a story that were typed.

    Without --protocol, strategists play to the letter where nothing speaks against it.

    Raises:
        MMAgentsError: if rounds are given for a discussion, which has none.
    """
    plain = {name: one for name, one in given.items() if name not in ("phase", "turns", "rounds")}
    condition = given.get("condition", DEFAULT)
    played = what_is_played(given.get("phase"), given.get("turns"), given.get("rounds"), condition)
    whole = played["evening"]["kind"] == "whole"
    free = whole and condition == DEFAULT and not given.get("repair")
    if given.get("persona") == "strategist" and free:
        played["evening"]["protocol"] = "agentgroupchat"
    return merged(played, fields_of(plain))


def what_is_played(
    phase: str | None, turns: int | None, rounds: int | None, condition: str
) -> dict[str, Any]:
    """Return the fields of the context that say what is played and how long.

    Raises:
        MMAgentsError: if rounds are given for a discussion, which has none.
    """
    evening: dict[str, Any] = {"kind": "discussion" if phase == "discussion" else "whole"}
    interrogates = condition_of(condition).interrogates
    if interrogates or evening["kind"] == "whole":
        talk = "interrogation" if interrogates else "discussion"
        lengths = {talk: turns} if turns else {}
        return {"evening": {**evening, "lengths": lengths, "rounds": rounds}}
    if rounds:
        raise MMAgentsError("--rounds: a discussion alone has no rounds; leave out --phase.")
    return {"evening": evening} | ({"turns": turns} if turns else {})
