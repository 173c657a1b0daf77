"""Thin out the checkpoints of a saved game: what is kept can be gone on with and forked."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from langchain_core.runnables import RunnableConfig
from langgraph.channels import DeltaChannel
from langgraph.checkpoint.base import CheckpointTuple
from langgraph.checkpoint.serde.types import _DeltaSnapshot
from langgraph.graph.state import CompiledStateGraph

from mmagents.saved.games import config_for, context_of, opened
from mmagents.saved.saved_game import SavedGame
from mmagents.stores.packed import is_packed

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


Graph = CompiledStateGraph[Any, Any, Any, Any]


class Pruned(NamedTuple):
    """How many checkpoints there were, and how many are left."""

    before: int
    left: int


async def prune(saved: SavedGame, turns: int) -> Pruned:
    """Keep the newest checkpoint of a game, and those of its last `turns` turns.

    A game can be gone on with from the newest, and forked at each turn of which all are kept.

    Raises:
        ServerError: if a database keeps them, and cannot be reached.
    """
    packed = is_packed(saved.checkpoints)
    config = config_for(saved, context_of(saved))
    async with opened(saved) as compiled:
        kept: list[str] = []
        played = -1
        async for state in compiled.aget_state_history(config):  # the newest first
            there = len(state.values.get("history", []))
            played = there if played < 0 else played
            if kept and there <= played - turns - 1:
                break
            kept.append(str(state.config["configurable"]["checkpoint_id"]))
            if not turns:
                break
        before = await keep(compiled, config, kept) if kept else 0
    if packed:
        saved.pack()
    return Pruned(before, len(kept))


async def keep(compiled: Graph, config: RunnableConfig, kept: Collection[str]) -> int:
    """Keep some checkpoints of a thread, readable as before, and no others.

    Args:
        compiled: the graph over its checkpoints.
        config: of the thread.
        kept: ids of checkpoints; the newest must be among them for the game to go on from there.

    Returns:
        How many checkpoints there were.
    """
    saver: Any = compiled.checkpointer
    thread = config["configurable"]["thread_id"]
    copy = f"{thread}, kept"
    await saver.adelete_thread(copy)  # what a kill left of an earlier try
    found = {
        str(one.config["configurable"]["checkpoint_id"]): one
        async for one in saver.alist({"configurable": {"thread_id": thread}})
    }
    for id in sorted(kept):  # as old as they sort
        here: RunnableConfig = {"configurable": {"thread_id": copy, "checkpoint_ns": ""}}
        above = _kept_above(found, id, kept)
        if above is not None:
            here["configurable"]["checkpoint_id"] = above
        checkpoint = await _whole(compiled, thread, found[id])
        await saver.aput(here, checkpoint, found[id].metadata, checkpoint["channel_versions"])
    return await swap(saver, thread, copy, kept)


def _kept_above(found: dict[str, CheckpointTuple], id: str, kept: Collection[str]) -> str | None:
    """Return the nearest ancestor of a checkpoint that is kept as well."""
    above = found[id].parent_config
    while above is not None:
        parent = str(above["configurable"]["checkpoint_id"])
        if parent in kept or parent not in found:
            return parent if parent in kept else None
        above = found[parent].parent_config
    return None


async def _whole(compiled: Graph, thread: str, found: CheckpointTuple) -> Any:
    """Return a checkpoint in which every delta channel is whole, as it was before its next step."""
    id = found.config["configurable"]["checkpoint_id"]
    there: RunnableConfig = {"configurable": {"thread_id": thread, "checkpoint_id": id}}
    values = (await compiled.aget_state(there)).values
    checkpoint = found.checkpoint
    whole = {
        name: _DeltaSnapshot(values[name])
        for name, channel in compiled.channels.items()
        if isinstance(channel, DeltaChannel)
        and name in checkpoint["channel_versions"]
        and name not in checkpoint["channel_values"]
        and name in values
    }
    return {**checkpoint, "channel_values": {**checkpoint["channel_values"], **whole}}
