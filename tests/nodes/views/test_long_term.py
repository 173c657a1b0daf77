import pytest

from mmagents.nodes.views.long_term import Recollection, Search
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.memory import LongTermMemory, MemoryRow

SEATS = ("ada", "ben")


def row(turn: int, *items: str, hearers: tuple[str, ...] = SEATS) -> dict:
    return {"turn": turn, "speaker": "ada", "knowledge": list(items), "heard_by": list(hearers)}


def opened() -> Recollection:
    memory = LongTermMemory.open(None, "recollection", SEATS, open_embedder())
    return Recollection(memory, lambda: pytest.fail("utterances are for repair alone"))


def held(recollection: Recollection, seat: str) -> list[tuple[int, str]]:
    return [(one.turn, one.text) for one in recollection.memory.all(seat)]


def test_what_everybody_heard_before_is_not_remembered_again() -> None:
    memories = opened()
    memories.agree_with(
        [row(1, "The lamp went out."), row(2, "The lamp went out.", "Ada rose.")], "a"
    )
    assert held(memories, "ben") == [(1, "The lamp went out."), (2, "Ada rose.")]
    memories.write(MemoryRow(3, "ada", ("Ada rose.", "The key is gone."), SEATS), "a")
    assert held(memories, "ben")[2:] == [(3, "The key is gone.")]
    memories.memory.close()


def test_what_is_new_to_one_hearer_is_remembered() -> None:
    memories = opened()
    private = row(1, "Ada lied.", hearers=("ada",))
    memories.agree_with([private, row(2, "Ada lied.")], "a")
    assert held(memories, "ben") == [(2, "Ada lied.")]
    memories.memory.close()


def test_another_branch_is_forgotten_and_the_history_remembered() -> None:
    memories = opened()
    memories.agree_with([row(1, "One."), row(2, "Two."), row(3, "Three.")], "left")
    memories.agree_with([row(1, "One."), row(2, "Other.")], "taken")
    assert held(memories, "ada") == [(1, "One."), (2, "Other.")]
    found = memories.recall({"ada": Search("Three."), "ben": Search("")}, 5, 3)
    assert {one.text for one in found["ada"]} == {"One.", "Other."}
    assert found["ben"] == ()
    memories.memory.close()


def test_a_turn_written_twice_is_held_once() -> None:
    memories = opened()
    memories.agree_with([], "")
    for _ in range(2):
        memories.agree_with([], "")
        memories.write(MemoryRow(1, "ada", ("One.",), SEATS), "")
    assert held(memories, "ben") == [(1, "One.")]
    memories.memory.close()
