import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mmagents.errors import MMAgentsError
from mmagents.saved.saved_game import DiskError, SavedGame, read_record

META: dict[str, Any] = {"scenario": "灯台", "seed": 7, "context": {"turns": 3}}
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


def test_the_record_is_read_as_it_was_appended_but_for_a_line_cut_short(game: SavedGame) -> None:
    rows = [*ROWS, {"turn": 3, "text": "\ud83d?"}]  # half a surrogate pair is JSON
    for row in rows:
        game.append(row)
    with game.transcript.open("ab") as file:
        file.write(b'{"turn": 4, "te')
    assert game.rows() == rows
    assert game.transcript.read_bytes().count(b"\n") == len(rows)
    assert "灯が消えた" in game.transcript.read_text("utf-8")


@pytest.mark.parametrize("left", ["", '{"turn": 1, "spea', '{"turn": 1}\n{"turn": 2', "{}\n" * 3])
def test_the_record_is_made_equal_to_the_history(game: SavedGame, left: str) -> None:
    game.transcript.write_text(left)
    game.rewrite(ROWS)
    assert game.rows() == ROWS
    before = game.transcript.stat().st_ino
    game.rewrite(ROWS)
    assert game.transcript.stat().st_ino == before, "what is equal already is not written again"
    game.append({"turn": 3})
    assert game.rows() == [*ROWS, {"turn": 3}]


def test_a_damaged_record_says_which_file(game: SavedGame) -> None:
    game.transcript.write_bytes(b"{]\n")
    with pytest.raises(MMAgentsError, match=r"transcript\.jsonl is damaged"):
        game.rows()


def test_changes_to_how_it_is_run_are_kept(game: SavedGame) -> None:
    game.update_meta({"context": {"turns": 9}})
    assert game.meta == {**META, "context": {"turns": 9}}
    game.close()
    with SavedGame.open(game.path) as opened:
        assert opened.meta == game.meta


@pytest.mark.parametrize(
    ("format", "said"), [(1, "format 1"), (4, "format 4"), ("x", "format 'x'"), (None, "no format")]
)
def test_a_game_of_another_version_is_refused_with_both_versions(game, format, said) -> None:
    game.close()
    meta = game.path / "game.json"
    about = {name: one for name, one in json.loads(meta.read_text()).items() if name != "format"}
    meta.write_text(json.dumps(about | ({} if format is None else {"format": format})))
    before = contents(game.path)
    for reads in (SavedGame.open, read_record):
        with pytest.raises(
            MMAgentsError, match=rf"{said}; .* reads format 3\. Open it with"
        ) as got:
            reads(game.path)
        assert got.value.exit_code == 2
    assert contents(game.path) == before


def test_files_are_written_whole_and_nothing_is_left_lying_about(game: SavedGame) -> None:
    game.rewrite(ROWS)
    game.write_markdown("# long\n" * 1000)
    game.write_markdown("# 灯台\n")
    assert (game.path / "transcript.md").read_text("utf-8") == "# 灯台\n"
    game.close()
    files = {"game.json", "scenario.yaml", "transcript.jsonl", "transcript.md"}
    assert set(contents(game.path)) - {".lock"} == files


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


@pytest.mark.parametrize("left", [(), (".lock", ".owner", "scenario.yaml", ".game.json.new")])
def test_an_empty_folder_will_do_and_what_a_kill_left_of_a_beginning(tmp_path, story, left) -> None:
    (tmp_path / "game").mkdir()
    for name in left:
        (tmp_path / "game" / name).write_bytes(b"")
    with SavedGame.create(tmp_path / "game", META, story) as game:
        assert game.scenario.read_bytes() == story.read_bytes()
        assert game.meta == META


@pytest.mark.parametrize("where", ["file", "file/below", "file/below/further"])
def test_a_file_in_the_way_is_named_and_not_touched(tmp_path, story, where) -> None:
    (tmp_path / "file").write_bytes(b"mine")
    with pytest.raises(MMAgentsError, match="file") as refused:
        SavedGame.create(tmp_path / where, META, story)
    assert refused.value.exit_code == 2
    assert (tmp_path / "file").read_bytes() == b"mine"


def test_where_no_game_can_be_made_or_found_nothing_is_made(tmp_path: Path, story: Path) -> None:
    with pytest.raises(MMAgentsError, match=r"nowhere\.yaml cannot be read"):
        SavedGame.create(tmp_path / "game", META, tmp_path / "nowhere.yaml")
    with pytest.raises(MMAgentsError, match="mmagents play SCENARIO --save"):
        SavedGame.open(tmp_path)
    assert list(tmp_path.iterdir()) == [story]
    if Path("/proc/self").is_dir():  # nobody may write to /proc
        with pytest.raises(MMAgentsError, match="Name a folder that you may write to"):
            SavedGame.create("/proc/self/game", META, story)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe"])
def test_a_damaged_game_says_which_file_and_can_be_mended(game: SavedGame, content: bytes) -> None:
    game.close()
    good = (game.path / "game.json").read_bytes()
    (game.path / "game.json").write_bytes(content)
    with pytest.raises(MMAgentsError, match=r"game\.json is damaged"):
        SavedGame.open(game.path)
    (game.path / "game.json").write_bytes(good)
    SavedGame.open(game.path).close()


HOLDER = """
import sys
from mmagents.saved.saved_game import SavedGame
game = SavedGame.open(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_game_is_one_process_s_until_that_process_is_gone(game: SavedGame) -> None:
    game.close()
    command = [sys.executable, "-c", HOLDER, game.path]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
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
