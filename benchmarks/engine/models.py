"""What a table of models costs: waits a turn, calls, tokens, CPU, and many conversations at once.

The models are a server of the OpenAI protocol in a process of its own, which answers by rules after
a set latency L; it is asked through the same client as any hosted model. Waits are given in L: at
the pace of the paper a turn waits for thinking, speaking and reading, so 3 L; with overlap 2 L.

`--latency` seconds and `--turns` are for the table of paces, `--long` turns for the tokens,
`--busy` seconds for `--tables` conversations at once, divided among `--workers` processes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from benchmarks import given, processes
from benchmarks.engine.paces import STORY, play, side_by_side
from benchmarks.openai_server import running


def tokens(rows: Sequence[Any], turn: int) -> float:
    """Return the mean tokens a turn, in and out, of the nine turns round `turn`."""
    near = [row for row in rows if abs(row["turn"] - turn) <= 4]
    calls = [call for row in near for call in row["ledger"]["calls"]]
    return sum(call["tokens_in"] + call["tokens_out"] for call in calls) / len(near)


def costs(turns: int) -> None:
    """Print calls, tokens and CPU, without latency."""
    with running(0.0) as url:
        asyncio.run(play(url, 2, 0))
        started = time.process_time()
        _, rows = asyncio.run(play(url, turns, 1))
        used = time.process_time() - started
        alone = asyncio.run(thoughts(url, 1000))
    calls = [call for row in rows for call in row["ledger"]["calls"]]
    early, late = tokens(rows, 10), tokens(rows, turns - 10)
    print(f"calls a turn:                          {len(calls) / turns:8.2f}")
    print(f"tokens a turn, turns 6-14:             {early:8.0f}")
    print(f"tokens a turn, turns {turns - 14}-{turns - 6}:            {late:8.0f}")
    print(f"ratio:                                 {late / early:8.2f}")
    print(f"ms of CPU a call:                      {alone:8.2f}")
    print(f"ms of CPU a call, the game's included: {used * 1000 / len(calls):8.2f}")


async def thoughts(url: str, calls: int) -> float:
    """Ask a player for so many thoughts, ten at once; return the CPU seconds of this process."""
    from mmagents.models.choice import Models
    from mmagents.players.open import open_player
    from tests.prompts.samples import view

    player = open_player("openai:any", Models(base_url=url))
    seen = view("en")
    await player.think(seen)
    started = time.process_time()
    for _ in range(calls // 10):
        await asyncio.gather(*(player.think(seen) for _ in range(10)))
    return time.process_time() - started


async def together(url: str, seeds: Sequence[int], turns: int) -> int:
    """Play games at once; return how many calls they made."""
    played = await asyncio.gather(*(play(url, turns, seed) for seed in seeds))
    return sum(len(row["ledger"]["calls"]) for _, rows in played for row in rows)


def share(url: str, seeds: Sequence[int], turns: int) -> tuple[int, float]:
    """Play games at once in this process; return how many calls they made, and the CPU seconds."""
    cpu = time.process_time()
    calls = asyncio.run(together(url, seeds, turns))
    return calls, time.process_time() - cpu


def many(latency: float, turns: int, tables: Sequence[int], workers: int) -> None:
    """Print how long many conversations take at once, against one that only waits."""
    print(f"\n{turns} turns each, L = {latency} s; the latency bound is {3 * turns} L")
    print("at once   processes   seconds   of the bound   calls/s   CPU a call")
    with running(latency) as url, running(0.0) as quick:
        for number in range(1, workers + 1):
            with processes(number) as pool:
                # What is imported and opened once is no cost of a conversation.
                [*pool.map(share, [quick] * number, [(0,)] * number, [2] * number)]
                for games in tables:
                    started = time.perf_counter()
                    shares = [range(one, games, number) for one in range(number)]
                    done = [*pool.map(share, [url] * number, shares, [turns] * number)]
                    took = time.perf_counter() - started
                    calls, used = (sum(column) for column in zip(*done, strict=True))
                    print(
                        f"{games:7d}  {number:10d}  {took:8.1f}  "
                        f"{took / (3 * latency * turns):13.2f}  {calls / took:8.0f}  "
                        f"{1000 * used / calls:7.1f} ms",
                        flush=True,
                    )


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures."""
    args = given(
        argv, __doc__, latency=0.5, turns=20, long=110, busy=2.0, tables=[1, 10, 50, 150], workers=2
    )
    print(f"{STORY}, four seats, every task a model on loopback\n")
    side_by_side(args.latency, args.turns)
    costs(args.long)
    many(args.busy, 5, args.tables, args.workers)
