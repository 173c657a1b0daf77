"""Long-term memory: what each seat keeps of what it heard, searched by meaning.

The game's history is the truth, this is an index over it. Every memory has an id made of turn, item
and content, so that writing the same turn twice changes nothing, and :meth:`LongTermMemory.sync`
makes the index equal to any history by comparing ids alone.
"""

from __future__ import annotations

import uuid
import weakref
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from mmagents.stores.chroma import (
    abandon,
    close_client,
    collection_name,
    delete_collections,
    open_client,
    open_collection,
    readable,
)
from mmagents.stores.seat_memory import (
    AT_ONCE,
    Kept,
    MemoryRow,
    Recalled,
    SeatMemory,
    Vectors,
    storable,
)
from mmagents.stores.servers.chroma_server import Answering, is_server, open_server, place_on

if TYPE_CHECKING:
    from mmagents.stores.embeddings import Embedder

__all__ = ["Kept", "LongTermMemory", "MemoryRow", "Recalled", "forget_on_server"]


class LongTermMemory:
    """The memories of every seat of one game.

    All calls block; an event loop makes them through `asyncio.to_thread`. Calls from several
    threads are served one at a time.
    """

    def __init__(
        self, path: Path | str | None, game: str, seats: Sequence[str], embedder: Embedder
    ) -> None:
        self._vectors = Vectors(embedder)
        if is_server(path):
            path, game = _on_server(path, game)
            self._lock = Answering(path)
            self._client = open_server(path)
            opening: AbstractContextManager[None] = self._lock
        else:
            path = None if path is None else Path(path)
            self._lock = Answering(None)
            self._client = open_client(path, len(seats))
            opening = readable(path)
        # In one process all in-memory clients share their collections: each handle has its own.
        handle = uuid.uuid4().hex[:12] if path is None else ""
        names = {seat: collection_name(game, seat, handle) for seat in seats}
        with opening:
            self._seats = {
                seat: SeatMemory(
                    open_collection(
                        self._client,
                        name,
                        {"embedder": embedder.id, "game": game, "seat": seat},
                        path,
                    )
                )
                for seat, name in names.items()
            }
        self._names = tuple(names.values())
        self._on_server = is_server(path)
        self._closed = False
        self._forget_later: weakref.finalize[..., LongTermMemory] | None = None
        if path is None:
            self._forget_later = weakref.finalize(self, abandon, self._client, self._names)
            self._forget_later.atexit = False

    @classmethod
    def open(
        cls, path: str | Path | None, game: str, seats: Sequence[str], embedder: Embedder
    ) -> LongTermMemory:
        """Open the memories of a game, or begin them.

        Args:
            path: the folder they are kept in, or the address of a Chroma server, with the games'
                common name there: `http://HOST:PORT#NAME`. None keeps them in this handle, and
                they are gone with it.
            game: id of the game; other games in the same folder, or under the same name on a
                server, are not seen.
            seats: ids of those who remember.
            embedder: what is compared; a folder keeps to the one it was begun with.

        Raises:
            MemoryStoreError: if the folder cannot be read, no server answers, or it was begun with
                another embedder.
        """
        return cls(path, game, seats, embedder)

    def write(self, turn: int, items: Sequence[str], speaker: str, hearers: Iterable[str]) -> None:
        """Write what was said in `turn` to every hearer; it replaces all any seat has of that turn.

        Raises:
            ValueError: if a hearer has no memory here.
        """
        self._check(hearers := frozenset(hearers))
        row = MemoryRow(turn, speaker, tuple(items), tuple(hearers))
        with self._lock:
            for seat, memory in self._seats.items():
                memory.replace(turn, row.entries() if seat in hearers else {})
            if any(memory.full for memory in self._seats.values()):
                self._write()

    def embed(self, queries: Collection[str]) -> None:
        """Embed words that are to be asked for next, all in one call."""
        with self._lock:
            self._vectors.of([storable(one) for one in queries])

    def reaches(self, seat: str, before: int, without: Collection[int] = ()) -> bool:
        """Tell whether a seat has any memory of a turn before `before` and not in `without`."""
        self._check((seat,))
        with self._lock:
            mine = self._seats[seat]
            left_out = frozenset(turn for turn in without if turn < before)
            return len(mine) > mine.count_from(before) + mine.count_in(left_out)

    def recall(
        self,
        seat: str,
        query: str,
        limit: int,
        before: int,
        *,
        forget: bool = True,
        without: Collection[int] = (),
    ) -> list[Recalled]:
        """Return the memories of `seat` nearest to `query`, nearest first, then oldest first.

        Memories of turns from `before` on belong to a branch that was left: every seat forgets
        them, so that no query needs a filter. Only where turn `before` is being written at this
        very moment are they left in place, and out of what is returned.

        Of the turns in `without` nothing is returned either. As many more are fetched as those
        turns hold, so that what it costs does not grow with the game.

        Args:
            seat: whose memories.
            query: any words; embedded once, however many seats ask with the same.
            limit: at most how many.
            before: the turn that is being decided.
            forget: whether to forget what is not before it.
            without: turns to leave out.
        """
        self._check((seat,))
        with self._lock:
            for memory in self._seats.values() if forget else ():
                memory.forget_from(before)
            mine = self._seats[seat]
            left_out = frozenset(turn for turn in without if turn < before)
            besides = mine.count_from(before) + mine.count_in(left_out)
            if limit <= 0 or len(mine) <= besides:
                return []
            if mine.holds_back(left_out, before):
                self._write()
            most = limit + besides - mine.put_aside
            found = mine.nearest(storable(query), most, self._vectors)
            return [one for one in found if one.turn < before and one.turn not in left_out][:limit]

    def _write(self) -> None:
        """Write what seats have put aside: all of them, so that no text is embedded twice."""
        for memory in self._seats.values():
            memory.write(self._vectors)

    def sync(self, rows: Iterable[MemoryRow]) -> None:
        """Make the memories exactly those of `rows`, whatever they are now.

        Raises:
            ValueError: if a hearer has no memory here.
        """
        entries = {seat: dict[str, tuple[str, str]]() for seat in self._seats}
        for row in rows:
            self._check(row.hearers)
            for hearer in set(row.hearers):
                entries[hearer].update(row.entries())
        with self._lock:
            missing: dict[str, dict[str, tuple[str, str]]] = {}
            for seat, memory in self._seats.items():
                memory.reload()
                missing[seat] = memory.keep_only(entries[seat])
            self._add_together(missing)

    def _add_together(self, missing: Mapping[str, Mapping[str, tuple[str, str]]]) -> None:
        """Add to each seat what it misses, batch by batch, so that no text is embedded twice."""
        together: dict[str, tuple[str, str]] = {}
        for entries in missing.values():
            together.update(entries)
        ids = sorted(together)
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            for seat, entries in missing.items():
                batch = {key: entries[key] for key in some if key in entries}
                self._seats[seat].add(batch, self._vectors)

    def count(self, seat: str) -> int:
        """Return how many memories `seat` has."""
        self._check((seat,))
        with self._lock:
            return len(self._seats[seat])

    def all(self, seat: str) -> list[Kept]:
        """Return every memory of `seat` as it is stored, by turn and item."""
        self._check((seat,))
        with self._lock:
            self._write()
            return sorted(self._seats[seat].read(), key=lambda kept: (kept.turn, kept.item))

    def forget(self) -> None:
        """Delete the memories of every seat of this game, and close."""
        with self._lock:
            if not self._closed:
                delete_collections(self._client, self._names)
                self._seats = {}
            self.close()

    def close(self) -> None:
        """Let the files go; memories without a folder are deleted."""
        with self._lock:
            if self._closed:
                return
            if self._forget_later is None:
                self._write()
            elif self._forget_later.detach():
                delete_collections(self._client, self._names)
            if not self._on_server:
                close_client(self._client)
            self._closed = True

    def _check(self, seats: Iterable[str]) -> None:
        unknown = sorted(set(seats) - self._seats.keys())
        if unknown:
            raise ValueError(
                f"No long-term memory was opened for {', '.join(unknown)}; the seats of this game "
                f"are {', '.join(self._seats)}."
            )


def _on_server(path: str, game: str) -> tuple[str, str]:
    """Return the address of a server, and the id that a game has there among all others."""
    address, name = place_on(path)
    return address, f"{name}, {game}"


def forget_on_server(path: str, game: str, seats: Iterable[str]) -> None:
    """Delete what a server keeps of a game; what is not there is passed over.

    Args:
        path: address and common name, as :meth:`LongTermMemory.open` takes them.
        game: id of the game.
        seats: ids of those who remembered.

    Raises:
        MemoryStoreError: if no server answers.
    """
    address, game = _on_server(path, game)
    client = open_server(address)
    with Answering(address):
        delete_collections(client, [collection_name(game, seat) for seat in seats])
