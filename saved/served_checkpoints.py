"""The checkpointer of a LangGraph server whose threads a database keeps (langgraph.postgres.json).

Name the database in MMAGENTS_CHECKPOINTS=postgresql://HOST/DATABASE; user and password may stand
there, or in PGUSER and PGPASSWORD. Memories follow with MMAGENTS_MEMORY=http://HOST:PORT.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from mmagents.stores.servers.addresses import ServerError, database_address
from mmagents.stores.servers.postgres import open_for_many

if TYPE_CHECKING:
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

CHECKPOINTS = "MMAGENTS_CHECKPOINTS"
"""The variable that names the database."""


@asynccontextmanager
async def checkpointer() -> AsyncIterator[AsyncPostgresSaver]:
    """Open the checkpoints of all threads of a server.

    Raises:
        ServerError: if no database is named, or it cannot be used.
    """
    url = os.getenv(CHECKPOINTS)
    if not url:
        raise ServerError(f"Name the database of the served games: {CHECKPOINTS}=postgresql://…")
    async with open_for_many(database_address(url)) as saver:
        yield saver
