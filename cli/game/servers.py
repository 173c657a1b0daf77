"""Options that say which servers keep a game, where its folder does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mmagents.saved.saved_game import SavedGame
    from mmagents.stores.servers.addresses import Servers

PANEL = "Servers"
Checkpoints = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        rich_help_panel=PANEL,
        help="Keep the game's steps in this database: postgresql://USER:PASSWORD@HOST/DATABASE. "
        "User and password may come from PGUSER and PGPASSWORD; no file has them.",
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        rich_help_panel=PANEL,
        help="Keep long-term memory on this Chroma server: http://HOST:8000.",
    ),
]


def named(checkpoints: str | None, memory: str | None) -> Servers:
    """Return the servers that the command line names; what is kept there may go to them.

    Raises:
        ServerError: if an address cannot be one.
    """
    from mmagents.models.client.trust import allow_server
    from mmagents.stores.servers.addresses import servers_given

    servers = servers_given(checkpoints, memory)
    for one in (servers.checkpoints, servers.memory):
        if one:
            allow_server(one)
    return servers


def check_there(servers: Servers) -> None:
    """Make sure that servers answer, before anything is written.

    Raises:
        MMAgentsError: for the first that does not, saying what is where.
    """
    import asyncio

    from mmagents.saved.servers import check_servers

    asyncio.run(check_servers(servers))


def move(game: SavedGame, servers: Servers) -> None:
    """Let a saved game be kept at other addresses from now on, where some are named.

    Raises:
        MMAgentsError: if its steps are in its folder, or a server is not there; nothing is changed.
    """
    from mmagents.errors import MMAgentsError

    moved = game.servers.but(servers)
    if moved == game.servers:
        return
    if moved.checkpoints and game.servers.checkpoints is None:
        raise MMAgentsError(
            f"The game in {game.path} keeps its steps in that folder; leave out --checkpoints. To "
            "go on in a database, fork it there: mmagents fork --checkpoints URL."
        )
    check_there(moved)
    game.update_meta(moved.as_meta(game.meta.get("thread", "")))
