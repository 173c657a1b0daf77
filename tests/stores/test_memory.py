import gc
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mmagents.errors import MMAgentsError
from mmagents.stores import chroma
from mmagents.stores.lexical import LexicalEmbedder
from mmagents.stores.memory import LongTermMemory, MemoryRow

pytestmark = pytest.mark.slow


SEATS = ("ada", "ben", "cyd")


class CountingEmbedder(LexicalEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, ...]] = []

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(tuple(texts))
        return super().embed(texts)


@pytest.fixture(params=["in the process", "in a folder"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LongTermMemory]:
    path = tmp_path / "memory" if request.param == "in a folder" else None
    opened = LongTermMemory.open(path, "game", SEATS, LexicalEmbedder())
    yield opened
    opened.close()


def texts(memory: LongTermMemory, seat: str) -> list[str]:
    return [kept.text for kept in memory.all(seat)]


def test_a_seat_remembers_what_it_heard_and_nothing_else(memory: LongTermMemory) -> None:
    memory.write(1, ["The lamp went out"], "ada", ["ada", "ben"])
    memory.write(2, ["The key is gone"], "ben", ["ben", "cyd"])
    assert texts(memory, "ada") == ["The lamp went out"]
    assert texts(memory, "ben") == ["The lamp went out", "The key is gone"]
    assert texts(memory, "cyd") == ["The key is gone"]
    memory.write(2, ["told differently"], "cyd", ["ada"])
    assert texts(memory, "cyd") == []
    assert [one.turn for one in memory.recall("ada", "told", 9, before=2)] == [1]
    memory.sync([MemoryRow(turn, "ada", (f"fact {turn}", "again"), SEATS) for turn in (1, 2)])
    assert texts(memory, "ada") == texts(memory, "cyd") == ["fact 1", "again", "fact 2", "again"]


def test_the_nearest_memory_comes_first_with_turn_speaker_and_cosine(memory) -> None:
    memory.write(1, ["マレクは手紙を燃やした", "犬は吠えなかった"], "ada", SEATS)
    memory.write(2, ["オダは真鍮の鍵を持っていた"], "ben", SEATS)
    first, *rest = memory.recall("cyd", "鍵を持っているのは誰ですか", 3, before=3)
    assert (first.text, first.turn, first.speaker) == ("オダは真鍮の鍵を持っていた", 2, "ben")
    assert 1.0 > first.similarity > max(other.similarity for other in rest)


@pytest.mark.parametrize("limit", [0, 1, 2, 50])
def test_no_more_is_recalled_than_there_is_or_was_asked(memory: LongTermMemory, limit: int) -> None:
    memory.write(1, ["one", "two"], "ada", ["ada"])
    assert len(memory.recall("ada", "one", limit, before=2)) == min(limit, 2)
    assert memory.recall("ben", "one", limit, before=2) == []


def test_equally_near_memories_come_in_the_order_they_were_heard(memory: LongTermMemory) -> None:
    for turn in range(60, 0, -1):
        memory.write(turn, ["The key is gone", "The key is gone"], "ben", ["cyd"])
    found = memory.recall("cyd", "The key is gone", 3, before=61)
    assert [one.turn for one in found] == [1, 1, 2]
    assert found[0].similarity == pytest.approx(1.0)


def test_all_seats_share_one_embedding_of_a_memory_and_of_a_query() -> None:
    embedder = CountingEmbedder()
    memory = LongTermMemory.open(None, "game", SEATS, embedder)
    memory.write(1, ["one", "two", "one"], "ada", SEATS)
    for seat in SEATS:
        memory.recall(seat, "who?", 2, before=2)
    assert embedder.asked == [("one", "two"), ("who?",)]
    memory.sync([MemoryRow(1, "ada", ("one", "two", "one"), SEATS)])
    assert embedder.asked == [("one", "two"), ("who?",)]


@pytest.mark.parametrize("names", [("one", "other"), ("game", "game")])
def test_games_in_one_folder_or_process_do_not_see_each_other(tmp_path, names) -> None:
    path = tmp_path if len(set(names)) == 2 else None  # two of one name are in one process
    one, other = (LongTermMemory.open(path, name, SEATS, LexicalEmbedder()) for name in names)
    one.write(1, ["secret"], "ada", SEATS)
    assert other.recall("ada", "secret", 5, before=2) == []
    other.write(1, ["still here"], "ada", SEATS)
    if path:
        other.forget()
        assert texts(one, "ada") == ["secret"]
    one.close()
    assert path or texts(other, "ada") == ["still here"]


def test_a_folder_remembers_after_it_was_closed_until_its_game_is_forgotten(tmp_path) -> None:
    memory = LongTermMemory.open(tmp_path, "ゲーム", SEATS, LexicalEmbedder())
    memory.write(1, ["ランプが消えた"], "ada", SEATS)
    memory.close()
    again = LongTermMemory.open(tmp_path, "ゲーム", tuple(reversed(SEATS)), LexicalEmbedder())
    assert texts(again, "ben") == ["ランプが消えた"]
    again.forget()
    last = LongTermMemory.open(tmp_path, "ゲーム", SEATS, LexicalEmbedder())
    assert last.count("ada") == 0
    last.close()


def test_memories_of_the_process_go_when_nobody_holds_them(monkeypatch) -> None:
    closed: list[chroma.Store] = []

    def close(store: chroma.Store) -> None:
        closed.append(store)

    monkeypatch.setattr(chroma.Store, "close", close)
    memory = LongTermMemory.open(None, "dropped", SEATS, LexicalEmbedder())
    memory.write(1, ["one"], "ada", SEATS)
    memory.write(2, ["two"], "ada", ["ada", "ben"])
    assert memory.count("ada") == len(memory.all("ada")) == 2
    assert not closed
    del memory
    gc.collect()
    assert len(closed) == 1
    monkeypatch.undo()
    closed[0].close()


def test_another_embedder_is_refused_and_the_memories_stay(tmp_path: Path) -> None:
    memory = LongTermMemory.open(tmp_path, "game", SEATS, LexicalEmbedder(512))
    memory.write(1, ["kept"], "ada", SEATS)
    memory.close()
    with pytest.raises(MMAgentsError, match=r"lexical-1-512.*lexical-1-256.*delete that folder"):
        LongTermMemory.open(tmp_path, "game", SEATS, LexicalEmbedder(256))
    again = LongTermMemory.open(tmp_path, "game", SEATS, LexicalEmbedder(512))
    assert texts(again, "ben") == ["kept"]
    again.close()


def test_a_folder_in_which_each_seat_had_a_copy_is_healed_from_the_history(tmp_path: Path) -> None:
    row, embedder = MemoryRow(1, "ada", ("The key is gone",), SEATS), LexicalEmbedder()
    store = chroma.open_store(tmp_path)
    for seat in SEATS:
        about = {"embedder": embedder.id, "game": "game", "seat": seat}
        name = chroma.collection_name("game", seat)
        copy = store.make(name, about)
        for key, (text, speaker) in row.entries().items():
            vector, told = embedder.embed([text])[0], {"turn": 1, "speaker": speaker}
            copy.add(key, vector, told, documents=text)
    store.close()
    memory = LongTermMemory.open(tmp_path, "game", SEATS, embedder)
    memory.sync([row])
    for seat in SEATS:
        assert texts(memory, seat) == ["The key is gone"]
        assert len(memory.recall(seat, "key", 5, before=2)) == 1
    memory.close()


def test_what_is_no_folder_of_memories_is_an_error_in_words(tmp_path: Path) -> None:
    (tmp_path / "chroma.sqlite3").write_bytes(b"this is no database" * 100)
    for path, says in (
        (tmp_path, "Delete that folder"),
        (tmp_path / "chroma.sqlite3" / "x", "Name"),
    ):
        with pytest.raises(MMAgentsError, match=says):
            LongTermMemory.open(path, "game", SEATS, LexicalEmbedder())


def test_a_seat_that_is_not_at_the_table_is_an_error(memory: LongTermMemory) -> None:
    with pytest.raises(ValueError, match="dee"):
        memory.write(1, ["x"], "ada", ["ada", "dee"])
    with pytest.raises(ValueError, match="dee"):
        memory.recall("dee", "x", 1, before=2)
    with pytest.raises(ValueError, match="dee"):
        memory.sync([MemoryRow(1, "ada", ("x",), ("dee",))])
    assert memory.count("ada") == 0


@pytest.mark.parametrize(
    "text", ["", "…", "\ud83d half a pair", "nul \0 byte", "two\nlines", "'\""]
)
def test_odd_texts_are_remembered_once_and_found(memory: LongTermMemory, text: str) -> None:
    memory.write(1, [text], "ada", ["ada"])
    memory.write(1, [text], "ada", ["ada"])
    assert memory.count("ada") == len(memory.all("ada")) == 1
    assert memory.recall("ada", text, 1, before=2)[0].similarity == pytest.approx(1.0)


def test_threads_are_served_one_at_a_time(memory: LongTermMemory) -> None:
    def write(first: int) -> None:
        for turn in range(first, first + 10):
            memory.write(turn, [f"fact {turn}"], "ada", SEATS)

    threads = [threading.Thread(target=write, args=(first,)) for first in (1, 11, 21)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [kept.turn for kept in memory.all("cyd")] == list(range(1, 31))


def test_the_nearest_are_found_exactly_among_thousands_of_repetitive_memories() -> None:
    names = ("Ines", "Marek", "Oda", "Tobin", "Wren")
    deeds = ("saw", "hid", "burned", "carried", "lost", "found", "sold")
    things = ("key", "letter", "rope", "coat", "ledger", "bottle", "ticket", "lamp", "boat")
    said = [f"{name} {deed} the {thing}" for name in names for deed in deeds for thing in things]
    rows = [MemoryRow(turn, "ada", tuple(said[turn::4][:20]), ("ada",)) for turn in range(150)]
    memory = LongTermMemory.open(None, "long", ("ada",), LexicalEmbedder())
    memory.sync(rows)
    assert memory.count("ada") > 2_000
    for text in said[5::60]:
        heard = [(row.turn, item) for row in rows for item, t in enumerate(row.items) if t == text]
        found = memory.recall("ada", text, 5, before=150)
        assert [one.turn for one in found if one.text == text] == [at for at, _ in heard][:5]
    memory.close()
