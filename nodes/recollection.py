"""Long-term memory as the cycle uses it: an index over the history that heals itself.

The checkpointed history is the truth. `State.memory_tip` is a digest of all that memory should
hold. An index whose tip differs (a crash half-way through a write, a rewind, another branch, a
folder that was deleted) is made equal to the history before it is asked anything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from mmagents.nodes.state import TurnRow
from mmagents.players.base import Memory
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.memory import LongTermMemory, MemoryRow

OPEN_AT_ONCE = 256
"""Games whose index is held open in one process; one closed too early is filled again."""


def next_tip(tip: str, row: MemoryRow) -> str:
    """Return the digest after `row` was added to what `tip` stands for."""
    what = repr((tip, row.turn, row.speaker, tuple(row.items), tuple(sorted(row.hearers))))
    return hashlib.sha256(what.encode()).hexdigest()[:16]


def memory_row(row: TurnRow) -> MemoryRow:
    """Return what memory keeps of a turn."""
    return MemoryRow(row["turn"], row["speaker"], tuple(row["knowledge"]), tuple(row["heard_by"]))


@dataclass(slots=True)
class Recollection:
    """The memories of one game, and the digest of what they are known to hold."""

    memory: LongTermMemory
    tip: str | None = field(default=None)

    def agree_with(self, history: Sequence[TurnRow], tip: str) -> None:
        """Make the index equal to the history, unless it is known to be."""
        if self.tip != tip:
            self.memory.sync([memory_row(row) for row in history])
            self.tip = tip

    def write(self, row: MemoryRow, tip: str) -> str:
        """Write one turn; whatever was written of it before is replaced. Return the new tip."""
        self.memory.write(row.turn, row.items, row.speaker, row.hearers)
        self.tip = next_tip(tip, row)
        return self.tip

    def recall(
        self, queries: dict[str, str], limit: int, before: int
    ) -> dict[str, tuple[Memory, ...]]:
        """Return by seat the `limit` memories nearest to its query, of turns before `before`."""
        if limit == 0:
            return {seat: () for seat in queries}
        return {
            seat: tuple(
                Memory(found.text, found.turn, found.speaker, found.similarity)
                for found in self.memory.recall(seat, query, limit, before)
            )
            if query
            else ()
            for seat, query in queries.items()
        }


@lru_cache(maxsize=OPEN_AT_ONCE)
def recollection_of(
    path: str | None, game: str, seats: tuple[str, ...], embeddings: str
) -> Recollection:
    """Open the memories of a game; the same ones while the process lives."""
    return Recollection(LongTermMemory.open(path, game, seats, open_embedder(embeddings)))
