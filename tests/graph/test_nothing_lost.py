import json
import subprocess
import sys
from pathlib import Path

import pytest

from mmagents.scenarios.loader import load_scenario
from mmagents.stores.embeddings import open_embedder
from mmagents.stores.memory import LongTermMemory

SCRIPT = Path(__file__).with_name("kill_many.py")


def memories(folder: Path) -> dict[str, list[tuple[int, str]]]:
    seats = load_scenario("mini").seats()
    memory = LongTermMemory.open(folder / "memory", folder.name, seats, open_embedder())
    try:
        return {seat: [(one.turn, one.text) for one in memory.all(seat)] for seat in seats}
    finally:
        memory.close()


@pytest.mark.parametrize(
    ("given", "kills"),
    [
        ({}, 20),
        ({"overlap": True}, 10),
        ({"condition": "mention", "calibrate": True}, 6),
        ({"repair": True, "err": {"repeat": 0.4, "invent": 0.4}}, 8),
    ],
)
def test_killed_at_any_moment_and_resumed_a_game_is_the_same_game(
    tmp_path: Path, given: dict[str, object], kills: int
) -> None:
    run = subprocess.run(
        [sys.executable, SCRIPT, tmp_path, str(kills), "11", json.dumps(given)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    killed, rounds = map(int, run.stdout.split())
    assert killed >= kills
    whole = (tmp_path / "whole" / "transcript.jsonl").read_bytes()
    assert whole.count(b"\n") == 24
    remembered = memories(tmp_path / "whole")
    assert all(len(items) == len(set(items)) > 10 for items in remembered.values())
    for number in range(rounds):
        folder = tmp_path / f"killed-{number}"
        assert (folder / "transcript.jsonl").read_bytes() == whole
        assert memories(folder) == remembered
