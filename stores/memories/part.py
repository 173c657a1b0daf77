"""A part of a game's memories: a Chroma collection, the ids known to be in it, its vectors."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mmagents.stores.chroma import EF_SEARCH
from mmagents.stores.embeddings import AT_ONCE, Vectors
from mmagents.stores.memories.row import Entries, Kept, Recalled, memory_id, place_of

if TYPE_CHECKING:
    import numpy as np
    from chromadb.api.models.Collection import Collection as ChromaCollection
    from numpy.typing import NDArray

DIGITS = 5
"""Of a cosine: equal vectors may differ in the last bits of a 32-bit distance."""
READ = 2048
"""Memories whose words are at hand; those of others are asked of Chroma."""
TIES = 8
"""Results beyond the limit that are fetched to see whether a tie crosses it."""


class MemoryPart:
    """A collection, made once it is to hold something.

    Not guarded: :class:`LongTermMemory` lets one call in at a time.
    """

    def __init__(
        self, found: ChromaCollection | None, make: Callable[[], ChromaCollection]
    ) -> None:
        """Take the collection if there is one, and what makes it where there is none."""
        self._found, self._make = found, make
        self._turns: dict[int, set[str]] = {}
        self._latest = -1
        self._words: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self.reload()

    @property
    def _collection(self) -> ChromaCollection:
        """The collection, made now if it was not."""
        if self._found is None:
            self._found = self._make()
        return self._found

    def __len__(self) -> int:
        return sum(map(len, self._turns.values()))

    def reload(self) -> None:
        """Read anew which ids the collection holds."""
        self._turns = {}
        for identifier in self._found.get(include=[])["ids"] if self._found is not None else ():
            self._turns.setdefault(place_of(identifier)[0], set()).add(identifier)
        self._latest = max(self._turns, default=-1)

    def replace(self, turn: int, entries: Entries, vectors: Vectors) -> None:
        """Make the memories of one turn exactly `entries`."""
        have = self._turns.get(turn, set())
        self._delete(have - entries.keys())
        self.add({key: entries[key] for key in entries if key not in have}, vectors)

    def keep_only(self, entries: Entries) -> dict[str, tuple[str, str]]:
        """Delete what is not in `entries`, and return those of them that are missing."""
        have = set().union(*self._turns.values())
        self._delete(have - entries.keys())
        return {key: entries[key] for key in entries if key not in have}

    def most(self, limit: int, without: Collection[int], before: int) -> int:
        """Return how many to search for, so that what is asked for is among them.

        0 for nothing. Beside it there may be memories of turns from `before` on, and of turns left
        out.
        """
        late = [ids for at, ids in self._turns.items() if at >= before <= self._latest]
        left_out = [self._turns.get(turn, ()) for turn in without if turn < before]
        besides = [one for ids in (*late, *left_out) for one in ids]
        if limit <= 0 or len(self) <= len(besides):
            return 0
        return limit + len(besides)

    def forget_from(self, turn: int) -> None:
        """Delete the memories of `turn` and of every later one."""
        if self._latest >= turn:
            late = (ids for at, ids in self._turns.items() if at >= turn)
            self._delete(set().union(*late))

    def nearest(
        self, queries: Collection[str], limit: int, vectors: Vectors
    ) -> dict[str, list[Recalled]]:
        """Return by query the nearest; all queries are searched at once.

        The nearest come first, and of equally near ones the oldest.
        """
        count = len(self)
        if not count:
            return {query: [] for query in queries}
        limit, fetch = min(count, limit), min(count, limit + TIES)
        found, wanted = dict[str, list[Recalled]](), tuple(queries)
        while wanted:
            for query, near in self._near(wanted, fetch, vectors).items():
                enough = len(near) < fetch or fetch >= min(count, max(EF_SEARCH, limit))
                if enough or near[-1][0] < near[limit - 1][0]:
                    found[query] = self._recalled(near, limit)
            wanted = tuple(one for one in wanted if one not in found)
            fetch = min(count, fetch * 4)  # as near as the last that is wanted: look further
        return found

    def _recalled(self, near: list[tuple[float, str]], limit: int) -> list[Recalled]:
        """Return the words of what was found, at most so many."""
        ranked = sorted(near, key=lambda hit: (-hit[0], place_of(hit[1])))[:limit]
        words = self._words_of([one for _, one in ranked])
        return [
            Recalled(words[one][0], place_of(one)[0], words[one][1], similarity)
            for similarity, one in ranked
        ]

    def _near(
        self, queries: tuple[str, ...], fetch: int, vectors: Vectors
    ) -> dict[str, list[tuple[float, str]]]:
        """Return by query so many of the nearest; where some are missing, all is indexed anew."""
        asked = vectors.of(queries)
        found = self._query([asked[one] for one in queries], fetch)
        if min(map(len, found)) < fetch:
            self._mend(vectors)
            found = self._query([asked[one] for one in queries], fetch)
        return dict(zip(queries, found, strict=True))

    def _words_of(self, identifiers: Sequence[str]) -> Mapping[str, tuple[str, str]]:
        """Return text and speaker of some memories."""
        unread = [one for one in identifiers if one not in self._words]
        if not unread:
            return self._words
        got: Any = self._collection.get(ids=unread, include=["documents", "metadatas"])
        rows = zip(got["ids"], got["documents"], got["metadatas"], strict=True)
        return {**self._words, **{one: (text, about["speaker"]) for one, text, about in rows}}

    def read(self) -> Iterator[Kept]:
        """Yield every memory that the collection holds, in no order."""
        got: Any = self._collection.get(include=["documents", "metadatas"])
        for identifier, text, about in zip(
            got["ids"], got["documents"], got["metadatas"], strict=True
        ):
            turn, item = place_of(identifier)
            yield Kept(turn, item, text, about["speaker"])

    def _mend(self, vectors: Vectors) -> None:
        """Index every memory anew from its text.

        Chroma drops an index from memory when too many are open, and a folder may lose files:
        the texts, which are kept elsewhere, are still there.
        """
        entries = {
            memory_id(kept.turn, kept.item, kept.text, kept.speaker): (kept.text, kept.speaker)
            for kept in self.read()
        }
        self._delete(set(entries))
        self.add(entries, vectors)

    def _query(
        self, queries: list[NDArray[np.float32]], fetch: int
    ) -> list[list[tuple[float, str]]]:
        got: Any = self._collection.query(
            query_embeddings=queries,  # type: ignore[arg-type]  # lists are invariant
            n_results=fetch,
            include=["distances"],
        )
        return [
            [(round(1.0 - float(far), DIGITS), one) for far, one in zip(*hits, strict=True)]
            for hits in zip(got["distances"], got["ids"], strict=True)
        ]

    def _delete(self, identifiers: set[str]) -> None:
        doomed = sorted(identifiers)
        for start in range(0, len(doomed), AT_ONCE):
            self._collection.delete(ids=doomed[start : start + AT_ONCE])
        for identifier in doomed:
            self._words.pop(identifier, None)
            turn = place_of(identifier)[0]
            self._turns[turn].discard(identifier)
            if not self._turns[turn]:
                del self._turns[turn]
        if doomed:
            self._latest = max(self._turns, default=-1)

    def add(self, entries: Entries, vectors: Vectors) -> None:
        """Write memories, or write them again."""
        keys = list(entries)
        for start in range(0, len(keys), AT_ONCE):
            some = keys[start : start + AT_ONCE]
            texts = [entries[key][0] for key in some]
            embedded = vectors.of(texts)
            self._collection.upsert(
                ids=some,
                embeddings=[embedded[text] for text in texts],  # type: ignore[arg-type]  # same
                documents=texts,
                metadatas=[{"turn": place_of(key)[0], "speaker": entries[key][1]} for key in some],
            )
        self._hold(entries)

    def _hold(self, entries: Entries) -> None:
        """Note that memories are there."""
        for key, words in entries.items():
            turn = place_of(key)[0]
            self._turns.setdefault(turn, set()).add(key)
            self._latest = max(self._latest, turn)
            self._words[key] = words
        while len(self._words) > READ:
            self._words.popitem(last=False)
