"""play: a story, from its first turn."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from mmagents.cli.flags import STORY, Flags, Given, fields_of
from mmagents.cli.game.servers import Checkpoints, Memory, named
from mmagents.cli.options import Save, Seed, Show
from mmagents.errors import MMAgentsError

FLAGSHIP = "halcyon-light"
TURNS = (
    "Turns of each discussion; left out, the story's, or 30 when only a discussion is played. "
    "Under interrogation, of each talk with one seat; left out, 2."
)


def play(
    given: Annotated[Given, Flags(*STORY, turns=TURNS)],
    show: Show,
    scenario: Annotated[
        str, typer.Argument(help="Id of a shipped story, or a scenario file.")
    ] = FLAGSHIP,
    seed: Seed = None,
    save: Save = None,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
) -> None:
    """Play a story: the whole evening to its verdict, or the discussion alone."""
    from mmagents.cli.game.start import Keeping, start, the_same_again
    from mmagents.saved.begin import context_from

    again, chosen = "", seed
    if chosen is None:
        chosen = random.SystemRandom().randrange(100_000)
        again = the_same_again(sys.argv[1:], chosen)
    context = context_from(**story_fields(given))
    keeping = Keeping(save, named(checkpoints, memory))
    start(scenario, context, chosen, keeping, show=show, again=again)


def story_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a run of a story that were typed.

    Without --protocol, strategists play to the letter where nothing speaks against it.

    Raises:
        MMAgentsError: if rounds are given for a discussion, which has none.
    """
    from mmagents.floor.conditions import DEFAULT
    from mmagents.nodes.settings import merged

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
    from mmagents.floor.conditions import condition_of

    evening: dict[str, Any] = {"kind": "discussion" if phase == "discussion" else "whole"}
    interrogates = condition_of(condition).interrogates
    if interrogates or evening["kind"] == "whole":
        talk = "interrogation" if interrogates else "discussion"
        lengths = {talk: turns} if turns else {}
        return {"evening": {**evening, "lengths": lengths, "rounds": rounds}}
    if rounds:
        raise MMAgentsError("--rounds: a discussion has no rounds; leave out --phase.")
    return {"evening": evening} | ({"turns": turns} if turns else {})
