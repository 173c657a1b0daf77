"""Where and how the table is served, and whether it can be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.web.game import Markdown

LOOPBACK = ("127.0.0.1", "localhost", "::1")
LONGEST_MESSAGE = 200_000
"""Bytes of one message from a browser."""
AWAY = 20.0
"""Seconds for which a browser that lost its line finds everything as it was; after that it loads
its page anew, which shows the same."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where and how the table is served.

    Attributes:
        games: the folder of saved games.
        markdown: how a record is written for reading.
        host: the address listened on.
        port: and its port.
        prices: of models, for what a game will cost.
        stories: the folder of story files that a page may choose from; None for shipped ones alone.
    """

    games: Path
    markdown: Markdown
    host: str = "127.0.0.1"
    port: int = 8470
    prices: Mapping[str, Any] = field(default_factory=dict)
    stories: Path | None = None

    @property
    def address(self) -> str:
        """The address of the server as a link has it."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}"

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK


def check_installed() -> None:
    """See that the page can be served, before anything is said of it.

    Raises:
        MMAgentsError: if the extra is not installed.
    """
    if find_spec("nicegui") is None:
        raise MMAgentsError(
            "The table needs the extra `web`: pip install 'mmagents[web]', or in a clone: "
            "make table"
        )
