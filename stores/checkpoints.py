"""The graph's checkpoints in one SQLite file, or in this process until they are packed."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmagents.stores.disk import SavedGameError
from mmagents.stores.packed import is_packed, unpack

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver


@asynccontextmanager
async def open_checkpointer(path: str | Path) -> AsyncIterator[AsyncSqliteSaver]:
    """Open the checkpoints kept in `path`, or begin them; those packed beside it are unpacked.

    A write-ahead log without a sync at each commit (`synchronous=NORMAL`): what was written
    survives the death of the process at any moment; a power cut may take the last steps, never the
    file (sqlite.org, "Write-Ahead Logging").

    Raises:
        SavedGameError: if the file is no database of checkpoints. While it is open: if a
            checkpoint holds anything but what a game writes (see :mod:`mmagents.stores.strict`).
    """
    import aiosqlite

    if is_packed(Path(path)):
        unpack(Path(path))
    async with aiosqlite.connect(str(path)) as connection:
        saver = _on_disk()(connection)
        try:
            await saver.setup()
            async with saver.conn.execute("PRAGMA synchronous=NORMAL"):
                pass
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            raise SavedGameError(
                f"{path} is damaged, or is no file of checkpoints: {error}. Restore it from a "
                "copy, or begin a new game."
            ) from error
        yield saver


def checkpointer_over(connection: sqlite3.Connection) -> BaseCheckpointSaver[Any]:
    """Return a checkpointer over a database in this process; nothing in it waits for a disk.

    Raises:
        SavedGameError: if it is no database of checkpoints. While it is open: as above.
    """
    saver: BaseCheckpointSaver[Any] = _in_memory()(connection)
    try:
        saver.setup()  # type: ignore[attr-defined]  # of SqliteSaver
    except sqlite3.DatabaseError as error:
        raise SavedGameError(
            f"What is packed as checkpoints is damaged, or is none: {error}. Restore it from a "
            "copy; the talk can still be read in its transcript.jsonl."
        ) from error
    return saver


@cache
def _on_disk() -> type[AsyncSqliteSaver]:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    from mmagents.stores.strict import StrictSerializer

    class Saver(AsyncSqliteSaver):
        """Numbers a channel's versions 1, 2, 3 …, as the base of all savers does.

        The version strings of this saver, 49 characters a channel in every checkpoint, tell apart
        the parts of checkpoints that are stored apart. Here each is stored whole.
        """

        def __init__(self, connection: Any) -> None:
            super().__init__(connection, serde=StrictSerializer())

        def get_next_version(self, current: int | None, channel: None) -> int:  # type: ignore[override]  # the base class allows any comparable
            return (current or 0) + 1

    return Saver


@cache
def _in_memory() -> Any:
    from langgraph.checkpoint.sqlite import SqliteSaver

    from mmagents.stores.strict import StrictSerializer

    class Saver(SqliteSaver):
        """Answers at once where LangGraph waits: the database is in this process."""

        def __init__(self, connection: sqlite3.Connection) -> None:
            super().__init__(connection, serde=StrictSerializer())

        def get_next_version(self, current: int | None, channel: None) -> int:  # type: ignore[override]  # as above
            return (current or 0) + 1

        async def aget_tuple(self, *given: Any, **named: Any) -> Any:
            return self.get_tuple(*given, **named)

        async def alist(self, *given: Any, **named: Any) -> Any:
            for one in self.list(*given, **named):
                yield one

        async def aput(self, *given: Any, **named: Any) -> Any:
            return self.put(*given, **named)

        async def aput_writes(self, *given: Any, **named: Any) -> Any:
            return self.put_writes(*given, **named)

        async def aget_delta_channel_history(self, *given: Any, **named: Any) -> Any:
            return self.get_delta_channel_history(*given, **named)

    return Saver
