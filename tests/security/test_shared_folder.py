"""A folder from somebody else says nothing of this machine that is not asked for first."""

import asyncio
import hashlib
import json
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromadb.utils import embedding_functions

from mmagents.cli.shown.totals import markdown
from mmagents.errors import MMAgentsError
from mmagents.nodes.context import Context
from mmagents.nodes.settings import field_in
from mmagents.saved import games
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import SavedGame, read_record
from mmagents.stores.lexical import LexicalEmbedder
from mmagents.stores.memory import LongTermMemory
from mmagents.web.server.hall import Hall
from mmagents.web.server.links import Links
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Server, serving

SENTENCES = "sentence_transformer"
TALK = ("--phase", "discussion", "--seed", 3)


@pytest.fixture
def senders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Be the sender, or this machine's own user again."""
    mine = os.environ["XDG_STATE_HOME"]

    def be(theirs: bool) -> None:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "theirs") if theirs else mine)

    return be


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return what embedding functions are built with, by Chroma itself."""
    found: list[dict[str, Any]] = []

    class Watched:
        @staticmethod
        def build_from_config(config: dict[str, Any]) -> None:
            found.append(config)
            raise ValueError("built")

    monkeypatch.setitem(embedding_functions.known_embedding_functions, SENTENCES, Watched)
    return found


def poison(memory: Path) -> None:
    """Have each collection name an embedding function that would load code of the sender's."""
    with sqlite3.connect(memory / "chroma.sqlite3") as base:
        for (kept,) in base.execute("SELECT DISTINCT schema_str FROM collections").fetchall():
            schema = json.loads(kept)
            config = schema["keys"]["#embedding"]["float_list"]["vector_index"]["config"]
            model = {"model_name": "./evil-model", "kwargs": {"trust_remote_code": True}}
            config["embedding_function"] = {"type": "known", "name": SENTENCES, "config": model}
            base.execute(
                "UPDATE collections SET schema_str = ? WHERE schema_str = ?",
                (json.dumps(schema), kept),
            )
    base.close()


def put_memory_into(game: Path) -> None:
    """Lay a folder of Chroma into a game, as one had it that was played by an earlier version."""
    rows = read_record(game)[1]
    seats = tuple(rows[0]["heard_by"])
    memory = LongTermMemory.open(game / "memory", game.name, seats, LexicalEmbedder())
    memory.write(1, ["the sender planted this"], seats[0], seats)
    memory.close()
    poison(game / "memory")


def written(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return every file below a folder with its size and when it was written."""
    found = ((file, file.stat()) for file in folder.rglob("*"))
    return {file: (stat.st_size, stat.st_mtime_ns) for file, stat in found}


@pytest.mark.parametrize("whose", ["mine, and came back", "theirs"])
def test_no_memory_in_a_games_folder_is_opened(tmp_path, mmagents, senders, built, whose) -> None:
    game = tmp_path / "game"
    senders(whose == "theirs")
    assert mmagents("play", "mini", *TALK, "--turns", 6, "--save", game, "--quiet")[0] == 0
    senders(False)
    put_memory_into(game)
    before = written(game / "memory")
    code, said = mmagents("resume", game, "--turns", 10, "--quiet")
    assert code == 0, said
    assert built == []
    assert written(game / "memory") == before


def test_no_store_has_a_function_rebuilt_that_its_collections_name(tmp_path, built) -> None:
    for _ in range(2):
        memory = LongTermMemory.open(tmp_path, "game", ("ada",), LexicalEmbedder())
        memory.write(1, ["The key is gone"], "ada", ["ada"])
        assert memory.recall("ada", "key", 1, before=2)[0].text == "The key is gone"
        memory.write(2, ["The lamp is lit"], "ada", ["ada"])
        memory.close()
        poison(tmp_path)
    assert built == []


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server that somebody names, and that must not be asked."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        yield server


def was_asked(listener: socket.socket) -> bool:
    """Tell whether anybody connected."""
    try:
        listener.accept()[0].close()
    except TimeoutError:
        return False
    return True


def test_a_memory_server_that_a_sender_names_is_not_asked(sent, mmagents, listener) -> None:
    meta = json.loads((sent / "game.json").read_text())
    named = {"memory": f"http://127.0.0.1:{listener.getsockname()[1]}"}
    (sent / "game.json").write_text(json.dumps({**meta, "servers": named, "thread": "theirs"}))
    code, said = mmagents("resume", sent, "--turns", 10, "--yes", "--quiet")
    assert code == 0, said
    assert not was_asked(listener)


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of models."""
    with serving(faithful) as one:
        yield one


@pytest.mark.parametrize("dotted", [False, True])
def test_a_senders_cache_is_not_written(sent, change, mmagents, tmp_path, server, dotted) -> None:
    precious = tmp_path / "precious.sqlite"
    with sqlite3.connect(precious) as base:
        base.execute("CREATE TABLE mine (a)")
    base.close()
    before = precious.read_bytes()
    for turns, cache in ((9, precious), (10, tmp_path / "new.sqlite")):
        named = {"models.cache": str(cache)} if dotted else {"models": {"cache": str(cache)}}
        change(model="any", base_url=server.url, turns=turns, **named)
        code, said = mmagents("resume", sent, "--base-url", server.url, "--yes", "--quiet")
        assert code == 0, said
    assert precious.read_bytes() == before
    assert not (tmp_path / "new.sqlite").exists()


def test_a_cache_of_ones_own_is_used_when_a_game_is_gone_on_with(tmp_path, server, mmagents):
    cache, mine = tmp_path / "cache.sqlite", tmp_path / "mine"
    given = ("--model", "any", "--base-url", server.url, "--cache", cache, "--quiet")
    assert mmagents("play", "mini", *TALK, "--turns", 1, "--save", mine, *given)[0] == 0
    cache.unlink()
    assert mmagents("resume", mine, "--turns", 2, "--base-url", server.url, "--quiet")[0] == 0
    assert cache.exists()


def as_the_sender_left_it(sent: Path, secret: str) -> None:
    """Have a link to a seat of the game, and the game played as soon as a page is opened."""
    links = Links(sent)
    links.choose(playing=True, pace=0.0, open_table=True)
    kept = json.loads((sent / "table.json").read_text())
    kept["links"] = {"petra": hashlib.sha256(secret.encode()).hexdigest()}
    (sent / "table.json").write_text(json.dumps(kept))


async def test_a_page_does_not_go_on_with_a_sent_game_nor_open_its_seats(sent, change) -> None:
    change(turns=40)
    as_the_sender_left_it(sent, "known to the sender")
    hall = Hall(sent.parent, markdown)
    assert hall.go_on_with_all() == []
    laid = hall.table(sent.name)
    assert laid.links.opens("known to the sender") is None
    assert not laid.game.standing.open_table
    await hall.close()


def test_links_of_an_own_game_open_nothing_in_a_sent_one(sent, change, tmp_path) -> None:
    begin(tmp_path / "mine", "mini", 1, Context(turns=9)).close()
    mine = Links(tmp_path / "mine")
    mine.choose(playing=True)
    secret = mine.new("petra")
    change(turns=40)
    shutil.copy(tmp_path / "mine" / "table.json", sent)
    assert Links(sent).opens(secret) is None
    assert not Links(sent).chosen


def test_a_link_of_ones_own_is_kept(tmp_path) -> None:
    begin(tmp_path / "mine", "mini", 1, Context(turns=9)).close()
    secret = Links(tmp_path / "mine").new("petra")
    shutil.move(tmp_path / "mine", tmp_path / "moved")
    shutil.copytree(tmp_path / "moved", tmp_path / "copied")
    for name in ("moved", "copied"):
        assert Links(tmp_path / name).opens(secret) == "petra"


LINES = "- say: The words of a file elsewhere.\n"


def test_lines_of_a_file_elsewhere_are_asked_for_once(sent, change, mmagents, tmp_path) -> None:
    lines = tmp_path / "lines.yaml"
    lines.write_text(LINES)
    change(seats={"petra": f"scripted:{lines}"}, turns=20)
    code, said = mmagents("resume", sent, "--quiet")
    assert (code, str(lines) in said, "--yes" in said) == (2, True, True)
    assert "The words of a file elsewhere" not in (sent / "transcript.jsonl").read_text()
    assert mmagents("resume", sent, "--turns", 10, "--yes", "--quiet")[0] == 0
    code, said = mmagents("resume", sent, "--turns", 12, "--quiet")
    assert code == 0, said


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": {"petra": "scripted:/etc/hostname"}},
        {"seats": {"petra": "strategist:scripted:/etc/hostname"}},
        {"models.prompts": "/etc"},
        {"memory.embeddings": "huggingface:/somewhere/model"},
        {"model": "huggingface:/somewhere/model"},
    ],
)
@pytest.mark.parametrize("command", ["resume", "fork", "play on"])
async def test_what_a_sender_names_here_is_asked_for(
    sent, change, mmagents, fields, command
) -> None:
    change(**fields, turns=20)
    if command == "play on":
        with SavedGame.open(sent) as game, pytest.raises(MMAgentsError, match="somebody else"):
            await anext(games.go_on(game))
        return
    given = ("--turn", 4, "--save", f"{sent}-2") if command == "fork" else ()
    code, said = await asyncio.to_thread(mmagents, command, sent, *given)
    assert (code, "--yes" in said) == (2, True), said
    assert not Path(f"{sent}-2").exists()


@pytest.mark.parametrize("command", [("explain", "--turn", 2), ("resume", "--turns", 10)])
def test_a_game_is_played_by_its_own_story_however_its_file_names_another(
    sent, mmagents, tmp_path, command
) -> None:
    elsewhere = tmp_path / "elsewhere.yaml"
    elsewhere.write_text("a-word-of-mine: 1\n")
    meta = json.loads((sent / "game.json").read_text())
    group = {**meta["context"].pop("evening"), "story_file": str(elsewhere)}
    meta["context"] = {"evening.story_file": "", "evening": group, **meta["context"]}
    (sent / "game.json").write_text(json.dumps(meta))
    code, said = mmagents(command[0], sent, *command[1:])
    assert (code, "a-word-of-mine" in said) == (0, False), said


def test_an_own_game_is_gone_on_with_unasked_wherever_it_is_put(tmp_path, mmagents) -> None:
    lines, mine = tmp_path / "lines.yaml", tmp_path / "mine"
    lines.write_text(LINES)
    given = ("--turns", 4, "--seat", f"petra=scripted:{lines}", "--save", mine, "--quiet")
    assert mmagents("play", "mini", *TALK, *given)[0] == 0
    shutil.copytree(mine, tmp_path / "copied")
    shutil.move(mine, tmp_path / "moved")
    for name in ("copied", "moved"):
        code, said = mmagents("resume", tmp_path / name, "--turns", 6, "--quiet")
        assert code == 0, said


def test_an_own_game_that_somebody_changed_is_somebody_elses(tmp_path, mmagents) -> None:
    mine = tmp_path / "mine"
    assert mmagents("play", "mini", *TALK, "--turns", 4, "--save", mine, "--quiet")[0] == 0
    meta = json.loads((mine / "game.json").read_text())
    meta["context"]["seats"] = {"petra": "scripted:/etc/hostname"}
    (mine / "game.json").write_text(json.dumps(meta))
    assert mmagents("resume", mine, "--turns", 6, "--quiet")[0] == 2


def test_without_a_home_to_write_in_all_games_are_somebody_elses(
    tmp_path, mmagents, monkeypatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    lines, mine = tmp_path / "lines.yaml", tmp_path / "mine"
    lines.write_text(LINES)
    given = ("--turns", 4, "--seat", f"petra=scripted:{lines}", "--save", mine, "--quiet")
    assert mmagents("play", "mini", *TALK, *given)[0] == 0
    assert mmagents("resume", mine, "--turns", 6, "--quiet")[0] == 2
    assert mmagents("resume", mine, "--turns", 6, "--yes", "--quiet")[0] == 0


def test_a_game_from_another_machine_explains_and_goes_on(tmp_path, mmagents, senders) -> None:
    sent = tmp_path / "sent"
    senders(True)
    assert mmagents("play", "mini", *TALK, "--turns", 6, "--save", sent, "--quiet")[0] == 0
    senders(False)
    assert mmagents("explain", sent, "--turn", 2)[0] == 0
    code, said = mmagents("resume", sent, "--turns", 9, "--quiet")
    assert code == 0, said


def test_an_experiment_from_another_machine_reports_and_goes_on(
    tmp_path, mmagents, senders
) -> None:
    grid = tmp_path / "grid.yaml"
    grid.write_text(
        "name: small\nscenarios: [mini]\nconditions: [cssn-or-ss]\nturns: 4\nconversations: 2\n"
    )
    out, run = tmp_path / "out", ("experiment", "run", grid, "--workers", 1, "--out")
    senders(True)
    assert mmagents(*run, out)[0] == 0
    [second] = out.glob("conversations/*/002")
    meta = json.loads((second / "game.json").read_text())
    theirs = str(tmp_path / "theirs.sqlite")
    meta["context"] |= {"models": {"cache": theirs}, "models.cache": theirs, "turns": 40}
    (second / "game.json").write_text(
        json.dumps({key: value for key, value in meta.items() if key != "over"})
    )
    senders(False)
    code, said = mmagents(*run, out)
    assert code == 0, said
    assert len(read_record(second)[1]) == 4
    assert not (tmp_path / "theirs.sqlite").exists()
    assert field_in(read_record(second)[0]["context"], "models.cache") is None
