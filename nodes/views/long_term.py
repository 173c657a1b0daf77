"""Long-term memory as the cycle uses it: an index over the history that heals itself.

The checkpointed history is the truth. `State.memory_tip` is a digest of all that memory should
hold. An index whose tip differs (a crash half-way through a write, a rewind, another branch, a
folder that was deleted) is made equal to the history before it is asked anything.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock, RLock

from mmagents.analysts.text.questions import Questions
from mmagents.interfaces.view import Memory
from mmagents.nodes.record import TurnRow
from mmagents.nodes.views.utterance_index import ALL, UtteranceIndex
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.memory import IN_PROCESS, Asked, LongTermMemory, MemoryRow, forget_on_server

OPEN_AT_ONCE = 160
"""Games whose index is held open in one process; one closed too early is filled again."""


def next_tip(tip: str, row: MemoryRow) -> str:
    """Return the digest after `row` was added to what `tip` stands for."""
    what = repr((tip, row.turn, row.speaker, tuple(row.items), tuple(sorted(row.hearers))))
    return hashlib.sha256(what.encode()).hexdigest()[:16]


def memory_row(row: TurnRow) -> MemoryRow:
    """Return what memory keeps of a turn."""
    return MemoryRow(row["turn"], row["speaker"], tuple(row["knowledge"]), tuple(row["heard_by"]))


@dataclass(frozen=True, slots=True)
class Search:
    """What a seat's memory is searched by, and what the search passes over.

    Attributes:
        query: words; empty recalls nothing.
        without: turns of which nothing is recalled.
        said: speaker and item that those turns hold, which another turn may hold too.
    """

    query: str
    without: frozenset[int] = frozenset()
    said: frozenset[tuple[str, str]] = frozenset()


class Recollection:
    """The memories of one game, and the digest of what they are known to hold.

    What all its hearers have heard before from the same mouth, word for word, is not remembered
    again: it would only crowd out what else they know. Steps that run side by side may use it.
    """

    def __init__(self, memory: LongTermMemory, utterances: Callable[[], LongTermMemory]) -> None:
        self.memory = memory
        self._open_utterances = utterances
        self._tip: str | None = None
        self._tip_before: str | None = None
        self._busy = RLock()
        self._heard: dict[tuple[str, str], set[str]] = {}
        self._recalled: dict[tuple[str, Search, int, int], tuple[Memory, ...]] = {}
        self._questions: Questions | None = None

    @cached_property
    def utterances(self) -> UtteranceIndex:
        """The utterances themselves; opened by the first who asks, which only repair does."""
        return UtteranceIndex(self._open_utterances())

    def close(self) -> None:
        """Let the files go."""
        self.memory.close()
        if "utterances" in self.__dict__:
            self.utterances.memory.close()

    def leave_out(self, questions: Questions | None) -> None:
        """From now on hold no item that is a mere question; hold all of them, if None.

        What is held already follows when the index is next made to agree with the history.
        """
        with self._busy:
            if questions != self._questions:
                self._questions = questions
                self._tip = self._tip_before = None

    def agree_with(
        self, history: Sequence[TurnRow], tip: str, *, or_one_more: bool = False
    ) -> None:
        """Make the index equal to the history, unless it is known to be.

        With `or_one_more`, it may hold the turn after the last of the history as well: one that is
        written at this very moment.
        """
        with self._busy:
            if self._tip == tip or (or_one_more and self._tip_before == tip):
                return
            self._heard, self._recalled = {}, {}
            self.memory.sync([self._news(memory_row(row)) for row in history])
            self._tip, self._tip_before = tip, None

    def write(self, row: MemoryRow, tip: str) -> str:
        """Write one turn; whatever was written of it before is replaced. Return the new tip."""
        with self._busy:
            news = self._news(row)
            self.memory.write(news.turn, news.items, news.speaker, news.hearers)
            self._recalled = {}
            self._tip, self._tip_before = next_tip(tip, row), tip
            return self._tip

    def recall(
        self, searches: Mapping[str, Search], limit: int, before: int, *, forget: bool = True
    ) -> dict[str, tuple[Memory, ...]]:
        """Return by seat the `limit` memories nearest to its query, of turns before `before`.

        What is not before it is forgotten, unless it is being written at this moment.
        """
        with self._busy:
            new = {
                seat: Asked(one.query, limit + len(one.said), one.without)
                for seat, one in searches.items()
                if one.query and limit and (seat, one, limit, before) not in self._recalled
            }
            near = self.memory.recall_each(new, before, forget=forget) if new else {}
            for seat, found in near.items():
                said = searches[seat].said
                news = [one for one in found if (one.speaker, one.text) not in said]
                self._recalled[seat, searches[seat], limit, before] = tuple(
                    Memory(one.text, one.turn, one.speaker, one.similarity) for one in news[:limit]
                )
            return {
                seat: self._recalled.get((seat, one, limit, before), ())
                for seat, one in searches.items()
            }

    def _news(self, row: MemoryRow) -> MemoryRow:
        """Return the row without what is left out or all its hearers heard; note that they did."""
        hearers = set(row.hearers)
        items = []
        for text in row.items:
            if self._questions and self._questions.mere(row.speaker, text):
                continue
            have = self._heard.setdefault((row.speaker, text), set())
            if not hearers <= have:
                items.append(text)
                have |= hearers
        return MemoryRow(row.turn, row.speaker, tuple(items), row.hearers)


_Key = tuple[str | None, str, tuple[str, ...], str]
_OPEN: OrderedDict[_Key, Recollection] = OrderedDict()
"""The indexes at hand, the one used last at the end: a cache, for the history is the truth."""
_OPENING = Lock()


def recollection_of(
    path: str | None, game: str, seats: tuple[str, ...], embeddings: str
) -> Recollection:
    """Open the memories of a game; the same ones while it is played."""
    key = (path, game, seats, embeddings)
    with _OPENING:
        if key not in _OPEN:
            embedder, place = open_embedder(embeddings), None if in_process(path) else path
            _OPEN[key] = Recollection(
                LongTermMemory.open(place, game, seats, embedder),
                lambda: LongTermMemory.open(place, f"{game}, utterances", (ALL,), embedder),
            )
        _OPEN.move_to_end(key)
        while len(_OPEN) > OPEN_AT_ONCE:
            _OPEN.popitem(last=False)
        return _OPEN[key]


def in_process(path: str | None) -> bool:
    """Tell whether memories are kept in this process, and in no folder and on no server."""
    return path is None or path.startswith(IN_PROCESS)


def let_go_below(path: str) -> None:
    """Close the memories that are kept at a place; they are opened again when asked for."""
    _let_go(lambda key: key[0] == path)


def forget_memories(path: str, game: str, seats: tuple[str, ...]) -> None:
    """Delete what a server keeps of a game; see :func:`recollection_of`.

    Raises:
        MemoryStoreError: if no server answers.
    """
    forget_on_server(path, game, seats)
    forget_on_server(path, f"{game}, utterances", (ALL,))


def let_go(path: str | None, game: str) -> None:
    """Close the memories of a game that is over, if they were opened at all."""
    _let_go(lambda key: key[:2] == (path, game))


def _let_go(over: Callable[[_Key], bool]) -> None:
    with _OPENING:
        closing = [_OPEN.pop(key) for key in list(_OPEN) if over(key)]
    for recollection in closing:
        recollection.close()
