import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from mmagents.graph import saved as games
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.scenarios.loader import load_scenario, scenario_path
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.memory import LongTermMemory
from mmagents.stores.saved_game import SavedGame
from tests.processes import python

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("kill_many.py")


def memories(folder: Path, story: str = "mini") -> dict[str, list[tuple[int, str]]]:
    seats = load_scenario(story).seats()
    memory = LongTermMemory.open(folder / "memory", folder.name, seats, open_embedder())
    try:
        return {seat: [(one.turn, one.text) for one in memory.all(seat)] for seat in seats}
    finally:
        memory.close()


def ending(folder: Path) -> dict[str, object]:
    """Return what an evening came to: the verdict, who found what and knows what."""
    with SavedGame.open(folder) as game:
        values = asyncio.run(games.values_of(game))
    return {name: values[name] for name in ("outcome", "votes", "cards", "found", "known", "notes")}


def killed_and_resumed(folder: Path, kills: int, *given: str) -> int:
    """Play games that are killed so often, and return how many games there are beside the whole."""
    run = python(folder, f"import runpy; runpy.run_path({str(SCRIPT)!r}, run_name='__main__')",
                 folder, kills, 11, *given)  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    killed, rounds = map(int, run.stdout.split())
    assert killed >= kills
    return rounds


@pytest.mark.parametrize(
    ("given", "kills"),
    [
        ({}, 4),
        ({"overlap": True, "condition": "mention", "calibrate": True}, 4),
        ({"pace": "lean", "calibrate": True}, 4),
        ({"repair": True, "err": {"repeat": 0.4, "invent": 0.4}}, 4),
    ],
)
def test_killed_at_any_moment_and_resumed_a_game_is_the_same_game(
    tmp_path: Path, given: dict[str, object], kills: int
) -> None:
    rounds = killed_and_resumed(tmp_path, kills, json.dumps(given))
    whole = (tmp_path / "whole" / "transcript.jsonl").read_bytes()
    assert whole.count(b"\n") == 14
    remembered = memories(tmp_path / "whole")
    assert all(len(items) == len(set(items)) > 10 for items in remembered.values())
    for number in range(rounds):
        folder = tmp_path / f"killed-{number}"
        assert (folder / "transcript.jsonl").read_bytes() == whole
        assert memories(folder) == remembered


def test_a_person_who_comes_in_and_is_cut_finishes_the_same_game_after_any_kill(
    tmp_path: Path,
) -> None:
    """Kit answers by rule from what is asked, so that the same asks come to the same record."""
    seats = {"kit": "human"}
    given = {"units": True, "come_in": True, "seats": seats, "manner": "panel"}
    rounds = killed_and_resumed(tmp_path, 5, json.dumps(given))
    whole = (tmp_path / "whole" / "transcript.jsonl").read_bytes()
    rows = [json.loads(line) for line in whole.splitlines()]
    cuts = [(row["speaker"], row["units"]["cut"]) for row in rows if "cut" in row["units"]]
    assert any(cut["by"] == "kit" and cut["rule"] == "1b" for _, cut in cuts)
    assert any(speaker == "kit" for speaker, _ in cuts)
    remembered = memories(tmp_path / "whole")
    for number in range(rounds):
        folder = tmp_path / f"killed-{number}"
        assert (folder / "transcript.jsonl").read_bytes() == whole
        assert memories(folder) == remembered


@pytest.mark.parametrize("put", [10, 24, 25])
def test_what_a_step_has_done_before_it_was_kept_is_put_on_the_record_once(
    tmp_path: Path, put: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails at one checkpoint, after what the step before it wrote was kept."""
    lengths = {"discussion": 2, "private_chat": 2}
    meta = {
        "scenario": "mini",
        "seed": 5,
        "context": Context(evening="whole", lengths=lengths).model_dump(
            exclude={"memory_path", "story_file"}
        ),
    }
    keep, puts = AsyncSqliteSaver.aput, 0

    async def fails_once(*given: Any, **named: Any) -> Any:
        nonlocal puts
        puts += 1
        if puts == put:
            raise OSError("no space left on the device")
        return await keep(*given, **named)

    monkeypatch.setattr(AsyncSqliteSaver, "aput", fails_once)
    with SavedGame.create(tmp_path / "game", meta, scenario_path("mini")) as game:
        with pytest.raises(Exception, match="no space left"):
            asyncio.run(_play_on(game))
        before = asyncio.run(games.history_of(game))
        told = asyncio.run(_play_on(game))
        kept = asyncio.run(games.history_of(game))
        assert kept == [*before, *told]
        assert [row["turn"] for row in game.rows()] == list(range(1, len(kept) + 1))
        assert game.rows() == kept


async def _play_on(game: SavedGame) -> list[TurnRow]:
    return [event.row async for event in games.go_on(game) if event.row is not None]


def test_a_whole_evening_killed_at_any_moment_and_resumed_is_the_same_evening(
    tmp_path: Path,
) -> None:
    lengths = {"discussion": 3, "private_chat": 2, "confidential_meeting": 2}
    context = json.dumps({"evening": "whole", "lengths": lengths})
    rounds = killed_and_resumed(tmp_path, 4, context, "halcyon-light")
    whole = (tmp_path / "whole" / "transcript.jsonl").read_bytes()
    phases = {json.loads(line)["phase"] for line in whole.splitlines()}
    assert phases == {one.kind for one in load_scenario("halcyon-light").phases} - {"settlement"}
    remembered = memories(tmp_path / "whole", "halcyon-light")
    ended = ending(tmp_path / "whole")
    assert ended["outcome"]
    assert all(len(items) == len(set(items)) > 10 for items in remembered.values())
    for number in range(rounds):
        folder = tmp_path / f"killed-{number}"
        assert (folder / "transcript.jsonl").read_bytes() == whole
        assert memories(folder, "halcyon-light") == remembered
        assert ending(folder) == ended
