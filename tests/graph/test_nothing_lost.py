import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.saved import games
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import SavedGame
from mmagents.scenarios.loader import load_scenario
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.memory import LongTermMemory
from tests.processes import python

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("kill_many.py")


def left_in(folder: Path, story: str) -> dict[str, Any]:
    """Return what a game came to: its record, what each remembers, the verdict, who knows what."""
    seats = load_scenario(story).seats()
    memory = LongTermMemory.open(folder / "memory", folder.name, seats, open_embedder())
    held = {seat: [(one.turn, one.text) for one in memory.all(seat)] for seat in seats}
    memory.close()
    assert all(len(items) == len(set(items)) > 10 for items in held.values())
    with SavedGame.open(folder) as game:
        values = asyncio.run(games.values_of(game))
    ended = {
        name: values[name] for name in ("outcome", "votes", "cards", "found", "known", "notes")
    }
    return {"record": game.transcript.read_bytes(), "memories": held, **ended}


PERSON = {"medium": "units", "medium.come_in": True, "seats": {"kit": "human"}, "manner": "panel"}
EVENING = {"discussion": 3, "private_chat": 2, "confidential_meeting": 2}


@pytest.mark.parametrize(
    ("given", "kills", "story"),
    [
        ({}, 4, "mini"),
        ({"pace.overlap": True, "condition": "mention", "floor.calibrate": True}, 4, "mini"),
        ({"pace": "lean", "floor.calibrate": True}, 4, "mini"),
        ({"repair": True, "evening.err": {"repeat": 0.4, "invent": 0.4}}, 4, "mini"),
        (PERSON, 5, "mini"),  # Kit answers by rule from what is asked
        ({"evening.kind": "whole", "evening.lengths": EVENING}, 4, "halcyon-light"),
    ],
)
def test_killed_at_any_moment_and_resumed_a_game_is_the_same_game(
    tmp_path: Path, given: dict[str, Any], kills: int, story: str
) -> None:
    script = f"import runpy; runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    run = python(tmp_path, script, tmp_path, kills, 11, json.dumps(given), story)
    assert run.returncode == 0, run.stderr[-2000:]
    killed, rounds = map(int, run.stdout.split())
    assert killed >= kills
    whole = left_in(tmp_path / "whole", story)
    for number in range(rounds):
        assert left_in(tmp_path / f"killed-{number}", story) == whole
    rows = [json.loads(line) for line in whole["record"].splitlines()]
    cuts = [(row["speaker"], row["units"]["cut"]) for row in rows if "cut" in row.get("units", {})]
    if given is PERSON:
        assert any(cut["by"] == "kit" and cut["rule"] == "1b" for _, cut in cuts)
        assert any(speaker == "kit" for speaker, _ in cuts)
    if "evening.kind" in given:
        phases = {one.kind for one in load_scenario(story).phases} - {"settlement"}
        assert {row["phase"] for row in rows} == phases
        assert whole["outcome"]
    else:
        assert len(rows) == 14


@pytest.mark.parametrize("put", [10, 24, 25])
def test_what_a_step_has_done_before_it_was_kept_is_put_on_the_record_once(
    tmp_path: Path, put: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails at one checkpoint, after what the step before it wrote was kept."""
    lengths = {"discussion": 2, "private_chat": 2}
    context = Context(evening={"kind": "whole", "lengths": lengths})
    keep, puts = AsyncSqliteSaver.aput, 0

    async def fails_once(*given: Any, **named: Any) -> Any:
        nonlocal puts
        puts += 1
        if puts == put:
            raise OSError("no space left on the device")
        return await keep(*given, **named)

    monkeypatch.setattr(AsyncSqliteSaver, "aput", fails_once)
    with begin(tmp_path / "game", "mini", 5, context) as game:
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
