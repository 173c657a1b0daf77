"""The hall: the folder of saved games, the tables that are laid, and the doors to them."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.models.client.trust import allow_server, servers_in
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.saved.begin import begin, branch, check_players
from mmagents.saved.saved_game import SavedGame, read_record
from mmagents.web.game import Game, Markdown
from mmagents.web.server.links import Links

NAME = re.compile(r"[\w-][\w .-]{0,80}", re.ASCII)
"""What a game's folder may be called, to be shown on a page."""
KEPT_OPEN = 4
"""Games at rest that are held in memory."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A table that is laid: its game, and the links to it."""

    game: Game
    links: Links


class Hall:
    """All saved games of one folder."""

    def __init__(self, folder: Path, markdown: Markdown) -> None:
        self.folder = folder
        self._markdown = markdown
        self._laid: OrderedDict[str, Laid] = OrderedDict()

    def names(self) -> list[str]:
        """Return the saved games, the one played last at the head."""
        found = [path.parent for path in self.folder.glob("*/game.json")]
        found = [path for path in found if NAME.fullmatch(path.name)]
        return [path.name for path in sorted(found, key=_played, reverse=True)]

    def about(self, name: str) -> dict[str, Any]:
        """Return what is said of a game in a list: its meta, and its turns so far."""
        meta, rows = read_record(self.folder / name)
        return {**meta, "name": name, "played": len(rows)}

    def table(self, name: str) -> Laid:
        """Return a table, laid.

        Raises:
            MMAgentsError: if there is no such game, or it is damaged.
        """
        if not NAME.fullmatch(name) or not (self.folder / name / "game.json").is_file():
            raise MMAgentsError("There is no such game.")
        if name not in self._laid:
            links = Links(self.folder / name)
            open_table = bool(links.chosen.get("open_table"))
            game = Game(self.folder / name, self._markdown, open_table=open_table)
            game.pace = float(links.chosen.get("pace", game.pace))
            game.away = links.chosen.get("away", game.away)
            game.choose_patience(links.chosen.get("patience", game.patience))
            self._laid[name] = Laid(game, links)
        self._laid.move_to_end(name)
        self._clear_away()
        return self._laid[name]

    def _clear_away(self) -> None:
        """Let the tables go that have been at rest longest; never the one just asked for."""
        *others, _ = self._laid
        idle = [name for name in others if self._laid[name].game.at_rest]
        for name in idle[: max(0, len(self._laid) - KEPT_OPEN)]:
            del self._laid[name]

    async def begin(self, scenario: str, seed: int, context: Context) -> str:
        """Begin a game; every model is tried once before anything is written.

        Returns:
            The game's name.

        Raises:
            MMAgentsError: if it cannot be played.
        """
        _allow_servers_in(context.model_dump(mode="json"))
        table = await asyncio.to_thread(table_for, scenario, context)
        await asyncio.to_thread(check_players, context, table)
        name = self._free(f"{table.scenario.id}-{seed}")
        (await asyncio.to_thread(begin, self.folder / name, scenario, seed, context)).close()
        return name

    async def branch(
        self,
        name: str,
        turn: int,
        *,
        say: tuple[str, str] | None = None,
        speaker: str | None = None,
        changes: Mapping[str, Any] | None = None,
    ) -> str:
        """Begin a game that is another's up to turn `turn`; return its name.

        Raises:
            MMAgentsError: if that cannot be, with nothing written.
        """
        game = self.table(name).game
        if named := game.to_ask_about():
            raise MMAgentsError(
                f"This game uses {', '.join(named)}. Press Play first, and allow that."
            )
        _allow_servers_in(changes or {})
        if game.running:
            await game.pause()
        new = self._free(f"{name.partition('~')[0]}-from-{turn}")
        source = await asyncio.to_thread(SavedGame.open, game.path)
        with source:
            target = await branch(
                source, turn, self.folder / new, say=say, speaker=speaker, changes=changes
            )
            target.close()
        return new

    def _free(self, wanted: str) -> str:
        name, number = wanted[:70], 1
        while (self.folder / name).exists():
            number += 1
            name = f"{wanted[:70]}-{number}"
        return name

    def go_on_with_all(self) -> list[str]:
        """Go on with the games that were being played when the process ended; return them."""
        found = []
        for name in self.names():
            with suppress(MMAgentsError):  # one that cannot be read is shown as such in the list
                if Links(self.folder / name).chosen.get("playing"):
                    game = self.table(name).game
                    if game.standing.status == "paused" and not game.to_ask_about():
                        game.play()
                        found.append(name)
        return found

    async def close(self) -> None:
        """Put every game away that is being played."""
        await asyncio.gather(*(one.game.pause() for one in self._laid.values()))


def _allow_servers_in(fields: Mapping[str, Any]) -> None:
    """Let requests, but no key, go to the servers that the host named in a form."""
    for server in servers_in(fields):
        allow_server(server)


def _played(path: Path) -> float:
    record = path / "transcript.jsonl"
    return (record if record.exists() else path / "game.json").stat().st_mtime
