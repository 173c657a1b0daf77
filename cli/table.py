"""table: the page in a browser."""

from __future__ import annotations

import secrets
import socket
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.options import AllowPlayer, Prices
from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError


def table(
    games: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder in which games are kept.")
    ] = Path("games"),
    host: Annotated[
        str, typer.Option(help="Address to listen on; others can reach any but this machine's own.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="Port to listen on.")] = 8470,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    no_secret: Annotated[
        bool, typer.Option("--no-secret", help="Let everybody who reaches the page be its host.")
    ] = False,
    stories: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Let the page start stories from the files in DIR."),
    ] = None,
    prices: Prices = None,
    allow_player: AllowPlayer = None,
) -> None:
    """Open the table on a page: start, watch, join, replay and fork games in a browser."""
    from mmagents.cli.game.prices import read_prices
    from mmagents.cli.shown.totals import markdown
    from mmagents.web.server.door import Door, check_installed

    check_installed()
    from mmagents.web.server.app import serve

    if stories is not None and not stories.is_dir():
        raise MMAgentsError(f"{stories} is no folder. Name one with --stories.")
    door = Door(games.resolve(), markdown, host, port, read_prices(prices), stories)
    check_free(host, port)
    try:
        door.games.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MMAgentsError(f"No games can be kept in {games}: {error.strerror}.") from None
    secret = None if no_secret else secrets.token_urlsafe(24)
    echo(f"The table: {door.address}/{f'?key={secret}' if secret else ''}")
    if secret:
        echo("Keep that address to yourself: whoever has it is the host. Ctrl-C ends it.")
    else:
        who = "on this machine" if door.local else "who can reach this machine"
        echo(f"Without a secret, everybody {who} is the host. Ctrl-C ends it.")
    serve(door, secret=secret, browser=browser)


def check_free(host: str, port: int) -> None:
    """Raise MMAgentsError if an address cannot be listened on, before anything is said of it."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind((host, port))
    except OSError as error:
        raise MMAgentsError(
            f"Nothing can listen on {host}, port {port}: {error.strerror or error}. Name another "
            "with --host or --port."
        ) from None
