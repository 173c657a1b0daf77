import random
from pathlib import Path

import httpx
import pytest

from mmagents.errors import MMAgentsError
from mmagents.nodes.context import Context
from mmagents.nodes.served import MEMORY, check_served
from mmagents.saved.delete import delete
from mmagents.saved.saved_game import SavedGame, SavedGameError
from mmagents.stores.chroma import MemoryStoreError
from mmagents.stores.lexical import LexicalEmbedder
from mmagents.stores.memory import LongTermMemory, forget_on_server
from mmagents.stores.servers.addresses import LostServerError, Servers
from tests.scale.games import STORY, begun, gone_on, play_on, played
from tests.servers.chroma_server import chroma_serving

pytestmark = pytest.mark.slow

SEATS = ("ada", "ben")
WORDS = ["lamp", "key", "stair", "garden", "letter", "clock",
         "boat", "window", "Marek", "storm", "dinner", "knife"]  # fmt: skip


def on(address: str, name: str) -> LongTermMemory:
    return LongTermMemory.open(f"{address}#{name}", "game", SEATS, LexicalEmbedder())


def collections(address: str) -> set[str]:
    base = f"{address}/api/v2/tenants/default_tenant/databases/default_database/collections"
    return {one["name"] for one in httpx.get(base, params={"limit": 1000}).json()}


def test_two_games_of_the_same_seats_do_not_see_each_others_memories(chroma: str) -> None:
    one, two = on(chroma, "first"), on(chroma, "second")
    one.write(1, ["The lamp went out"], "ada", ["ada"])
    two.write(1, ["The key is gone"], "ben", SEATS)
    assert [kept.text for kept in one.all("ada")] == ["The lamp went out"]
    assert one.recall("ben", "lamp key", 5, before=9) == []
    assert [near.text for near in two.recall("ada", "lamp", 5, before=9)] == ["The key is gone"]
    one.forget()
    assert [kept.text for kept in two.all("ada")] == ["The key is gone"]
    two.forget()


def test_a_server_finds_what_a_folder_finds_in_the_same_order(chroma: str, tmp_path: Path) -> None:
    draw = random.Random(4)
    near, far = LongTermMemory.open(tmp_path, "game", SEATS, LexicalEmbedder()), on(chroma, "same")
    for turn in range(1, 41):
        items = [" ".join(draw.choices(WORDS, k=4)) for _ in range(2)]
        for memory in (near, far):
            memory.write(turn, items, SEATS[turn % 2], SEATS)
    for _ in range(20):
        query = " ".join(draw.choices(WORDS, k=3))
        found = [memory.recall("ada", query, 7, before=41) for memory in (near, far)]
        assert [(one.text, one.turn) for one in found[0]] == [
            (one.text, one.turn) for one in found[1]
        ]
        assert far.recall("ada", query, 7, before=41) == found[1], "the same again"
    near.close()
    far.forget()


def test_what_was_written_is_there_for_who_opens_it_next(chroma: str) -> None:
    first = on(chroma, "again")
    first.write(1, ["The lamp went out"], "ada", SEATS)
    first.close()
    second = on(chroma, "again")
    assert second.count("ben") == 1
    second.close()
    forget_on_server(f"{chroma}#again", "game", SEATS)
    assert on(chroma, "again").count("ben") == 0
    forget_on_server(f"{chroma}#again", "game", SEATS)


async def test_a_game_with_memory_on_a_server_resumes_to_the_byte_and_goes_with_it(
    chroma: str, tmp_path: Path
) -> None:
    before = collections(chroma)
    whole = await played(tmp_path / "here")
    await played(tmp_path / "there", Servers(memory=chroma), stop=2)
    assert not (tmp_path / "there" / "memory").exists()
    with begun(tmp_path / "elsewhere" / "there", Servers(memory=chroma)) as other:
        await play_on(other)
        added = collections(chroma) - before
        assert await gone_on(tmp_path / "there") == whole
        assert collections(chroma) - before == added, "a folder of the same name is another game"
        await delete(other)
    assert not (tmp_path / "elsewhere" / "there").exists()
    with SavedGame.open(tmp_path / "there") as game:
        assert collections(chroma) - before < added
        await delete(game)
    assert collections(chroma) == before


async def test_a_server_that_goes_away_ends_the_game_in_one_error_and_nothing_is_lost(
    tmp_path: Path,
) -> None:
    whole = await played(tmp_path / "here")
    with chroma_serving(tmp_path) as address:
        port = int(address.rpartition(":")[2])
        game = begun(tmp_path / "there", Servers(memory=address))
        await play_on(game, 2)
    with game, pytest.raises(MemoryStoreError, match=f"Long-term memory on {address} cannot be"):
        await play_on(game)
    with chroma_serving(tmp_path, port):
        memory = on(address, "here")
        assert await gone_on(tmp_path / "there") == whole
    with pytest.raises(LostServerError, match="Every finished turn is kept"):
        memory.write(1, ["The lamp went out"], "ada", SEATS)


async def test_a_folder_with_what_no_game_wrote_is_left_when_its_game_is_deleted(
    tmp_path: Path,
) -> None:
    with begun(tmp_path / "game") as game:
        (game.path / "notes.txt").write_text("mine")
        with pytest.raises(SavedGameError, match=r"notes\.txt"):
            await delete(game)
    assert [one.name for one in (tmp_path / "game").iterdir()] == ["notes.txt"]


def test_a_client_of_a_served_graph_names_no_server_for_memories(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MMAGENTS_SERVED_MEMORIES", "/")
    asked = Context(memory={"path": "http://127.0.0.1:9/"})
    with pytest.raises(MMAgentsError, match=MEMORY):
        check_served(asked, STORY)
    monkeypatch.setenv(MEMORY, "http://127.0.0.1:9")
    with pytest.raises(MMAgentsError, match=MEMORY):
        check_served(asked, STORY)
