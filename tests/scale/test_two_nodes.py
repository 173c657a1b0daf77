import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from mmagents.evaluation.experiments.engines import in_this_process
from mmagents.evaluation.experiments.experiment import begin, run
from mmagents.evaluation.experiments.grid import Grid
from tests.scale.test_memory_server import collections
from tests.servers.postgres_server import IN_A_URL, PASSWORD, USER

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


def grid(**changes: int) -> Grid:
    given = {"name": "g", "scenario": "mini", "conditions": ["cssn-or-ss", "equal"]}
    return Grid.model_validate(given | {"conversations": 2, "turns": 12} | changes)


def transcripts(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.glob("conversations/*/*/transcript.jsonl"))
    }


def test_two_nodes_without_a_shared_disk_lose_nothing_and_play_nothing_twice(
    postgres: str, chroma: str, tmp_path: Path
) -> None:
    before = collections(chroma)
    here, there = begin(grid(), tmp_path / "here"), begin(grid(), tmp_path / "there")
    plain = begin(grid(conversations=1, turns=4), tmp_path / "plain")
    as_plain = begin(grid(conversations=1, turns=4), tmp_path / "as_plain")
    for experiment in (here, as_plain):
        run(experiment, in_this_process)
    done = subprocess.run(
        [sys.executable, ROOT / "tests/scale/two_nodes.py", there.folder, plain.folder,
         postgres, chroma, tmp_path],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=240,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["plain"] == 2
    assert transcripts(plain.folder) == transcripts(as_plain.folder) != {}
    assert set(seen["ended"].values()) == {"turns"}
    assert seen["nodes"]  # on a busy machine one may have played all before the other was there
    assert {*seen["nodes"]} <= {f"TMPDIR={tmp_path / name}" for name in ("one", "two")}
    assert transcripts(there.folder) == transcripts(here.folder) != {}
    with psycopg.connect(postgres) as connection:
        kept: dict[str, list[int]] = {}
        query = b"SELECT thread_id, (metadata->>'step')::int FROM checkpoints ORDER BY 1, 2"
        for thread, step in connection.execute(query).fetchall():
            if "/mini." in thread:
                kept.setdefault(thread, []).append(step)
    assert len(kept) == 4
    assert all(steps == list(range(-1, len(steps) - 1)) for steps in kept.values())
    assert seen["killed"]["steps"] < len(kept[seen["killed"]["thread"]])
    assert collections(chroma) == before, "what is played to its end needs no index"
    written = [one for one in there.folder.rglob("*") if one.is_file()]
    secrets = (PASSWORD.encode(), IN_A_URL.encode(), USER.encode())
    assert not [one for one in written if any(secret in one.read_bytes() for secret in secrets)]
    left = [one.name for node in ("one", "two") for one in (tmp_path / node).glob("mmagents-*")]
    assert len(left) == 1, "what the killed worker had begun lies on its own node alone"
