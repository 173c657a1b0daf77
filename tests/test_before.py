"""What earlier versions saved: it is gone on with, explained, exported, forked and reported."""

import json
import tarfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.digests import cells, taken
from mmagents.cli.app import app

DATA = Path(__file__).parent / "data" / "before"
pytestmark = pytest.mark.slow


def mmagents(*arguments: object) -> str:
    """Run a command, which must succeed; return what it printed."""
    done = CliRunner().invoke(app, [str(one) for one in arguments])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


@pytest.fixture
def unpacked(tmp_path: Path):
    def unpack(name: str) -> Path:
        with tarfile.open(DATA / f"{name}.tar.xz") as archive:
            archive.extractall(tmp_path, filter="data")
        return tmp_path / name

    return unpack


def test_a_game_is_gone_on_with_and_keeps_every_turn_it_had(unpacked) -> None:
    saved = unpacked("game")
    before = (saved / "transcript.jsonl").read_bytes()
    mmagents("resume", saved, "--turns", 10, "-q")
    after = (saved / "transcript.jsonl").read_bytes()
    assert after.startswith(before)
    assert len(after.splitlines()) == 10


def test_a_whole_evening_has_ended_and_stays_as_it_was(unpacked) -> None:
    saved = unpacked("evening")
    before = (saved / "transcript.jsonl").read_bytes()
    done = CliRunner().invoke(app, ["resume", str(saved), "-q"])
    assert "has ended" in str(done.exception)
    assert (saved / "transcript.jsonl").read_bytes() == before


@pytest.mark.parametrize("name", ["game", "evening"])
def test_a_game_is_explained_exported_and_forked(unpacked, tmp_path, name) -> None:
    saved = unpacked(name)
    before = (saved / "transcript.jsonl").read_bytes().splitlines()
    assert mmagents("explain", saved, "--turn", 2)
    for form in ("markdown", "csv", "jsonl"):
        assert mmagents("export", saved, "--format", form)
    mmagents("export", saved, "--format", "convokit", "--out", tmp_path / "corpus")
    assert (tmp_path / "corpus" / "utterances.jsonl").exists()
    fork = tmp_path / "fork"
    mmagents("fork", saved, "--turn", 3, "--save", fork, "--turns", 4)
    assert (fork / "transcript.jsonl").read_bytes().splitlines()[:2] == before[:2]


def test_an_experiment_is_reported(unpacked) -> None:
    folder = unpacked("exp")
    assert "Main measures" in mmagents("experiment", "report", folder)
    assert list(folder.rglob("*.html"))


BEFORE = json.loads((DATA.parents[2] / "benchmarks" / "data" / "digests.json").read_text("utf-8"))
SOME = [
    cell
    for cell in cells()
    if cell[0].endswith((" ja 1 cssn-or-ss", "ford en 1 cssn-or-ss"))
    or cell[0].startswith(("mini en 1 ", "halcyon-light ja 2 interrogation"))
    or cell[0] == "mini ja prompts cssn-or-ss"
]


@pytest.mark.parametrize("cell", SOME, ids=[cell[0] for cell in SOME])
def test_a_game_is_the_one_that_was_played_before(cell) -> None:
    name, now = taken(cell)
    assert now == BEFORE[name]
