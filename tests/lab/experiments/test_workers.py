"""Worker processes: what they have loaded, and which environment they see."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from mmagents.lab.experiments import engines
from mmagents.lab.experiments.engines import (
    Batch,
    Flow,
    WorkersLostError,
    engine_for,
    in_processes,
)
from mmagents.lab.experiments.experiment import Experiment, begin, run
from mmagents.lab.experiments.grid import Grid
from mmagents.lab.experiments.playing import Outcome
from mmagents.lab.experiments.workers import context, end, pool, wake
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving

pytestmark = pytest.mark.slow

PLAY = """
import sys
from pathlib import Path
from mmagents.lab.experiments import preload
from mmagents.lab.experiments.experiment import begin
from mmagents.lab.experiments.grid import Grid
from mmagents.lab.experiments.playing import play_jobs
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


def asking(url: str) -> Grid:
    return Grid(
        name="g", scenario="mini", conditions=["ss"], conversations=4, turns=2,
        model="openai:any", base_url=url,
    )  # fmt: skip


def kill_workers() -> None:
    """Kill them as a machine does that runs out of memory."""
    for one in multiprocessing.active_children():
        if one.pid is not None:
            os.kill(one.pid, signal.SIGKILL)


def said(experiment: Experiment) -> list[list[tuple[str, str]]]:
    return [[(row["speaker"], row["text"]) for row in one.rows] for one in experiment.read()]


def through_two(batches: Sequence[Batch], flow: Flow) -> Iterator[list[Outcome]]:
    wake()
    return in_processes(2, flow, batches)


def test_conversations_of_a_killed_worker_go_on_where_they_were(tmp_path: Path) -> None:
    def mind(request: Request, number: int) -> Answer:
        if number == 25:
            kill_workers()
        return faithful(request, number)

    with serving(faithful) as server:
        whole = begin(asking(server.url), tmp_path / "whole")
        run(whole, engine_for("processes", 1), at_once=1)
        asked = len(server.requests)
    with serving(mind) as server:
        flow = Flow(at_once=1, in_flight=2, servers=(server.url,))
        killed = begin(asking(server.url), tmp_path / "killed")
        outcomes = run(killed, partial(through_two, flow=flow), workers=2, at_once=1)
        asked_again = len(server.requests) - asked
    assert sorted((one.id, one.error) for one in outcomes) == [
        (planned.id, "") for planned in killed.grid.planned()
    ]
    assert said(killed) == said(whole)
    assert asked_again < asked / 2  # what had been kept was not asked anew


def test_workers_that_are_killed_again_and_again_are_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "TRIES", 1)

    def mind(request: Request, number: int) -> Answer:
        kill_workers()
        return faithful(request, number)

    with serving(mind) as server:
        flow = Flow(at_once=1, servers=(server.url,))
        experiment = begin(asking(server.url), tmp_path / "e")
        with pytest.raises(WorkersLostError, match=r"2 times.*fewer --workers"):
            run(experiment, partial(through_two, flow=flow), workers=2, at_once=1)
