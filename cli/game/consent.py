"""Before a server or a file is used that a game or a grid names: show it, and ask."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError
from mmagents.models.client.trust import agree_to, unnamed_servers


def ask_about_servers(fields: object, where: str, *, yes: bool) -> None:
    """Ask whether requests may go to the servers that a file names; see :func:`ask_about`."""
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
