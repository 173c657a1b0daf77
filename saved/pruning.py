"""Put a copy of a game's checkpoints in the place of all that there were, in one step.

A checkpoint is read by the writes of those before it, back to a full copy of each delta channel.
Whoever deletes checkpoints and keeps one that was read so loses what they wrote, and no error says
it (LangGraph's issue 8531). So what is kept is copied first, with every delta channel whole.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

TABLES = ("checkpoints", "checkpoint_blobs")
"""PostgreSQL's tables that a copy replaces; what a step wrote is kept with its checkpoint."""


async def swap(
    saver: BaseCheckpointSaver[Any], thread: str, copy: str, kept: Collection[str]
) -> int:
    """Replace the checkpoints of a thread by a copy; return how many there were before.

    Whoever looks, and whenever a kill comes, finds all of before or all of the copy.

    Args:
        saver: of checkpoints in SQLite or PostgreSQL, open.
        thread: the thread that is replaced.
        copy: the thread that takes its name.
        kept: ids of the copy's checkpoints; what steps wrote after them stays.
    """
    return await (_in_sqlite if _is_sqlite(saver) else _in_postgres)(saver, thread, copy, kept)


def _is_sqlite(saver: BaseCheckpointSaver[Any]) -> bool:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    return isinstance(saver, AsyncSqliteSaver)


async def _in_sqlite(saver: Any, thread: str, copy: str, kept: Collection[str]) -> int:
    async with saver.lock:
        try:
            unkept = "NOT IN (SELECT value FROM json_each(?))"
            await saver.conn.execute(
                f"DELETE FROM writes WHERE thread_id = ? AND checkpoint_id {unkept}",
                (thread, json.dumps([*kept])),
            )
            gone = await saver.conn.execute(
                "DELETE FROM checkpoints WHERE thread_id = ?", (thread,)
            )
            await saver.conn.execute(
                "UPDATE checkpoints SET thread_id = ? WHERE thread_id = ?", (thread, copy)
            )
            await saver.conn.commit()
        except BaseException:
            await saver.conn.rollback()
            raise
        await saver.conn.execute("VACUUM")
    return int(gone.rowcount)


async def _in_postgres(saver: Any, thread: str, copy: str, kept: Collection[str]) -> int:
    async with saver.lock, saver.conn.transaction():
        await saver.conn.execute(
            "DELETE FROM checkpoint_writes WHERE thread_id = %s AND checkpoint_id <> ALL(%s)",
            (thread, [*kept]),
        )
        gone = 0
        for table in TABLES:
            deleted = await saver.conn.execute(
                f"DELETE FROM {table} WHERE thread_id = %s", (thread,)
            )
            gone = gone or deleted.rowcount
            await saver.conn.execute(
                f"UPDATE {table} SET thread_id = %s WHERE thread_id = %s", (thread, copy)
            )
    return int(gone)
