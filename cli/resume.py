"""resume: go on with a saved game."""

from __future__ import annotations

from typing import Annotated

import typer

from mmagents.cli.flags import LIMITS, Flags, Given, fields_of
from mmagents.cli.game.servers import Checkpoints, Memory
from mmagents.cli.options import AllowPlayer, SavedFolder, Server, Show, Yes
from mmagents.cli.sharing import trust_servers_of


def resume(
    folder: SavedFolder,
    limits: Annotated[Given, Flags(*LIMITS)],
    show: Show,
    turns: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Play on to this many turns in all.")
    ] = None,
    allow_player: AllowPlayer = None,
    base_url: Server = None,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
    yes: Yes = False,
) -> None:
    """Go on with a saved game, from wherever it was stopped or killed."""
    from mmagents.cli.game.servers import move, named
    from mmagents.cli.game.start import resume_game
    from mmagents.saved.saved_game import SavedGame

    trust_servers_of(base_url)
    servers = named(checkpoints, memory)
    chosen = {"turns": turns, "base_url": base_url}
    changes = fields_of(limits) | {name: value for name, value in chosen.items() if value}
    with SavedGame.open(folder) as game:
        move(game, servers)
        resume_game(game, folder, changes, show, yes=yes)
