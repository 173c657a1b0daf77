"""A folder of memories that a kill or a lost file has left incomplete."""

import shutil
from pathlib import Path

import pytest

from mmagents.stores.lexical import LexicalEmbedder
from mmagents.stores.memory import LongTermMemory, MemoryRow
from tests.processes import python_printing
from tests.stores.test_memory import SEATS
from tests.tables import beside

pytestmark = pytest.mark.slow

WRITER = beside(__file__)["WRITER"]


@pytest.mark.slow
def test_killed_while_writing_the_memories_are_healed_from_the_history(tmp_path: Path) -> None:
    for stop_after in (3, 40):
        with python_printing(tmp_path, WRITER, tmp_path) as (_, lines):
            for _ in range(stop_after):
                assert lines.readline()
        rows = [
            MemoryRow(turn, "ada", (f"fact {turn}", f"more {turn}"), SEATS)
            for turn in range(1, stop_after + 1)
        ]
        memory = LongTermMemory.open(tmp_path, "game", SEATS, LexicalEmbedder())
        memory.sync(rows)
        for seat in SEATS:
            assert [kept.turn for kept in memory.all(seat)] == [
                row.turn for row in rows for _ in row.items
            ]
        assert memory.recall("cyd", "fact 2", 1, before=stop_after + 1)[0].text == "fact 2"
        memory.close()


def test_a_folder_that_lost_its_index_files_is_indexed_anew(tmp_path: Path) -> None:
    rows = [MemoryRow(turn, "ada", (f"fact {turn}", "again"), SEATS) for turn in range(1, 121)]
    memory = LongTermMemory.open(tmp_path, "game", SEATS, LexicalEmbedder())
    memory.sync(rows)
    memory.close()
    indexes = [path for path in tmp_path.iterdir() if path.is_dir()]
    assert len(indexes) == 1
    for index in indexes:
        shutil.rmtree(index)
    memory = LongTermMemory.open(tmp_path, "game", SEATS, LexicalEmbedder())
    memory.sync(rows)
    assert memory.recall("ben", "fact 77", 1, before=121)[0].text == "fact 77"
    memory.close()
