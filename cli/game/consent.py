"""Before what is said goes to a server that a file names: show it, and ask."""

from __future__ import annotations

import sys

import typer

from mmagents.models.client.trust import allow_server, unnamed_servers
from mmagents.scenarios.errors import MMAgentsError


def ask_about_servers(fields: object, where: str, *, yes: bool) -> None:
    """Ask whether requests may go to the servers that a file names, unless the user named them.

    `fields` are of the context as plain JSON, `where` is what names them: "The game in games/one".

    Raises:
        MMAgentsError: if nobody can be asked, or the answer is no.
    """
    servers = unnamed_servers(fields)
    if not servers:
        return
    listed = ", ".join(servers)
    said = f"{where} sends what is said at the table to {listed}."
    if not yes:
        if not sys.stdin.isatty():
            raise MMAgentsError(f"{said} If you trust it, run the command again with --yes.")
        typer.echo(f"{said} No key is sent there.", err=True)
        if not typer.confirm("Go on?", default=False, err=True):
            raise MMAgentsError("Nothing was sent.")
    for server in servers:
        allow_server(server)
