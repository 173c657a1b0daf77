"""What was said, searchable by likeness: an index over the history that heals itself.

As with long-term memory, the history is the truth. `State.said` tells up to which turn the index
has been brought, and the digest of all it should hold then; an index whose own digest differs is
made anew from the history.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from threading import RLock

from mmagents.nodes.room import is_talk
from mmagents.nodes.state import Said, TurnRow
from mmagents.players.repair import Earlier
from mmagents.players.screen_repetition import TOP
from mmagents.stores.memory import LongTermMemory, MemoryRow

ALL = "everything said"
"""Under this one name all utterances are kept, each once, whoever heard it."""
NOTHING_SAID: Said = {"turn": 0, "digest": ""}


def _row(row: TurnRow) -> MemoryRow:
    return MemoryRow(row["turn"], row["speaker"], (row["text"],), (ALL,))


def digest(before: str, row: TurnRow) -> str:
    """Return the digest after a turn was added to what `before` stands for."""
    what = repr((before, row["turn"], row["speaker"], row["text"]))
    return hashlib.sha256(what.encode("utf-8", "replace")).hexdigest()[:16]


class SaidSoFar:
    """The utterances of one game."""

    def __init__(self, memory: LongTermMemory) -> None:
        self.memory = memory
        self._digest: str | None = None
        self._busy = RLock()

    def catch_up(self, history: Sequence[TurnRow], said: Said) -> Said:
        """Bring the index up to the last turn; return what the state is to hold."""
        news = history[said["turn"] :]
        with self._busy:
            if self._digest != said["digest"] or not said["turn"]:
                self.memory.sync([_row(row) for row in history if is_talk(row)])
            else:
                for row in filter(is_talk, news):
                    one = _row(row)
                    self.memory.write(one.turn, one.items, one.speaker, one.hearers)
            now = said["digest"]
            for row in news:
                now = digest(now, row)
            self._digest = now
        return {"turn": len(history), "digest": now}

    def similar(
        self, text: str, seat: str, history: Sequence[TurnRow], since: int
    ) -> tuple[Earlier, ...]:
        """Return the utterances nearest to `text` among those that `seat` heard, nearest first.

        Args:
            text: what is compared.
            seat: whose ears it goes by: what it did not hear must not guide what it says.
            history: the turns before.
            since: the turn before the first one of the talk under way.
        """
        with self._busy:
            held, wanted = self.memory.count(ALL), TOP
            while True:
                near = self.memory.recall(ALL, text, wanted, len(history) + 1)
                heard = [one for one in near if seat in history[one.turn - 1]["heard_by"]]
                if len(heard) >= TOP or wanted >= held:
                    break
                wanted *= 4
        return tuple(
            Earlier(one.turn, one.text, one.similarity, one.speaker == seat, one.turn > since)
            for one in heard[:TOP]
        )
