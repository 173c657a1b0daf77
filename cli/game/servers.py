"""Servers that keep a game in place of its folder, and whether the user agrees to use them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError

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


def ask_about_servers(fields: object, where: str, *, yes: bool) -> None:
    """Ask whether requests may go to the servers that a file names; see :func:`ask_about`."""
    from mmagents.models.client.trust import unnamed_servers

    ask_about(unnamed_servers(fields), where, yes=yes)


def ask_about(named: Sequence[str], where: str, *, yes: bool) -> None:
    """Ask whether what a file names may be used, unless it names nothing.

    Args:
        named: addresses of servers, and files.
        where: what names them: "The game in games/one".
        yes: the answer, if it was given beforehand.

    Raises:
        MMAgentsError: if nobody can be asked, or the answer is no.
    """
    from mmagents.models.client.trust import agree_to

    if not named:
        return
    servers = ", ".join(one for one in named if "://" in one)
    files = ", ".join(one for one in named if "://" not in one)
    sends = f"sends what is said at the table to {servers}" if servers else ""
    uses = f"was made by somebody else and uses {files} on this machine" if files else ""
    said = f"{where} {' and '.join(filter(None, (sends, uses)))}."
    if not yes:
        if not sys.stdin.isatty():
            raise MMAgentsError(f"{said} If you trust it, run the command again with --yes.")
        echo(f"{said} No key is sent there.", err=True)
        if not typer.confirm("Go on?", default=False, err=True):
            raise MMAgentsError("Nothing was sent.")
    agree_to(named)
