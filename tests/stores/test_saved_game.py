import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mmagents.scenarios.errors import MMAgentsError
from mmagents.stores.saved_game import UNTIL_THEN, DiskError, SavedGame

META: dict[str, Any] = {"scenario": "灯台", "seed": 7, "context": {"turns": 3, **UNTIL_THEN}}
ROWS = [
    {"turn": 1, "speaker": "ada", "text": "灯が消えた"},
    {"turn": 2, "speaker": "ben", "text": 'He said "no"\nand left'},
]


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.yaml"
    path.write_text("title: 灯台\n", "utf-8")
    return path


@pytest.fixture
def game(tmp_path: Path, story: Path) -> Iterator[SavedGame]:
    with SavedGame.create(tmp_path / "deep" / "game", META, story) as created:
        yield created


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_game_is_opened_with_what_it_was_created_with(game: SavedGame, story: Path) -> None:
    game.close()
    story.write_text("title: edited since\n", "utf-8")
    with SavedGame.open(game.path) as opened:
        assert opened.meta == META
        assert opened.scenario.read_text("utf-8") == "title: 灯台\n"
        assert opened.rows() == []


def test_the_record_is_read_as_it_was_appended(game: SavedGame) -> None:
    for row in ROWS:
        game.append(row)
    assert game.rows() == ROWS
    assert game.transcript.read_bytes().count(b"\n") == len(ROWS)
    assert "灯が消えた" in game.transcript.read_text("utf-8")


def test_half_a_surrogate_pair_in_a_turn_survives_as_json(game: SavedGame) -> None:
    game.append({"turn": 1, "text": "\ud83d?"})
    assert game.rows() == [{"turn": 1, "text": "\ud83d?"}]


@pytest.mark.parametrize(
    "left_by_a_kill",
    [
        b"",
        b'{"turn": 1, "spea',
        b'{"turn": 1, "text": "a"}\n{"turn": 2',
        b'{"turn": 1}\n{"turn": 2}\n{"turn": 3}\n',
    ],
)
def test_the_record_is_made_equal_to_the_history(game: SavedGame, left_by_a_kill: bytes) -> None:
    game.transcript.write_bytes(left_by_a_kill)
    game.rewrite(ROWS)
    assert game.rows() == ROWS
    game.append({"turn": 3})
    assert game.rows() == [*ROWS, {"turn": 3}]


def test_a_record_that_is_equal_already_is_not_written_again(game: SavedGame) -> None:
    game.rewrite(ROWS)
    before = game.transcript.stat()
    game.rewrite(ROWS)
    assert game.transcript.stat().st_ino == before.st_ino


def test_a_line_that_a_kill_cut_short_is_not_read(game: SavedGame) -> None:
    game.append(ROWS[0])
    with game.transcript.open("ab") as file:
        file.write(b'{"turn": 2, "te')
    assert game.rows() == [ROWS[0]]


def test_a_damaged_record_says_which_file(game: SavedGame) -> None:
    game.transcript.write_bytes(b"{]\n")
    with pytest.raises(MMAgentsError, match=r"transcript\.jsonl is damaged"):
        game.rows()


def test_changes_to_how_it_is_run_are_kept(game: SavedGame) -> None:
    changed = {"turns": 9, **UNTIL_THEN}
    game.update_meta({"context": changed})
    assert game.meta == {**META, "context": changed}
    game.close()
    with SavedGame.open(game.path) as opened:
        assert opened.meta == {**META, "context": changed}


def test_a_game_saved_before_a_field_was_there_keeps_to_what_it_was_played_with(
    game: SavedGame,
) -> None:
    game.update_meta({"context": {"turns": 9, "likeness": "calibrated"}})
    game.close()
    with SavedGame.open(game.path) as opened:
        assert opened.meta["context"]["likeness"] == "calibrated"
        opened.update_meta({"context": {"turns": 9}})
    with SavedGame.open(game.path) as opened:
        assert opened.meta["context"] == {"turns": 9, **UNTIL_THEN}


def test_markdown_is_written_whole(game: SavedGame) -> None:
    game.write_markdown("# long\n" * 1000)
    game.write_markdown("# 灯台\n")
    assert (game.path / "transcript.md").read_text("utf-8") == "# 灯台\n"


def test_nothing_is_left_lying_about(game: SavedGame) -> None:
    game.rewrite(ROWS)
    game.close()
    assert set(contents(game.path)) - {".lock"} == {
        "game.json", "scenario.yaml", "transcript.jsonl",
    }  # fmt: skip


def test_a_saved_game_is_not_overwritten(game: SavedGame, story: Path) -> None:
    game.append(ROWS[0])
    game.close()
    before = contents(game.path)
    with pytest.raises(MMAgentsError, match="mmagents resume") as refused:
        SavedGame.create(game.path, {"seed": 8}, story)
    assert refused.value.exit_code == 2
    assert contents(game.path) == before


def test_a_folder_of_other_things_is_not_touched(tmp_path: Path, story: Path) -> None:
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "scenario.yaml").write_text("mine", "utf-8")
    with pytest.raises(MMAgentsError, match="not empty"):
        SavedGame.create(folder, META, story)
    assert contents(folder) == {"scenario.yaml": b"mine"}


def test_an_empty_folder_will_do(tmp_path: Path, story: Path) -> None:
    (tmp_path / "empty").mkdir()
    with SavedGame.create(tmp_path / "empty", META, story) as game:
        assert game.meta == META


def test_what_a_kill_left_of_a_beginning_can_be_begun_again(tmp_path: Path, story: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    for left in (".lock", ".owner", "scenario.yaml", ".game.json.new"):
        (folder / left).write_bytes(b"")
    with SavedGame.create(folder, META, story) as game:
        assert game.scenario.read_bytes() == story.read_bytes()


@pytest.mark.parametrize("where", ["file", "file/below", "file/below/further"])
def test_a_file_in_the_way_is_named_and_not_touched(
    tmp_path: Path, story: Path, where: str
) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(MMAgentsError, match="file") as refused:
        SavedGame.create(tmp_path / where, META, story)
    assert refused.value.exit_code == 2
    assert (tmp_path / "file").read_bytes() == b"mine"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="nobody may write to /proc")
def test_a_folder_that_cannot_be_made_is_said_so(story: Path) -> None:
    with pytest.raises(MMAgentsError, match="Name a folder that you may write to"):
        SavedGame.create("/proc/self/game", META, story)


def test_a_story_that_is_not_there_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(MMAgentsError, match=r"nowhere\.yaml cannot be read"):
        SavedGame.create(tmp_path / "game", META, tmp_path / "nowhere.yaml")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_game_says_how_to_begin_one(tmp_path: Path) -> None:
    with pytest.raises(MMAgentsError, match="mmagents play SCENARIO --save"):
        SavedGame.open(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"\xff\xfe"])
def test_a_damaged_game_says_which_file_and_can_be_mended(game: SavedGame, content: bytes) -> None:
    game.close()
    good = (game.path / "game.json").read_bytes()
    (game.path / "game.json").write_bytes(content)
    with pytest.raises(MMAgentsError, match=r"game\.json is damaged"):
        SavedGame.open(game.path)
    (game.path / "game.json").write_bytes(good)
    SavedGame.open(game.path).close()


def test_a_game_of_a_later_format_is_left_alone(game: SavedGame) -> None:
    game.close()
    (game.path / "game.json").write_text(json.dumps({**META, "format": 2}))
    with pytest.raises(MMAgentsError, match="format 2"):
        SavedGame.open(game.path)


HOLDER = """
import sys
from mmagents.stores.saved_game import SavedGame
game = SavedGame.open(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_game_is_one_process_s_until_that_process_is_gone(game: SavedGame) -> None:
    game.close()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, game.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(MMAgentsError, match=f"process {holder.pid} on") as refused:
            SavedGame.open(game.path)
        assert refused.value.exit_code == 2
    finally:
        os.kill(holder.pid, signal.SIGKILL)
        holder.communicate()
    SavedGame.open(game.path).close()


def test_a_game_can_be_closed_after_its_folder_was_deleted(game: SavedGame) -> None:
    for path in game.path.iterdir():
        path.unlink()
    game.path.rmdir()
    game.close()
    game.close()
    with pytest.raises(DiskError, match="has gone"):
        game.append(ROWS[0])
