"""The gate of a server: how many requests fly at once, and who waits when it wants a rest."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mmagents.lab.experiments.engines import Flow, engine_for
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid
from mmagents.models.client.gate import Gate, gate_of, limit
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving
from tests.tables import beside


@pytest.fixture(autouse=True)
def _no_limits_left() -> Iterator[None]:
    yield
    limit(None)


async def passing(gate: Gate, most: list[int]) -> None:
    async with gate.passed():
        most.append(int(gate.flying.value))
        await asyncio.sleep(0)


def test_no_more_pass_at_once_than_may() -> None:
    limit(3)
    gate, seen = gate_of("one"), list[int]()

    async def many() -> None:
        await asyncio.gather(*(passing(gate, seen) for _ in range(20)))

    asyncio.run(many())
    assert len(seen) == 20
    assert max(seen) == 3
    assert gate.flying.value == 0


def test_each_server_has_a_gate_and_a_closed_gate_opens_when_its_time_has_come() -> None:
    limit(1)
    assert gate_of("one") is gate_of("one") is not gate_of("other")
    gate = Gate()
    gate.close_for(0.05)
    until = gate.closed_until.value
    asyncio.run(passing(gate, []))
    assert time.time() >= until


def grid(url: str) -> Grid:
    return Grid(
        name="g", scenario="mini", conditions=["ss"], conversations=3, turns=1,
        model="openai:any", base_url=url,
    )  # fmt: skip


@pytest.mark.slow  # a pool of processes, each with clients of its own
@pytest.mark.parametrize("workers", [1, 2])
def test_an_experiment_keeps_to_its_requests_in_flight(tmp_path: Path, workers: int) -> None:
    with serving(faithful, latency=0.02) as server:
        flow = Flow(at_once=4, in_flight=3, servers=(server.url,))
        engine = engine_for("processes", workers, flow)
        played = run(begin(grid(server.url), tmp_path / "e"), engine, workers=workers, at_once=None)
    assert [one.error for one in played] == [""] * 3
    assert server.most_at_once <= 3


@pytest.mark.slow  # as above
@pytest.mark.parametrize("workers", [1, 2])
def test_no_conversation_asks_while_the_server_wants_a_rest(tmp_path: Path, workers: int) -> None:
    rest, refused, early = 0.5, list[float](), list[float]()

    def tired(request: Request, number: int) -> Answer:
        now = time.time()
        if number == 8:
            refused.append(now)
            return Answer(status=429, headers={"Retry-After": str(rest)}, error="too many")
        if refused and now < refused[0] + rest:
            early.append(now - refused[0])
        return faithful(request, number)

    with serving(tired) as server:
        flow = Flow(at_once=4, in_flight=1, servers=(server.url,))
        engine = engine_for("processes", workers, flow)
        played = run(begin(grid(server.url), tmp_path / "e"), engine, workers=workers, at_once=None)
    assert [one.error for one in played] == [""] * 3
    assert refused
    assert early == []  # with one request in flight, none is on its way when the server says so


ON_RAY = beside(__file__)["ON_RAY"]


@pytest.mark.slow  # a Ray of this machine
def test_the_workers_of_a_ray_keep_to_their_requests_in_flight(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with serving(faithful, latency=0.02) as server:
        begin(grid(server.url), tmp_path / "e")
        done = subprocess.run(
            [sys.executable, "-c", ON_RAY, tmp_path / "e"],
            capture_output=True, text=True, check=False, timeout=240,
            env={**os.environ, "MMAGENTS_TRUSTED_SERVERS": server.url, "OPENAI_API_KEY": "unused"},
        )  # fmt: skip
    assert done.stdout.split()[-1:] == ["3"], done.stderr[-2000:]
    assert 1 <= server.most_at_once <= 3
