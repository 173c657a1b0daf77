"""Whatever is done to it, long-term memory holds what a plain dictionary would."""

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from mmagents.stores.lexical import LexicalEmbedder
from mmagents.stores.memory import LongTermMemory, MemoryRow

pytestmark = pytest.mark.slow


SEATS = ("ada", "ben", "cyd")
turns = st.integers(1, 6)
items = st.lists(st.sampled_from(["key", "lamp", "鍵", "縄", ""]), max_size=3).map(tuple)
hearers = st.frozensets(st.sampled_from(SEATS)).map(tuple)
rows = st.builds(MemoryRow, turns, st.sampled_from(SEATS), items, hearers)


class Memories(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.memory = LongTermMemory.open(None, "model", SEATS, LexicalEmbedder(64))
        self.model: dict[int, MemoryRow] = {}

    @rule(row=rows)
    def write(self, row: MemoryRow) -> None:
        self.memory.write(row.turn, row.items, row.speaker, row.hearers)
        self.model[row.turn] = row

    @rule(
        seat=st.sampled_from(SEATS), query=st.sampled_from(["key", "鍵"]), before=st.integers(1, 8)
    )
    def recall(self, seat: str, query: str, before: int) -> None:
        found = self.memory.recall(seat, query, 4, before)
        self.model = {turn: row for turn, row in self.model.items() if turn < before}
        heard = [(row.turn, text) for row in self.model.values() if seat in row.hearers
                 for text in row.items]  # fmt: skip
        assert len(found) == min(4, len(heard))
        assert {(one.turn, one.text) for one in found} <= set(heard)
        same = sorted(turn for turn, text in heard if text == query)[:4]
        assert [one.turn for one in found][: len(same)] == same

    @rule(history=st.lists(rows, max_size=5, unique_by=lambda row: row.turn))
    def sync(self, history: list[MemoryRow]) -> None:
        self.memory.sync(history)
        self.model = {row.turn: row for row in history}

    @invariant()
    def holds_what_the_model_holds(self) -> None:
        for seat in SEATS:
            heard = [
                (row.turn, item, text, row.speaker)
                for _, row in sorted(self.model.items())
                if seat in row.hearers
                for item, text in enumerate(row.items)
            ]
            kept = [(one.turn, one.item, one.text, one.speaker) for one in self.memory.all(seat)]
            assert kept == heard
            assert self.memory.count(seat) == len(heard)

    def teardown(self) -> None:
        if hasattr(self, "memory"):
            self.memory.close()


TestMemories = Memories.TestCase
TestMemories.settings = settings(
    max_examples=25, stateful_step_count=12, deadline=None, derandomize=True
)
