"""What a played conversation leaves on the disk, and what can still be done with it."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.experiment import Experiment, begin
from mmagents.lab.experiments.grid import Grid
from mmagents.lab.experiments.playing import Job, play_jobs
from mmagents.saved import games
from mmagents.saved.begin import branch
from mmagents.saved.saved_game import SavedGame
from mmagents.stores.disk import SavedGameError
from mmagents.stores.packed import is_packed

pytestmark = pytest.mark.slow  # experiments are played

TURNS = 8


def jobs_in(folder: Path, turns: int = TURNS) -> tuple[Experiment, list[Job]]:
    grid = Grid(name="g", scenario="mini", conditions=["cssn-or-ss"], conversations=2, turns=turns)
    experiment = begin(grid, folder)
    return experiment, [experiment.job(one) for one in grid.planned()]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two conversations, and the experiment they are in."""
    folder = tmp_path_factory.mktemp("packed") / "e"
    _, jobs = jobs_in(folder)
    assert [one.error for one in play_jobs(jobs)] == ["", ""]
    return folder


@pytest.fixture
def game(played: Path, tmp_path: Path) -> Path:
    """A copy of one of them."""
    [first, _] = sorted((played / "conversations" / "mini.cssn-or-ss").iterdir())
    return Path(shutil.copytree(first, tmp_path / "game"))


def on_from(folder: Path, turns: int | None = None) -> bytes:
    async def play() -> None:
        with SavedGame.open(folder) as game:
            async for _ in games.go_on(game, {"turns": turns} if turns else None):
                pass
            games.put_away(game)

    asyncio.run(play())
    return (folder / "transcript.jsonl").read_bytes()


def test_a_played_conversation_leaves_no_index_and_no_database(game: Path, played: Path) -> None:
    assert {one.name for one in game.iterdir()} == {
        ".lock", "game.json", "scenario.yaml", "transcript.jsonl", "checkpoints.sqlite.xz",
    }  # fmt: skip
    stories = [*(played / "stories").iterdir(), *played.glob("conversations/*/*/scenario.yaml")]
    assert len({one.stat().st_ino for one in stories}) == 1  # one file, shared by all


def test_reading_it_leaves_it_packed(game: Path) -> None:
    with SavedGame.open(game) as opened:
        rows = asyncio.run(games.history_of(opened))
        assert rows == opened.rows()
    assert len(rows) == TURNS
    assert on_from(game) == (game / "transcript.jsonl").read_bytes()
    assert is_packed(game / "checkpoints.sqlite")


def test_played_on_it_is_the_game_that_was_longer_from_the_start(
    game: Path, tmp_path: Path
) -> None:
    _, [job, _] = jobs_in(tmp_path / "longer", TURNS + 3)
    assert play_jobs([job])[0].over == "turns"
    assert on_from(game, TURNS + 3) == (job.path / "transcript.jsonl").read_bytes()
    assert not is_packed(game / "checkpoints.sqlite")
    with SavedGame.open(game) as source:  # its steps are there again, those before it went on too
        asyncio.run(branch(source, 3, tmp_path / "fork")).close()
    assert on_from(tmp_path / "fork") == (game / "transcript.jsonl").read_bytes()


def test_forked_at_any_turn_it_is_played_again_to_the_same_words(
    game: Path, tmp_path: Path
) -> None:
    whole = (game / "transcript.jsonl").read_bytes()
    for turn in (1, 4, TURNS):
        with SavedGame.open(game) as source:
            asyncio.run(branch(source, turn, tmp_path / f"fork-{turn}")).close()
        assert on_from(tmp_path / f"fork-{turn}") == whole
    assert is_packed(game / "checkpoints.sqlite")


def test_played_by_a_version_with_other_words_it_is_not_forked_but_played_on(
    game: Path, tmp_path: Path
) -> None:
    words = (game / "transcript.jsonl").read_text("utf-8")
    spoken = json.loads(words.splitlines()[1])["text"]
    (game / "transcript.jsonl").write_text(words.replace(spoken, "As it was worded then."), "utf-8")
    with (
        SavedGame.open(game) as source,
        pytest.raises(MMAgentsError, match="another version may have played it"),
    ):
        asyncio.run(branch(source, 4, tmp_path / "fork"))
    assert len(on_from(game, TURNS + 1).splitlines()) == TURNS + 1


def test_cut_short_it_is_played_anew_to_the_same_bytes(played: Path, tmp_path: Path) -> None:
    _, [job, _] = jobs_in(tmp_path / "cut")
    shutil.copytree(played / "conversations" / job.id, job.path)
    whole = (job.path / "transcript.jsonl").read_bytes()
    (job.path / "checkpoints.sqlite.xz").unlink()  # a kill leaves what was spoken, and no steps
    (job.path / "transcript.jsonl").write_bytes(whole[: len(whole) // 2])
    assert play_jobs([job])[0].over == "turns"
    assert (job.path / "transcript.jsonl").read_bytes() == whole


@pytest.mark.parametrize("spoiled", [b"no archive at all", None])
def test_a_spoiled_archive_is_an_error_in_words(game: Path, spoiled: bytes | None) -> None:
    file = game / "checkpoints.sqlite.xz"
    file.write_bytes(spoiled or file.read_bytes()[:200])
    with SavedGame.open(game) as opened, pytest.raises(SavedGameError, match=r"transcript\.jsonl"):
        asyncio.run(games.history_of(opened))
