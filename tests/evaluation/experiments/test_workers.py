"""Worker processes: what they have loaded, and which environment they see."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mmagents.evaluation.experiments.workers import context, end, pool, wake

pytestmark = pytest.mark.slow

PLAY = """
import sys
from pathlib import Path
from mmagents.evaluation.experiments import preload
from mmagents.evaluation.experiments.experiment import begin
from mmagents.evaluation.experiments.grid import Grid
from mmagents.evaluation.experiments.playing import play_jobs
experiment = begin(
    Grid(name="g", scenario="mini", conditions=["ss"], conversations=1, turns=4), Path(sys.argv[1])
)
before = set(sys.modules)
[outcome] = play_jobs([experiment.job(one) for one in experiment.grid.planned()])
assert outcome.over == "turns", outcome
large = {"chromadb", "mmh3", "scipy", "numpy", "pandas", "opentelemetry", "mmagents"}
print(*sorted(name for name in set(sys.modules) - before if name.split(".")[0] in large))
"""


def test_a_worker_sees_the_environment_as_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    wake()
    monkeypatch.setenv("MMAGENTS_TRIED", "now")
    monkeypatch.delenv("HOME", raising=False)
    one = pool(1, context())
    try:
        assert one.submit(os.getenv, "MMAGENTS_TRIED").result(60) == "now"
        assert one.submit(os.getenv, "HOME").result(60) is None
    finally:
        end(one)


def test_a_game_imports_nothing_large_that_is_not_loaded_before(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY, tmp_path / "e"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == []
