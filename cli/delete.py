"""delete: a saved game, with what servers keep of it."""

from __future__ import annotations

from typing import Annotated

import typer

from mmagents.cli.game.servers import Checkpoints, Memory, named
from mmagents.cli.options import SavedFolder


def delete(
    folder: SavedFolder,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a saved game: its folder, its steps in a database, its memories on a server."""
    import asyncio

    from mmagents.errors import MMAgentsError
    from mmagents.saved.delete import delete as delete_game
    from mmagents.saved.saved_game import SavedGame
    from mmagents.scenarios.plain import shown

    named(checkpoints, memory)
    with SavedGame.open(folder) as game:
        kept = [one for one in (game.servers.checkpoints, game.servers.memory) if one]
        where = " and at ".join((str(folder), *kept))
        ask = shown(f"Delete the game in {where}?")
        if not yes and not typer.confirm(ask, default=False, err=True):
            raise MMAgentsError("Nothing was deleted.")
        asyncio.run(delete_game(game))
