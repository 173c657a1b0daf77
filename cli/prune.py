"""prune: fewer steps of a saved game."""

from __future__ import annotations

from typing import Annotated

import typer

from mmagents.cli.game.servers import Checkpoints, named
from mmagents.cli.options import SavedFolder
from mmagents.cli.shown.terminal import echo


def prune(
    folder: SavedFolder,
    keep_turns: Annotated[
        int, typer.Option(min=0, help="Keep every step of this many turns, the last ones.")
    ] = 1,
    checkpoints: Checkpoints = None,
) -> None:
    """Delete old steps of a saved game: it goes on as before, and forks at the turns kept."""
    import asyncio

    from mmagents.saved.prune import prune as prune_game
    from mmagents.saved.saved_game import SavedGame

    named(checkpoints, None)
    with SavedGame.open(folder) as game:
        done = asyncio.run(prune_game(game, keep_turns))
    echo(f"{done.left} of {done.before} steps are left in {folder}.")
