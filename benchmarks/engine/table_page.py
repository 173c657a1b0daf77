"""The table on a page: how soon a turn is on 50 spectators' lines, and memory over many games.

The server and the game run in this process; the spectators in another, each with a page loaded and
its line open. A turn's delay is from the moment it is on the record to its arrival at a spectator.
Memory is read when the server has let go of the lines of those who left, some 20 seconds later.
"""

from __future__ import annotations

import asyncio
import gc
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import given

STORY = "halcyon-light"
HELD = (1, 5, 10, 20, 40)
"""Games after which memory is read."""


def resident() -> float:
    """Return the memory this process holds, in MB (Linux)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


async def at_rest() -> str:
    """Return what this process holds once every page that was left has been let go of."""
    from nicegui import Client

    while Client.instances:
        await asyncio.sleep(0.2)
    gc.collect()
    return f"{resident():.0f} MB, {len(gc.get_objects()):,} objects"


async def watched_game(
    hall: Any, address: str, seed: int, turns: int, spectators: int, pace: float
) -> list[float]:
    """Play one game before spectators; return the delay of every turn at every one, in seconds."""
    from mmagents.nodes.context import Context

    name = await hall.begin(STORY, seed, Context(turns=turns))
    laid = hall.table(name)
    laid.game.pace = pace
    url = f"{address}/g/{name}/watch/{laid.links.new()}"
    clients = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.engine.table_clients", url, str(spectators), str(turns),
        stdout=asyncio.subprocess.PIPE, limit=10_000_000,
    )  # fmt: skip
    assert clients.stdout is not None
    while laid.game.watchers < spectators:
        await asyncio.sleep(0.05)
    changed, stamps = asyncio.Event(), {}
    laid.game.watch(changed)
    laid.game.play()
    while len(stamps) < turns:
        await changed.wait()
        changed.clear()
        for turn in range(len(stamps) + 1, len(laid.game.rows) + 1):
            stamps[turn] = time.time()
    laid.game.unwatch(changed)
    lines = (await clients.stdout.read()).decode().splitlines()[1:]
    await clients.wait()
    while laid.game.running:
        await asyncio.sleep(0.01)
    return [
        when - stamps[int(turn)]
        for line in lines
        for turn, when in json.loads(line).items()
        if int(turn) > 1
    ]


async def measure(games: int, turns: int, spectators: int) -> None:
    """Serve, play and print."""
    import uvicorn

    from mmagents.cli.shown.totals import markdown
    from mmagents.web.server.app import app_of
    from mmagents.web.server.door import Door
    from mmagents.web.server.hall import Hall

    with tempfile.TemporaryDirectory() as folder:
        door = Door(Path(folder), markdown, port=8478)
        hall = Hall(door.games, markdown)
        config = uvicorn.Config(
            app_of(door, secret=None, hall=hall), port=door.port, log_level="warning"
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.05)
        for pace in (0.5, 0.0):
            late = await watched_game(hall, door.address, int(pace * 10), turns, spectators, pace)
            spread = statistics.quantiles(late, n=20)
            print(
                f"{spectators} spectators, {turns} turns, at least {pace} s a turn: a turn arrives "
                f"after {statistics.median(late) * 1000:.0f} ms (median), "
                f"{spread[18] * 1000:.0f} ms (95 %), {max(late) * 1000:.0f} ms (longest)",
                flush=True,
            )
        for number in range(1, games + 1):
            await watched_game(hall, door.address, 100 + number, turns, 5, 0.0)
            if number in HELD or number == games:
                told = await at_rest()
                print(f"after game {number} in a row, each before 5 spectators: {told}", flush=True)
        server.should_exit = True
        await serving


def main(arguments: Sequence[str]) -> None:
    """Measure and print."""
    args = given(arguments, __doc__, games=40, turns=20, spectators=50)
    asyncio.run(measure(args.games, args.turns, args.spectators))
