"""The graph's checkpoints in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mmagents.stores.disk import SavedGameError

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver


@asynccontextmanager
async def open_checkpointer(path: str | Path) -> AsyncIterator[AsyncSqliteSaver]:
    """Open the checkpoints kept in `path`, or begin them.

    A write-ahead log without a sync at each commit (`synchronous=NORMAL`): what was written
    survives the death of the process at any moment; a power cut may take the last steps, never the
    file (sqlite.org, "Write-Ahead Logging").

    Raises:
        SavedGameError: if the file is no database of checkpoints. While it is open: if a
            checkpoint holds anything but what a game writes (see :mod:`mmagents.stores.strict`).
    """
    import aiosqlite
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    from mmagents.stores.strict import StrictSerializer

    class Saver(AsyncSqliteSaver):
        """Numbers a channel's versions 1, 2, 3 …, as the base of all savers does.

        The version strings of this saver, 49 characters a channel in every checkpoint, tell apart
        the parts of checkpoints that are stored apart. Here each is stored whole.
        """

        def get_next_version(self, current: int | None, channel: None) -> int:  # type: ignore[override]  # the base class allows any comparable
            return (current or 0) + 1

    async with aiosqlite.connect(str(path)) as connection:
        saver = Saver(connection, serde=StrictSerializer())
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
