"""Where a saved game's checkpoints are: in its folder, or in a database that it names."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any

from mmagents.errors import MMAgentsError
from mmagents.models.client.trust import TRUSTED, unnamed_servers
from mmagents.saved.saved_game import SavedGame, SavedGameError
from mmagents.stores.checkpoints import open_checkpointer
from mmagents.stores.servers.addresses import Servers
from mmagents.stores.servers.chroma_server import open_server
from mmagents.stores.servers.postgres import open_postgres

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver


def checkpointer_of(saved: SavedGame) -> AbstractAsyncContextManager[BaseCheckpointSaver[Any]]:
    """Return what opens the checkpoints of a saved game.

    Raises:
        MMAgentsError: if somebody else's file names a database that nobody here named: whoever is
            asked there is sent a user name and a password.
    """
    address = saved.servers.checkpoints
    if address is None:
        return open_checkpointer(saved.checkpoints)
    if not saved.own and unnamed_servers(address):
        raise MMAgentsError(
            f"The game in {saved.path} is kept at {address}, and nobody named that server here. If "
            f"you trust it, name it with --checkpoints, or with {TRUSTED}={address} in the "
            "environment."
        )
    return open_postgres(address, saved.thread)


def check_found(saved: SavedGame, values: Mapping[str, Any]) -> None:
    """Make sure that a database which holds nothing of a game is not taken for its beginning.

    Raises:
        SavedGameError: if the record in the folder has turns that the database has not.
    """
    if saved.servers.checkpoints and not values and saved.rows():
        raise SavedGameError(
            f"The database at {saved.servers.checkpoints} holds nothing of the game in "
            f"{saved.path}, which has turns already. Name the database that it was begun in: "
            f"mmagents resume {saved.path} --checkpoints URL"
        )


async def check_servers(servers: Servers) -> None:
    """Make sure that the servers which are to keep a game are there.

    Raises:
        ServerError: if the database cannot be used.
        MemoryStoreError: if no Chroma server answers.
    """
    if servers.checkpoints:
        async with open_postgres(servers.checkpoints, uuid.uuid4().hex):
            pass
    await asyncio.to_thread(check_memory, servers)


def check_memory(servers: Servers) -> None:
    """Make sure that the server for memories answers, if there is one. Blocks.

    Raises:
        MemoryStoreError: if none does.
    """
    if servers.memory:
        open_server(servers.memory)
