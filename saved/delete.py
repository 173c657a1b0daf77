"""Delete a saved game: what servers keep of it, then what is in its folder."""

from __future__ import annotations

import asyncio

from mmagents.nodes.table import table_for
from mmagents.nodes.views.long_term import forget_memories
from mmagents.saved.games import context_of, put_away, values_of
from mmagents.saved.removal import remove
from mmagents.saved.saved_game import SavedGame
from mmagents.saved.servers import check_memory
from mmagents.stores.servers.postgres import open_postgres


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
