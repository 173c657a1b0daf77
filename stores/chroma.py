"""Chroma, opened the one way this project uses it: silent, nearly exact, calling nothing it holds.

A collection of Chroma may name functions that make vectors, and Chroma's own client builds them
again as soon as it is written to: whoever wrote the collection chooses what is loaded and called.
Here a collection is opened without what it names; vectors come from the embedder of the game.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmagents.errors import MMAgentsError

if TYPE_CHECKING:
    from chromadb.api import ServerAPI
    from chromadb.api.models.Collection import Collection
    from chromadb.config import Settings, System
    from chromadb.types import Collection as Model

EF_SEARCH = 1000
"""Candidates the index weighs for each query. A seat's collection up to this size is in effect
searched whole; Chroma's own default of 100 finds less than nine in ten of the nearest at 3,000."""
LOG = 100
"""Writes that Chroma logs before they go into the index. It reads that log at every write: with its
own default of 1,000 a write of three memories takes 4 to 8 ms and not 2."""


class MemoryStoreError(MMAgentsError):
    """Long-term memory that cannot be opened, or not with these embeddings."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open Chroma: in a folder, in this process, or on a server.

    Chroma's own clients in memory share one system, which lets go of no index that was deleted
    while any of them is open. A store has a system of its own.
    """

    system: System
    api: ServerAPI

    @classmethod
    def start(cls, settings: Settings) -> Store:
        """Open what the settings name."""
        from chromadb.api import ServerAPI
        from chromadb.config import System

        system = System(settings)
        store = cls(system, system.instance(ServerAPI))  # type: ignore[type-abstract]  # theirs
        system.start()
        return store

    def close(self) -> None:
        """Let its files and its memory go."""
        self.system.stop()

    def find(self, name: str) -> Collection | None:
        """Return a collection, or None if there is none of that name."""
        from chromadb.errors import NotFoundError

        try:
            return self._opened(self.api.get_collection(name))
        except NotFoundError:
            return None

    def make(self, name: str, about: Mapping[str, str]) -> Collection:
        """Make a collection; `about` is recorded with it."""
        hnsw: Any = {
            "space": "cosine", "ef_search": EF_SEARCH, "batch_size": LOG, "sync_threshold": LOG,
        }  # fmt: skip
        how: Any = {"hnsw": hnsw, "embedding_function": None}
        return self._opened(
            self.api.create_collection(name, configuration=how, metadata=dict(about))
        )

    def _opened(self, model: Model) -> Collection:
        from chromadb.api.models.Collection import Collection

        model.set_serialized_schema({})
        return Collection(self.api, model, embedding_function=None)

    def delete(self, names: Iterable[str]) -> None:
        """Delete those of the collections that are there."""
        from chromadb.errors import NotFoundError

        for name in names:
            with suppress(NotFoundError):
                self.api.delete_collection(name)


def open_store(path: Path | None) -> Store:
    """Open Chroma in `path`, or in this process alone.

    Raises:
        MemoryStoreError: if the folder holds something that Chroma cannot read.
    """
    with readable(path):
        if path is not None:
            path.mkdir(parents=True, exist_ok=True)
            _log_ahead(path / "chroma.sqlite3")
        settings = _settings().model_copy()
        settings.is_persistent, settings.persist_directory = path is not None, str(path or "")
        return Store.start(settings)


@cache
def _settings() -> Settings:
    """Return the settings of every store; to read them takes longer than to open one."""
    from chromadb.config import Settings

    # Tokio's own variable: left alone, each store begins as many threads as there are cores.
    os.environ.setdefault("TOKIO_WORKER_THREADS", "1")
    return Settings(anonymized_telemetry=False)


def _log_ahead(database: Path) -> None:
    """Begin a database that logs ahead, as it then goes on to: writes take about half as long."""
    if not database.exists():
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")


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
        if isinstance(error, OSError) or "unable to open" in str(error):
            cure = "Name a folder that you may write to."
        elif "readonly" in str(error) or "full" in str(error) or "I/O" in str(error):
            cure = "Make room there, or give write access."
        else:
            cure = "Delete that folder: it is an index, filled again from the saved game."
        raise MemoryStoreError(
            f"Long-term memory in {path or 'this process'} cannot be opened: {error}. {cure}"
        ) from error


def collection_name(game: str, seat: str) -> str:
    """Return an ASCII name for the collection of a seat in a game, whatever they are called."""
    of_game = hashlib.sha256(game.encode()).hexdigest()[:16]
    of_seat = hashlib.sha256(seat.encode()).hexdigest()[:12]
    return f"{of_game}-{of_seat}"


def find_collection(
    store: Store, name: str, about: Mapping[str, str], path: Path | str | None
) -> Collection | None:
    """Return a collection of a game, or None if it was not made.

    Args:
        store: an open Chroma.
        name: see :func:`collection_name`.
        about: embedder, game and seat, recorded with the collection.
        path: where Chroma keeps it, to be named in an error.

    Raises:
        MemoryStoreError: if it holds vectors of another embedder.
    """
    collection = store.find(name)
    recorded = (collection.metadata or {}).get("embedder") if collection else about["embedder"]
    if recorded != about["embedder"]:
        anew = "that folder" if isinstance(path, Path) else "the collections there"
        raise MemoryStoreError(
            f"Long-term memory in {path} was written with the embeddings "
            f"{recorded!r}, and cannot be searched with {about['embedder']!r}. Go on with the "
            f"former, or delete {anew}: it is an index, filled again from the saved game."
        )
    return collection
