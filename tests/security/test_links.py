"""Links in a shared folder lead nowhere: nothing is written through them."""

import os
import shutil
from pathlib import Path

import pytest

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid
from mmagents.saved.saved_game import SavedGame, read_record
from mmagents.stores.disk import SavedGameError, open_to_append, write_whole

LAID = (
    ".owner", ".lock", ".transcript.md.new", ".game.json.new", ".accounts.json.new",
    "transcript.md", "transcript.jsonl", "accounts.json", "table.json", "checkpoints.sqlite",
    "memory/chroma.sqlite3",
)  # fmt: skip


@pytest.mark.parametrize("name", LAID)
def test_a_game_with_a_link_in_it_is_not_opened(sent: Path, tmp_path: Path, name: str) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (sent / name).parent.mkdir(exist_ok=True)
    (sent / name).unlink(missing_ok=True)
    (sent / name).symlink_to(precious)
    for way in (SavedGame.open, read_record):
        with pytest.raises(SavedGameError, match="is a link"):
            way(sent)
    assert precious.read_text() == "mine"


def test_no_command_writes_through_a_link(sent: Path, tmp_path: Path, mmagents) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (sent / ".owner").symlink_to(precious)
    code, said = mmagents("resume", sent, "--turns", 10)
    assert (code, "is a link" in said) == (2, True)
    assert precious.read_text() == "mine"


def test_a_file_is_written_beside_by_a_name_that_nobody_can_lay_a_link_under(tmp_path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / ".a.json.new").symlink_to(precious)
    (tmp_path / "a.json").symlink_to(precious)
    write_whole(tmp_path / "a.json", b"new")
    assert precious.read_text() == "mine"
    assert (tmp_path / "a.json").read_text() == "new"
    assert not (tmp_path / "a.json").is_symlink()


def test_nothing_is_added_through_a_link(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / "record").symlink_to(precious)
    with pytest.raises(OSError, match=r"symbolic|link"):
        open_to_append(tmp_path / "record")
    assert precious.read_text() == "mine"


def test_an_export_does_not_follow_a_link(sent: Path, tmp_path: Path, mmagents) -> None:
    out = tmp_path / "out.csv"
    out.symlink_to(tmp_path / "elsewhere")
    code, said = mmagents("export", sent, "--format", "csv", "--out", out)
    assert (code, "is there already" in said) == (2, True)
    assert not (tmp_path / "elsewhere").exists()


def test_a_new_game_is_not_begun_in_a_folder_with_links(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / ".lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MMAgentsError):
        SavedGame.create(folder, {"scenario": "mini"}, Path(__file__))
    assert not (tmp_path / "elsewhere").exists()


OF_AN_EXPERIMENT = (
    "report", "report.html", "conversations", "conversations/mini.ss", "annotations", "stories",
    "stories/mini.yaml", "verdicts.jsonl", "failures.jsonl", ".lock",
)  # fmt: skip


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An experiment with a report and a sheet."""
    folder = tmp_path_factory.mktemp("played") / "e"
    grid = Grid(name="g", scenarios=["mini"], conditions=["ss"], conversations=1, turns=3)
    run(begin(grid, folder), in_this_process)
    return folder


@pytest.mark.parametrize("kind", ["a link", "a pipe"])
@pytest.mark.parametrize("name", OF_AN_EXPERIMENT)
def test_no_command_reads_or_writes_an_experiment_with_a_link_or_a_pipe_in_it(
    played: Path, tmp_path: Path, mmagents, name: str, kind: str
) -> None:
    folder = Path(shutil.copytree(played, tmp_path / "e"))
    elsewhere, laid = tmp_path / "elsewhere", folder / name
    elsewhere.mkdir()
    laid.unlink() if laid.is_file() else shutil.rmtree(laid, ignore_errors=True)
    laid.symlink_to(elsewhere) if kind == "a link" else os.mkfifo(laid)
    grid = tmp_path / "grid.yaml"
    grid.write_text("name: g\nscenarios: [mini]\nconditions: [ss]\nconversations: 2\nturns: 3\n")
    for command in (
        ("experiment", "report", folder),
        ("experiment", "run", grid, "--out", folder, "--workers", 1),
        ("annotate", "export", folder, "--out", tmp_path / "sheet.csv"),
        ("annotate", "import", folder, f"ann={grid}"),
    ):
        code, said = mmagents(*command)
        assert (code, "is a link" in said or "no file that can be read" in said) == (2, True), said
    assert list(elsewhere.iterdir()) == []
