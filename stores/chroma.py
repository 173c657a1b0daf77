"""Chroma, opened the one way this project uses it: local, silent, and nearly exact."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmagents.scenarios.errors import MMAgentsError
from mmagents.stores.file_limit import limit_lifted, most_indexes

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection
    from chromadb.config import Settings

EF_SEARCH = 1000
"""Candidates the index weighs for each query. A seat's collection up to this size is in effect
searched whole; Chroma's own default of 100 finds less than nine in ten of the nearest at 3,000."""
LOG = 100
"""Writes that Chroma logs before they go into the index. It reads that log at every write: with its
own default of 1,000 a write of three memories takes 4 to 8 ms and not 2."""

OF_ONE_SYSTEM = 64
"""Games in memory that share one of Chroma's systems; a new one takes 20 ms and three threads."""

_MADE = count()
OPENING = threading.Lock()  # Chroma's table of open clients is not guarded


class MemoryStoreError(MMAgentsError):
    """Long-term memory that cannot be opened, or not with these embeddings."""


def open_client(path: Path | None) -> ClientAPI:
    """Open Chroma in `path`, or in this process alone.

    Raises:
        MemoryStoreError: if the folder holds something that Chroma cannot read.
    """
    import chromadb
    from chromadb.api.shared_system_client import SharedSystemClient

    settings = _settings().model_copy()
    with OPENING, readable(path):
        if path is None:
            with limit_lifted(), _own_system(next(_MADE) // OF_ONE_SYSTEM) as system:
                client = chromadb.EphemeralClient(settings=settings)
                # Of Client, not of the interface: what its close() lets go of by name.
                client._identifier = client._admin_client._identifier = system  # type: ignore[attr-defined]
            return client
        path.mkdir(parents=True, exist_ok=True)
        _log_ahead(path / "chroma.sqlite3")
        try:
            return chromadb.PersistentClient(path=path, settings=settings)
        except BaseException:
            # What failed to start stays in Chroma's table, and would be handed out at the next try.
            SharedSystemClient._identifier_to_system.pop(str(path), None)
            raise


@cache
def _settings() -> Settings:
    """Return the settings of every client; to read them takes longer than to open one."""
    from chromadb.config import Settings

    return Settings(anonymized_telemetry=False)


@contextmanager
def _own_system(number: int) -> Iterator[str]:
    """Have the clients that Chroma opens meanwhile share the system of this number.

    Chroma shares one system among all clients in memory, and an index that was deleted is let go
    with its system only: where some game is always open, none ever would be.
    """
    from chromadb.api.shared_system_client import SharedSystemClient

    name, theirs = f"mmagents-{number}", "ephemeral"
    tables: tuple[dict[str, Any], ...] = (
        SharedSystemClient._identifier_to_system,
        SharedSystemClient._identifier_to_refcount,
    )
    aside = [table.pop(theirs, None) for table in tables]
    for table in tables:
        if name in table:
            table[theirs] = table.pop(name)
    try:
        yield name
    finally:
        for table, others in zip(tables, aside, strict=True):
            if theirs in table:
                table[name] = table.pop(theirs)
            if others is not None:
                table[theirs] = others


def _log_ahead(database: Path) -> None:
    """Begin a database that logs ahead, as it then goes on to: writes take about half as long."""
    if not database.exists():
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")


def close_client(client: ClientAPI) -> None:
    """Close a client; its files and memory are let go once nobody in the process uses them."""
    with OPENING:
        client.close()  # type: ignore[attr-defined]  # of Client, not of the interface


def abandon(client: ClientAPI, names: Iterable[str]) -> None:
    """Delete collections nobody holds any more, and close their client.

    The garbage collector may call this in the middle of anything, even of opening another client;
    then that client stays open.
    """
    delete_collections(client, names)
    if OPENING.acquire(blocking=False):
        try:
            client.close()  # type: ignore[attr-defined]  # of Client, not of the interface
        finally:
            OPENING.release()


@contextmanager
def readable(path: Path | None) -> Iterator[None]:
    """Say what to do when Chroma cannot read what it is pointed at.

    Raises:
        MemoryStoreError: in the place of what Chroma, SQLite or the file system raised.
    """
    from chromadb.errors import InternalError

    try:
        yield
    except (InternalError, sqlite3.Error, OSError, ValueError) as error:
        if path is None:
            cure = "Another part of this process uses Chroma in its own way: give memory a folder."
        elif isinstance(error, OSError) or "unable to open" in str(error):
            cure = "Name a folder that you may write to."
        elif "readonly" in str(error) or "full" in str(error) or "I/O" in str(error):
            cure = "Make room there, or give write access."
        else:
            cure = "Delete that folder: it is an index, filled again from the saved game."
        raise MemoryStoreError(
            f"Long-term memory in {path or 'this process'} cannot be opened: {error}. {cure}"
        ) from error


def collection_name(game: str, seat: str, handle: str = "") -> str:
    """Return an ASCII name for the collection of a seat in a game, whatever they are called."""
    of_game = hashlib.sha256(game.encode()).hexdigest()[:16]
    of_seat = hashlib.sha256(seat.encode()).hexdigest()[:12]
    return "-".join(part for part in (of_game, of_seat, handle) if part)


def find_collection(
    client: ClientAPI, name: str, about: Mapping[str, str], path: Path | str
) -> Collection | None:
    """Return a collection of a game, or None if it was not made.

    Args:
        client: an open Chroma.
        name: see :func:`collection_name`.
        about: embedder, game and seat, recorded with the collection.
        path: where Chroma keeps it, to be named in an error.

    Raises:
        MemoryStoreError: if it holds vectors of another embedder.
    """
    from chromadb.errors import NotFoundError

    try:
        collection = client.get_collection(name, embedding_function=None)
    except NotFoundError:
        return None
    recorded = (collection.metadata or {}).get("embedder")
    if recorded != about["embedder"]:
        anew = "that folder" if isinstance(path, Path) else "the collections there"
        raise MemoryStoreError(
            f"Long-term memory in {path} was written with the embeddings "
            f"{recorded!r}, and cannot be searched with {about['embedder']!r}. Go on with the "
            f"former, or delete {anew}: it is an index, filled again from the saved game."
        )
    return collection


def make_collection(
    client: ClientAPI, name: str, about: Mapping[str, str], *, in_process: bool
) -> Collection:
    """Make a collection of a game; the arguments are those of :func:`find_collection`.

    Raises:
        MemoryStoreError: if the process holds as many as it may.
    """
    held = client.count_collections() if in_process else 0
    if held and held >= most_indexes():
        raise MemoryStoreError(
            f"This process holds {held} long-term memories already, "
            "as many as Chroma takes. Raise the limit on open files (ulimit -Hn), play "
            "fewer games at once, or keep memory in a folder."
        )
    return client.create_collection(
        name,
        configuration={
            "hnsw": {
                "space": "cosine",
                "ef_search": EF_SEARCH,
                "batch_size": LOG,
                "sync_threshold": LOG,
            }
        },
        metadata=dict(about),
        embedding_function=None,
    )


def delete_collections(client: ClientAPI, names: Iterable[str]) -> None:
    """Delete those of the collections that are there."""
    from chromadb.errors import NotFoundError

    for name in names:
        with suppress(NotFoundError):
            client.delete_collection(name)
