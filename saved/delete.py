"""Delete a saved game: what servers keep of it, then what is in its folder."""

from __future__ import annotations

import asyncio
import shutil

from mmagents.nodes.table import table_for
from mmagents.nodes.views.long_term import forget_memories
from mmagents.saved.games import context_of, put_away, values_of
from mmagents.saved.saved_game import SavedGame
from mmagents.saved.servers import check_memory
from mmagents.stores.disk import HALF_WRITTEN, SavedGameError, friendly_disk_errors, refuse_links
from mmagents.stores.servers.postgres import open_postgres

WRITTEN = (
    "game.json", "scenario.yaml", "checkpoints.sqlite", "transcript.", "accounts.json",
    "outcome.json", "table.json", ".owner",
)  # fmt: skip
"""What the names of a game's files begin with; game.json is removed last."""


def remove(saved: SavedGame) -> None:
    """Remove all that a game keeps in its folder, then the folder; it is closed then.

    Raises:
        SavedGameError: if the folder holds anything else; that is left there.
    """
    folder = saved.path
    with friendly_disk_errors(folder):
        refuse_links(folder)
        if (folder / "memory").is_dir():
            shutil.rmtree(folder / "memory")
        for name in (one.name for one in sorted(folder.iterdir(), reverse=True)):
            if name.startswith(WRITTEN[1:]) or HALF_WRITTEN.fullmatch(name):
                (folder / name).unlink()
        (folder / "game.json").unlink()
        saved.close()
        (folder / ".lock").unlink(missing_ok=True)
        left = min((one.name for one in folder.iterdir()), default="")
        if not left:
            folder.rmdir()
            return
    raise SavedGameError(
        f"The game in {folder} is deleted. The folder holds what no game wrote there ({left}), "
        "and is left."
    )


async def delete(saved: SavedGame) -> None:
    """Delete a game, and close it.

    Raises:
        ServerError: if a server that keeps something of it cannot be reached; nothing is deleted.
        SavedGameError: if its folder holds what no game wrote there; that is left where it is.
    """
    await asyncio.to_thread(check_memory, saved.servers)
    values = await values_of(saved)
    await asyncio.to_thread(forget, saved, values.get("game", saved.path.name))
    if saved.servers.checkpoints:
        async with open_postgres(saved.servers.checkpoints, saved.thread) as saver:
            await saver.adelete_thread(saved.thread)
    remove(saved)


def forget(saved: SavedGame, game: str) -> None:
    """Delete what a server keeps of the memories of a game. Blocks.

    Args:
        saved: the game.
        game: the id under which its memories are kept (:class:`mmagents.nodes.state.State`).

    Raises:
        MemoryStoreError: if the server does not answer.
    """
    put_away(saved)
    if saved.servers.memory:
        seats = table_for(saved.meta["scenario"], context_of(saved)).seats
        forget_memories(saved.memory, game, seats)
