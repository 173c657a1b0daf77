"""The graph's checkpoints in a PostgreSQL database, which several machines can reach."""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from mmagents.stores.disk import SavedGameError
from mmagents.stores.servers.addresses import LostServerError, ServerError, hidden, with_credentials

if TYPE_CHECKING:
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg import AsyncConnection
    from psycopg.rows import DictRow

PATIENCE = 5.0
"""Seconds to wait for a game that a process killed a moment ago still holds."""
CONNECT = 10
"""Seconds to wait for a server to answer at all."""
KEEPALIVE = (
    "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3 "
    "-c client_min_messages=error"
)
"""A machine that went away without a word is noticed within a minute, and its games are free."""
TABLES = 0x6D6D616701
"""Key of the lock under which tables are made: two machines that begin at once would clash."""
_TRY = "SELECT pg_try_advisory_lock({key}) AS mine"
_THREAD_KEY = "hashtextextended(%s, 1)"
_HOLDER = f"""
SELECT a.application_name AS who FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
AND ((l.classid::bigint << 32) | l.objid::bigint) = {_THREAD_KEY}
"""


@asynccontextmanager
async def open_postgres(address: str, thread: str) -> AsyncIterator[AsyncPostgresSaver]:
    """Open the checkpoints of one game in a database, and keep other processes out of that game.

    The tables are made where they are not there yet. The lock on the game is the server's: it
    goes with the connection of whoever holds it, on whichever machine that is.

    Args:
        address: of the database (see :func:`mmagents.stores.servers.addresses.database_address`).
        thread: the game's name there.

    Raises:
        ServerError: if the server cannot be reached, or does not let this process in.
        SavedGameError: if another process plays the game. While it is open: if a checkpoint holds
            anything but what a game writes (see :mod:`mmagents.stores.strict`).
        LostServerError: while it is open, if the server went away.
    """
    try:
        from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
        from psycopg import Error
    except ImportError:
        raise ServerError(
            f"Checkpoints in {address} need PostgreSQL's client: pip install 'mmagents[postgres]'."
        ) from None
    from mmagents.stores.strict import StrictSerializer

    # What psycopg logs of a lost connection is told in one error; who sets up logging sees both.
    logging.getLogger("psycopg").addHandler(logging.NullHandler())
    with _lets_in(address):
        connection = await _connected(address)
    try:
        with _lets_in(address):
            saver = AsyncPostgresSaver(connection, serde=StrictSerializer())
            await _make_tables(saver, connection)
        await _take(connection, thread, address)
        try:
            yield saver
        except Error as error:
            raise LostServerError(
                f"The database at {address} failed: {hidden(str(error), address)}. Every finished "
                "step is kept there. Once it answers, go on as before."
            ) from None
    finally:
        await connection.close()


@asynccontextmanager
async def open_for_many(address: str, connections: int = 10) -> AsyncIterator[AsyncPostgresSaver]:
    """Open the checkpoints of many games at once, for a server that lets one run a thread in.

    Args:
        address: of the database.
        connections: at most how many are open.

    Raises:
        ServerError: if the database cannot be reached, or does not let this process in.
    """
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg_pool import AsyncConnectionPool

    from mmagents.stores.strict import StrictSerializer

    with _lets_in(address):
        first = await _connected(address)
        async with first:
            await _make_tables(AsyncPostgresSaver(first, serde=StrictSerializer()), first)
    pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
        _conninfo(address), kwargs=_how(), min_size=1, max_size=connections, open=False
    )
    async with pool:
        yield AsyncPostgresSaver(pool, serde=StrictSerializer())


async def _connected(address: str) -> AsyncConnection[DictRow]:
    from psycopg import AsyncConnection

    found: AsyncConnection[DictRow] = await AsyncConnection.connect(_conninfo(address), **_how())
    return found


def _conninfo(address: str) -> str:
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    return make_conninfo(
        with_credentials(address),
        connect_timeout=CONNECT,
        options=f"{KEEPALIVE} {conninfo_to_dict(address).get('options', '')}",
        application_name=f"mmagents {os.getpid()} on {platform.node()}"[:63],
    )


def _how() -> dict[str, Any]:
    """Return what LangGraph's saver asks of a connection."""
    from psycopg.rows import dict_row

    return {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}


@contextmanager
def _lets_in(address: str) -> Iterator[None]:
    """Say in one error what keeps this process out."""
    from psycopg import Error

    try:
        yield
    except Error as error:
        raise ServerError(
            f"The database at {address} cannot be used: {hidden(str(error), address)}. See that "
            "it runs there. Name user and password in --checkpoints, or in PGUSER and PGPASSWORD."
        ) from None


async def _make_tables(saver: AsyncPostgresSaver, connection: AsyncConnection[DictRow]) -> None:
    """Make the tables, or bring them up to date, one process at a time.

    Trying again beats waiting in the database: an index made meanwhile waits for all who wait.
    """
    if await _up_to_date(saver, connection):
        return
    while not await _one(connection, _TRY.format(key="%s"), TABLES):
        await asyncio.sleep(0.05)
    try:
        if not await _up_to_date(saver, connection):
            await saver.setup()
    finally:
        await _one(connection, "SELECT pg_advisory_unlock(%s)", TABLES)


async def _up_to_date(saver: AsyncPostgresSaver, connection: AsyncConnection[DictRow]) -> bool:
    if not await _one(connection, "SELECT to_regclass(%s) IS NOT NULL", "checkpoint_migrations"):
        return False
    newest = await _one(connection, "SELECT max(v) FROM checkpoint_migrations WHERE v >= %s", 0)
    return newest is not None and int(str(newest)) >= len(saver.MIGRATIONS) - 1


async def _take(connection: AsyncConnection[DictRow], thread: str, address: str) -> None:
    until = time.monotonic() + PATIENCE
    while not await _one(connection, _TRY.format(key=_THREAD_KEY), thread):
        if time.monotonic() > until:
            who = await _one(connection, _HOLDER, thread)
            raise SavedGameError(
                f"The game {thread} in {address} is being played by {who or 'another process'}. "
                "Wait until that has ended, or end it; then try again."
            )
        await asyncio.sleep(0.1)


async def _one(connection: AsyncConnection[DictRow], query: str, given: object) -> object:
    """Return the one value of a query's first row, or None."""
    cursor = await connection.execute(query.encode(), (given,))
    row = await cursor.fetchone()
    return next(iter(row.values())) if row else None
