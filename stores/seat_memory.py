"""The memories of one seat: a Chroma collection, the ids known to be in it, its vectors.

A call to Chroma costs four times what one more memory in it does, so that memories are written
several turns at a time: what was put aside is written before any search that could find it.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mmagents.stores.chroma import EF_SEARCH

if TYPE_CHECKING:
    import numpy as np
    from chromadb.api.models.Collection import Collection
    from numpy.typing import NDArray

    from mmagents.stores.embeddings import Embedder

ASIDE = 64
"""Memories that a seat puts aside at most before they are written."""
READ = 2048
"""Memories of a seat whose words are at hand; those of others are asked of Chroma."""
TIES = 8
"""Results beyond the limit that are fetched to see whether a tie crosses it."""

Entries = Mapping[str, tuple[str, str]]
"""By id: text and speaker."""


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """What is kept of one turn: the facts it holds, and who heard them."""

    turn: int
    speaker: str
    items: tuple[str, ...]
    hearers: tuple[str, ...]

    def entries(self) -> dict[str, tuple[str, str]]:
        """Return text and speaker of each item, by an id that is theirs alone."""
        return {
            memory_id(self.turn, item, text, self.speaker): (text, self.speaker)
            for item, text in enumerate(map(storable, self.items))
        }


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that was searched for; `similarity` is a cosine, -1 to 1."""

    text: str
    turn: int
    speaker: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory as it is stored."""

    turn: int
    item: int
    text: str
    speaker: str


def storable(text: str) -> str:
    """Return `text` with halves of surrogate pairs, which broken JSON holds, replaced by "?"."""
    return text.encode("utf-8", "replace").decode("utf-8")


def memory_id(turn: int, item: int, text: str, speaker: str) -> str:
    """Return an id that names place and content of a memory."""
    content = hashlib.sha256(f"{speaker}\0{text}".encode()).hexdigest()[:16]
    return f"{turn:07d}.{item:03d}.{content}"


def place_of(identifier: str) -> tuple[int, int]:
    """Return turn and item that an id was made of."""
    turn, item, _ = identifier.split(".")
    return int(turn), int(item)


class SeatMemory:
    """One seat's collection. Not guarded: :class:`LongTermMemory` lets one call in at a time."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._turns: dict[int, set[str]] = {}
        self._latest = -1
        self._aside: dict[str, tuple[str, str]] = {}
        self._words: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self.reload()

    def __len__(self) -> int:
        return sum(map(len, self._turns.values()))

    def reload(self) -> None:
        """Read anew which ids the collection holds; what was put aside is dropped."""
        self._turns, self._aside = {}, {}
        for identifier in self._collection.get(include=[])["ids"]:
            self._turns.setdefault(place_of(identifier)[0], set()).add(identifier)
        self._latest = max(self._turns, default=-1)

    def replace(self, turn: int, entries: Entries) -> None:
        """Make the memories of one turn exactly `entries`; what is new is put aside."""
        have = self._turns.get(turn, set())
        self._delete(have - entries.keys())
        new = {key: entries[key] for key in entries if key not in have}
        self._aside.update(new)
        self._hold(new)

    def holds_back(self, passed_over: Container[int], before: int) -> bool:
        """Tell whether a search could find something that is not written yet.

        Args:
            passed_over: turns of which nothing is searched for.
            before: the turn from which on nothing is.
        """
        turns = {place_of(key)[0] for key in self._aside}
        return len(turns) > 0 and any(turn < before and turn not in passed_over for turn in turns)

    @property
    def full(self) -> bool:
        """Whether as much is put aside as may be."""
        return len(self._aside) >= ASIDE

    def write(self, vectors: Vectors) -> None:
        """Write what was put aside."""
        if self._aside:
            self.add(self._aside, vectors)
            self._aside = {}

    def keep_only(self, entries: Entries) -> dict[str, tuple[str, str]]:
        """Delete what is not in `entries`, and return those of them that are missing."""
        have = set().union(*self._turns.values())
        self._delete(have - entries.keys())
        return {key: entries[key] for key in entries if key not in have}

    def count_from(self, turn: int) -> int:
        """Return how many memories there are of `turn` and of later ones."""
        if self._latest < turn:
            return 0
        return sum(len(ids) for at, ids in self._turns.items() if at >= turn)

    def count_in(self, turns: Iterable[int]) -> int:
        """Return how many memories there are of some turns."""
        return sum(len(self._turns.get(turn, ())) for turn in turns)

    @property
    def put_aside(self) -> int:
        """How many of its memories are not written yet."""
        return len(self._aside)

    def forget_from(self, turn: int) -> None:
        """Delete the memories of `turn` and of every later one."""
        if self._latest >= turn:
            late = (ids for at, ids in self._turns.items() if at >= turn)
            self._delete(set().union(*late))

    def nearest(self, query: str, limit: int, vectors: Vectors) -> list[Recalled]:
        """Return the nearest of those written, nearest first; of equally near ones the oldest."""
        vector = vectors.of((query,))[query]
        count = len(self) - len(self._aside)
        limit, fetch = min(count, limit), min(count, limit + TIES)
        while True:
            found = list(self._query(vector, fetch))
            if len(found) < fetch:
                self._mend(vectors)
                found = list(self._query(vector, fetch))
            enough = len(found) < fetch or fetch >= min(count, max(EF_SEARCH, limit))
            if enough or found[-1][0] < found[limit - 1][0]:
                break
            fetch = min(count, fetch * 4)  # as near as the last that is wanted: look further
        ranked = sorted(found, key=lambda hit: (-hit[0], place_of(hit[1])))[:limit]
        words = self._words_of([identifier for _, identifier in ranked])
        return [
            Recalled(
                words[identifier][0], place_of(identifier)[0], words[identifier][1], similarity
            )
            for similarity, identifier in ranked
        ]

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

    def _query(self, vector: NDArray[np.float32], fetch: int) -> Iterator[tuple[float, str]]:
        got: Any = self._collection.query(
            query_embeddings=[vector],  # type: ignore[arg-type]  # lists are invariant
            n_results=fetch,
            include=["distances"],
        )
        for distance, identifier in zip(got["distances"][0], got["ids"][0], strict=True):
            # Equal vectors may differ in the last bits of a 32-bit distance.
            yield round(1.0 - float(distance), 5), identifier

    def _delete(self, identifiers: set[str]) -> None:
        doomed = sorted(identifiers)
        written = [one for one in doomed if self._aside.pop(one, None) is None]
        for start in range(0, len(written), AT_ONCE):
            self._collection.delete(ids=written[start : start + AT_ONCE])
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


AT_ONCE = 512
"""Texts in one call to the embedder, and as many vectors are kept: 1 MB at 512 dimensions."""


class Vectors:
    """An embedder, and the vectors it returned last."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._recent: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def of(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Return the vector of each text; those not seen lately are embedded in one call."""
        import numpy as np

        found = {text: self._recent[text] for text in texts if text in self._recent}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            vectors = np.asarray(self._embedder.embed(new), dtype=np.float32)
            # Each vector a copy: a row of the whole would keep the whole.
            found.update((text, vectors[at].copy()) for at, text in enumerate(new))
        for text, vector in found.items():
            self._recent[text] = vector
            self._recent.move_to_end(text)
        while len(self._recent) > AT_ONCE:
            self._recent.popitem(last=False)
        return found
