"""table: the page in a browser."""

from __future__ import annotations

import secrets
import socket
from pathlib import Path

import typer

from mmagents.cli.accounts import read_prices
from mmagents.cli.shown import talk as render
from mmagents.scenarios.errors import MMAgentsError
from mmagents.web.server.serve import Door, check_installed, serve


def table_command(
    games: Path,
    host: str,
    port: int,
    *,
    browser: bool,
    prices: Path | None,
    no_secret: bool = False,
) -> None:
    """Serve the table until stopped; whoever has the printed address is its host.

    Raises:
        MMAgentsError: if the extra is not installed, the address cannot be listened on, or the
            folder cannot be made.
    """
    check_installed()
    door = Door(games.resolve(), render.markdown, host, port, read_prices(prices) or {})
    check_free(host, port)
    try:
        door.games.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MMAgentsError(f"No games can be kept in {games}: {error.strerror}.") from None
    secret = None if no_secret else secrets.token_urlsafe(24)
    typer.echo(f"The table: {door.address}/{f'?key={secret}' if secret else ''}")
    if secret:
        typer.echo("Keep that address to yourself: whoever has it is the host. Ctrl-C ends it.")
    else:
        who = "on this machine" if door.local else "who can reach this machine"
        typer.echo(f"Without a secret, everybody {who} is the host. Ctrl-C ends it.")
    serve(door, secret=secret, browser=browser)


def check_free(host: str, port: int) -> None:
    """See that an address can be listened on, before anything is said of it.

    Raises:
        MMAgentsError: if not.
    """
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
