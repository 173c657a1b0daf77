"""What was said, searchable by likeness: an index over the history that heals itself.

As with long-term memory, the history is the truth. `State.said` tells up to which turn the index
has been brought, and the digest of all it should hold then; an index whose own digest differs is
made anew from the history.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from threading import RLock

from typing_extensions import TypedDict

from mmagents.analysts.repair.repetition import TOP
from mmagents.interfaces.repair import Earlier, Line, Passage
from mmagents.interfaces.view import View
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.stores.memory import LongTermMemory, MemoryRow


class IndexMark(TypedDict):
    """How far the index of utterances has been brought."""

    turn: int
    digest: str


ALL = "everything said"
"""Under this one name all utterances are kept, each once, whoever heard it."""
HEARD = 10
"""How many of the utterances it heard are searched for a contradiction, its own among them."""
OLDER = 3
"""How many of them are of turns before the window, where that grows."""
AROUND = 2
"""Turns before and after a turn that make a passage with it."""
OWN = 20
"""How many of the speaker's own utterances are searched for a contradiction."""
MOST = 320
"""How many utterances are searched at most, so that the cost of a turn is bounded."""
NOTHING_SAID: IndexMark = {"turn": 0, "digest": ""}


def _row(row: TurnRow) -> MemoryRow:
    return MemoryRow(row["turn"], row["speaker"], (row["text"],), (ALL,))


def digest(before: str, row: TurnRow) -> str:
    """Return the digest after a turn was added to what `before` stands for."""
    what = repr((before, row["turn"], row["speaker"], row["text"]))
    return hashlib.sha256(what.encode("utf-8", "replace")).hexdigest()[:16]


class UtteranceIndex:
    """The utterances of one game."""

    def __init__(self, memory: LongTermMemory) -> None:
        self.memory = memory
        self._digest: str | None = None
        self._busy = RLock()

    def catch_up(self, history: Sequence[TurnRow], mark: IndexMark) -> IndexMark:
        """Bring the index up to the last turn; return what the state is to hold."""
        news = history[mark["turn"] :]
        with self._busy:
            if self._digest != mark["digest"] or not mark["turn"]:
                self.memory.sync([_row(row) for row in history if is_talk(row)])
            else:
                for row in filter(is_talk, news):
                    one = _row(row)
                    self.memory.write(one.turn, one.items, one.speaker, one.hearers)
            now = mark["digest"]
            for row in news:
                now = digest(now, row)
            self._digest = now
        return {"turn": len(history), "digest": now}

    def nearest(
        self,
        text: str,
        view: View,
        history: Sequence[TurnRow],
        *,
        own: bool = False,
        limit: int | None = None,
    ) -> tuple[Earlier, ...]:
        """Return the utterances nearest to `text` among those that a seat heard, nearest first.

        Args:
            text: what is compared.
            view: of the seat whose ears it goes by: what it did not hear must not guide it.
            history: the turns before.
            own: only those that the seat itself made; more of them, for a contradiction need not
                be as near as a repetition.
            limit: at most how many; left out, as many as a repetition is looked for in.
        """
        limit = limit or (OWN if own else TOP)
        seat = view.seat

        def counts(turn: int) -> bool:
            row = history[turn - 1]
            return row["speaker"] == seat if own else seat in row["heard_by"]

        with self._busy:
            held, wanted = self.memory.count(ALL), limit
            while True:
                near = self.memory.recall(ALL, text, wanted, len(history) + 1)
                found = [one for one in near if counts(one.turn)]
                if len(found) >= limit or wanted >= min(held, MOST):
                    break
                wanted *= 4
        return tuple(_earlier(history[one.turn - 1], view, one.similarity) for one in found[:limit])


def in_order(near: Sequence[Earlier], view: View, window: Sequence[TurnRow]) -> tuple[Earlier, ...]:
    """Return what was said in a window, in order, and then the nearest of what was said before.

    Args:
        near: what a seat heard that is near to its candidate, nearest first.
        view: of that seat.
        window: turns that it heard, oldest first. They are not compared with the candidate here:
            their likeness is 0.
    """
    turns = {row["turn"] for row in window}
    older = [one for one in near if one.turn not in turns]
    return (*(_earlier(row, view, 0.0) for row in window), *older[:OLDER])


def _earlier(row: TurnRow, view: View, similarity: float) -> Earlier:
    return Earlier(
        turn=row["turn"],
        text=row["text"],
        similarity=similarity,
        own=row["speaker"] == view.seat,
        here=row["turn"] > view.since,
        shared=set(view.present) <= set(row["heard_by"]),
        facts=tuple(row["facts"]),
        says=tuple(row["knowledge"]),
        triplets=_triplets(row),
    )


def _triplets(row: TurnRow) -> tuple[tuple[str, str, str], ...]:
    """Return what a model drew from the words of a turn before they were heard.

    Of a turn that was cut there is nothing: what it drew may rest on words that nobody heard.
    """
    cut = row.get("units", {}).get("cut")
    done = None if cut else row["ledger"].get("repair")
    drawn = done["attempts"][done["spoken"]].get("triplets", []) if done else []
    return tuple((subject, relation, thing) for subject, relation, thing in drawn)


def passage_of(history: Sequence[TurnRow], view: View, turn: int) -> Passage:
    """Return a turn with those around it that the same people heard; () unless the seat did."""
    if not 1 <= turn <= len(history) or view.seat not in history[turn - 1]["heard_by"]:
        return ()
    heard = history[turn - 1]["heard_by"]
    near = history[max(0, turn - 1 - AROUND) : turn + AROUND]
    return lines([row for row in near if is_talk(row) and set(row["heard_by"]) == set(heard)], view)


def lines(rows: Sequence[TurnRow], view: View) -> Passage:
    """Return turns as lines of evidence, with speakers as they are called."""
    calls = {one.id: one.call for one in view.public.cast}
    return tuple(
        Line(row["turn"], calls.get(row["speaker"], row["speaker"]), row["text"]) for row in rows
    )
