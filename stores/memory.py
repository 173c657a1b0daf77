"""Long-term memory: what each seat keeps of what it heard, searched by meaning.

The game's history is the truth, this is an index over it. Every memory has an id made of turn, item
and content, so that writing the same turn twice changes nothing, and :meth:`LongTermMemory.sync`
makes the index equal to any history by comparing ids alone.
"""

from __future__ import annotations

import weakref
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mmagents.stores.chroma import Store, collection_name, find_collection, open_store, readable
from mmagents.stores.embeddings import AT_ONCE, Vectors
from mmagents.stores.memories.on_server import TOGETHER, forget_on_server, placed
from mmagents.stores.memories.part import MemoryPart
from mmagents.stores.memories.row import Kept, MemoryRow, Recalled, storable
from mmagents.stores.servers.chroma_server import Answering, is_server, open_server

if TYPE_CHECKING:
    from chromadb.api.models.Collection import Collection as ChromaCollection

    from mmagents.stores.embeddings import Embedder

__all__ = [
    "IN_PROCESS",
    "Asked",
    "Kept",
    "LongTermMemory",
    "MemoryRow",
    "Recalled",
    "forget_on_server",
]


IN_PROCESS = "process:"
"""What the name begins with of long-term memory that the playing process keeps."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat's memory is asked: for at most `limit` near `words`, no turn in `without`."""

    words: str
    limit: int
    without: frozenset[int] = frozenset()


def _made(stores: list[Store], name: str, about: Mapping[str, str]) -> ChromaCollection:
    """Make a collection in the store that is open, or in one of this process."""
    if not stores:
        stores.append(open_store(None))
    return stores[0].make(name, about)


def _close(stores: Iterable[Store]) -> None:
    for store in stores:
        store.close()


class LongTermMemory:
    """The memories of every seat of one game.

    What all seats heard is kept once, for all of them. What a seat heard without one of the others
    is kept for that seat apart. So a seat's memories are these two collections and no others.

    All calls block; an event loop makes them through `asyncio.to_thread`. Calls from several
    threads are served one at a time.
    """

    def __init__(
        self, path: Path | str | None, game: str, seats: Sequence[str], embedder: Embedder
    ) -> None:
        self._vectors = Vectors(embedder)
        if is_server(path):
            path, game = placed(path, game)
            self._lock = Answering(path)
            self._stores = [open_server(path)]
            opening: AbstractContextManager[None] = self._lock
        else:
            path = None if path is None else Path(path)
            self._lock = Answering(None)
            # In this process, the first collection opens it: loading it takes half a second.
            self._stores = [] if path is None else [open_store(path)]
            opening = nullcontext() if path is None else readable(path)
        names = {one: collection_name(game, one) for one in (TOGETHER, *seats)}
        self._parts: dict[str, MemoryPart] = {}
        with opening:
            for one, name in names.items():
                about = {"embedder": embedder.id, "game": game, "seat": one}
                found = find_collection(self._stores[0], name, about, path) if path else None
                self._parts[one] = MemoryPart(found, partial(_made, self._stores, name, about))
        self._everybody = frozenset(seats)
        self._names = tuple(names.values())
        self._on_server = is_server(path)
        self._closed = False
        self._let_go: weakref.finalize[..., LongTermMemory] | None = None
        if not self._on_server:  # a server's store is shared by all games of the process
            self._let_go = weakref.finalize(self, _close, self._stores)
            self._let_go.atexit = False

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
        places, entries = self._places(hearers), row.entries()
        with self._lock:
            for one, part in self._parts.items():
                part.replace(turn, entries if one in places else {}, self._vectors)

    def _places(self, hearers: frozenset[str]) -> frozenset[str]:
        """Return in which collections something is kept that so many heard."""
        return frozenset({TOGETHER}) if hearers == self._everybody else hearers

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
        """Return what one seat recalls; see :meth:`recall_each`."""
        asked = {seat: Asked(query, limit, frozenset(without))}
        return self.recall_each(asked, before, forget=forget)[seat]

    def recall_each(
        self, asked: Mapping[str, Asked], before: int, *, forget: bool = True
    ) -> dict[str, list[Recalled]]:
        """Return by seat the memories nearest to its words, nearest first, then oldest first.

        Memories of turns from `before` on belong to a branch that was left: every seat forgets
        them, so that no query needs a filter. Only where turn `before` is being written at this
        very moment are they left in place, and out of what is returned.

        Of the turns that a seat is without nothing is returned either. As many more are fetched as
        those turns hold, so that what it costs does not grow with the game.

        Args:
            asked: by seat what is asked; the words of all are embedded in one call.
            before: the turn that is being decided.
            forget: whether to forget what is not before it.
        """
        self._check(asked)
        with self._lock:
            for part in self._parts.values() if forget else ():
                part.forget_from(before)
            places = [(TOGETHER, seat) for seat in asked] + [(seat, seat) for seat in asked]
            limits = {
                (at, seat): self._parts[at].most(asked[seat].limit, asked[seat].without, before)
                for at, seat in places
            }
            words = {seat: storable(one.words) for seat, one in asked.items()}
            self._vectors.of([words[seat] for (_, seat), limit in limits.items() if limit])
            found = {seat: list[Recalled]() for seat in asked}
            for place in (TOGETHER, *asked):
                here = {seat: most for (at, seat), most in limits.items() if at == place and most}
                near = self._parts[place].nearest(
                    {words[seat] for seat in here}, max(here.values(), default=0), self._vectors
                )
                for seat in here:
                    found[seat] += near[words[seat]]
            return {seat: _first(found[seat], one, before) for seat, one in asked.items()}

    def sync(self, rows: Iterable[MemoryRow]) -> None:
        """Make the memories exactly those of `rows`, whatever they are now.

        Raises:
            ValueError: if a hearer has no memory here.
        """
        entries = {one: dict[str, tuple[str, str]]() for one in self._parts}
        for row in rows:
            self._check(row.hearers)
            for one in self._places(frozenset(row.hearers)):
                entries[one].update(row.entries())
        with self._lock:
            missing: dict[str, dict[str, tuple[str, str]]] = {}
            for one, part in self._parts.items():
                part.reload()
                missing[one] = part.keep_only(entries[one])
            self._add_together(missing)

    def _add_together(self, missing: Mapping[str, Mapping[str, tuple[str, str]]]) -> None:
        """Add to each part what it misses, batch by batch, so that no text is embedded twice."""
        together: dict[str, tuple[str, str]] = {}
        for entries in missing.values():
            together.update(entries)
        ids = sorted(together)
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            for one, entries in missing.items():
                batch = {key: entries[key] for key in some if key in entries}
                self._parts[one].add(batch, self._vectors)

    def count(self, seat: str) -> int:
        """Return how many memories `seat` has."""
        self._check((seat,))
        with self._lock:
            return len(self._parts[TOGETHER]) + len(self._parts[seat])

    def all(self, seat: str) -> list[Kept]:
        """Return every memory of `seat` as it is stored, by turn and item."""
        self._check((seat,))
        with self._lock:
            kept = [*self._parts[TOGETHER].read(), *self._parts[seat].read()]
            return sorted(kept, key=lambda one: (one.turn, one.item))

    def forget(self) -> None:
        """Delete the memories of every seat of this game, and close."""
        with self._lock:
            if not self._closed:
                for store in self._stores:
                    store.delete(self._names)
                self._parts = {}
            self.close()

    def close(self) -> None:
        """Let the files go; memories without a folder are deleted."""
        with self._lock:
            if self._let_go is not None:
                self._let_go()
            self._closed = True

    def _check(self, seats: Iterable[str]) -> None:
        unknown = sorted(set(seats) - self._everybody)
        if unknown:
            raise ValueError(
                f"No long-term memory was opened for {', '.join(unknown)}; the seats of this game "
                f"are {', '.join(sorted(self._everybody))}."
            )


def _first(found: list[Recalled], asked: Asked, before: int) -> list[Recalled]:
    """Return the nearest of what was found that is wanted; of equally near ones the oldest."""
    wanted = [one for one in found if one.turn < before and one.turn not in asked.without]
    return sorted(wanted, key=lambda one: (-one.similarity, one.turn))[: max(0, asked.limit)]
