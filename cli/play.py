"""play: a story, from its first turn."""

from __future__ import annotations

import random
import sys
from typing import Annotated

import typer

from mmagents.cli.flags import STORY, Flags, Given
from mmagents.cli.game.servers import Checkpoints, Memory
from mmagents.cli.game.stories import story_fields
from mmagents.cli.options import Save, Seed, Show

FLAGSHIP = "halcyon-light"
TURNS = (
    "Turns of each discussion; left out, the story's, or 30 for a discussion alone. Under "
    "interrogation, of each talk with one seat; left out, 2."
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
    from mmagents.cli.game.servers import named
    from mmagents.cli.game.start import Keeping, start, the_same_again
    from mmagents.saved.begin import context_from

    again, chosen = "", seed
    if chosen is None:
        chosen = random.SystemRandom().randrange(100_000)
        again = the_same_again(sys.argv[1:], chosen)
    context = context_from(**story_fields(given))
    keeping = Keeping(save, named(checkpoints, memory))
    start(scenario, context, chosen, keeping, show=show, again=again)
