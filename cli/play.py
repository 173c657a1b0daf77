"""play: a story, from its first turn."""

from __future__ import annotations

import random
import sys
from typing import Annotated

import typer

from mmagents.cli.game.prompting import Told
from mmagents.cli.game.servers import Checkpoints, Memory
from mmagents.cli.game.stories import Playing
from mmagents.cli.options import Limits, Save, Seed, Show

FLAGSHIP = "halcyon-light"


def play(
    playing: Playing,
    told: Told,
    limits: Limits,
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
    from mmagents.graph.begin import context_from

    again, chosen = "", seed
    if chosen is None:
        chosen = random.SystemRandom().randrange(100_000)
        again = the_same_again(sys.argv[1:], chosen)
    context = context_from(**playing.given(), **told.given(), **limits.given())
    keeping = Keeping(save, named(checkpoints, memory))
    start(scenario, context, chosen, keeping, show=show, again=again)
