"""The graph's checkpoints in one SQLite file, or in this process until they are packed."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmagents.stores.disk import SavedGameError
from mmagents.stores.packed import is_packed, unpack

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver


_NO_PLAIN_TABLE = re.compile(r"\b(AS|CHECK|GENERATED|VIRTUAL|COLLATE|ON CONFLICT)\b", re.IGNORECASE)
"""Words of a table's definition with which it is more than columns that hold what was written."""


def check_tables(connection: sqlite3.Connection) -> None:
    """See that a database holds a game's two tables and nothing that runs when it is asked.

    A view may have no end, and a trigger or a computed column does what its author wants.

    Raises:
        SavedGameError: if it holds anything else.
    """
    for kind, name, made_by in connection.execute("SELECT type, name, sql FROM sqlite_master"):
        ours = kind == "table" and name in ("checkpoints", "writes")
        if made_by is None and kind == "index":
            continue
        if not (ours and made_by) or _NO_PLAIN_TABLE.search(made_by):
            raise SavedGameError(
                f"The checkpoints hold the {kind} {str(name)[:80]!r} as no game of mmagents writes "
                "it. They were changed by somebody. The talk can still be read in its "
                "transcript.jsonl."
            )


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
    if Path(path).exists():
        with closing(sqlite3.connect(path)) as connection, _readable(path):
            check_tables(connection)
    async with aiosqlite.connect(str(path)) as connection:
        saver = _on_disk()(connection)
        with _readable(path):
            await saver.setup()
            async with saver.conn.execute("PRAGMA synchronous=NORMAL"):
                pass
        yield saver


@contextmanager
def _readable(path: str | Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise SavedGameError(
            f"{path} is damaged, or is no file of checkpoints: {error}. Restore it from a "
            "copy, or begin a new game."
        ) from error


def checkpointer_over(connection: sqlite3.Connection) -> BaseCheckpointSaver[Any]:
    """Return a checkpointer over a database in this process; nothing in it waits for a disk.

    Raises:
        SavedGameError: if it is no database of checkpoints. While it is open: as above.
    """
    saver: BaseCheckpointSaver[Any] = _in_memory()(connection)
    try:
        check_tables(connection)
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
