"""What the engine itself costs a turn, and whether that grows with the game.

All players improv. Prints the median milliseconds of a turn at turns 2-10 and at the last ten of a
long game without saving, their ratio, and the bytes of checkpoint a turn early and late in a saved
one.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks import given

STORY = "halcyon-light"


def turn_times(turns: int, seed: int) -> list[float]:
    """Play a game that is not kept; return the seconds of each turn after the first."""
    from mmagents.graph.build import graph
    from mmagents.nodes.context import Context

    stamps = []
    for update in graph.stream(
        {"scenario": STORY, "seed": seed},
        {"recursion_limit": 7 * turns + 10},
        context=Context(turns=turns),
        stream_mode="updates",
    ):
        if "close_turn" in update:
            stamps.append(time.perf_counter())
    return [later - sooner for sooner, later in pairwise(stamps)]


def checkpoint_bytes(file: Path) -> int:
    """Return all that the checkpointer has stored, in bytes."""
    with sqlite3.connect(file) as base:
        [checkpoints] = base.execute(
            "SELECT coalesce(sum(length(checkpoint) + length(metadata)), 0) FROM checkpoints"
        ).fetchone()
        [writes] = base.execute("SELECT coalesce(sum(length(value)), 0) FROM writes").fetchone()
    base.close()
    return int(checkpoints) + int(writes)


async def bytes_by_turn(folder: Path, turns: int) -> list[int]:
    """Play a saved game; return what its checkpoints hold after each turn."""
    from mmagents.nodes.context import Context
    from mmagents.saved import games
    from mmagents.saved.saved_game import SavedGame
    from mmagents.scenarios.loader import scenario_path

    meta = {
        "scenario": STORY,
        "seed": 1,
        "context": Context(turns=turns).as_kept(),
    }
    sizes = []
    with SavedGame.create(folder, meta, scenario_path(STORY)) as game:
        async for event in games.go_on(game):
            if event.row is not None and (
                event.row["turn"] <= 15 or event.row["turn"] > turns - 15
            ):
                sizes.append(checkpoint_bytes(game.checkpoints))
    return sizes


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures."""
    args = given(argv, __doc__, turns=1000, games=3)
    early, late = [], []
    turn_times(30, args.games)  # what is read and compiled once is no cost of a turn
    for seed in range(args.games):
        times = turn_times(args.turns, seed)
        early += times[:9]
        late += times[-10:]
    first, last = statistics.median(early) * 1000, statistics.median(late) * 1000
    print(f"{STORY}, {args.games} games of {args.turns} turns, all players improv, not saved\n")
    print(f"median ms a turn, turns 2-10:                {first:8.2f}")
    print(f"median ms a turn, turns {args.turns - 9}-{args.turns}:           {last:8.2f}")
    print(f"ratio:                                       {last / first:8.2f}")
    with tempfile.TemporaryDirectory() as folder:
        sizes = asyncio.run(bytes_by_turn(Path(folder) / "game", args.turns))
    print(f"bytes of checkpoint a turn, turns 5-15:      {(sizes[14] - sizes[4]) // 10:8d}")
    print(f"bytes of checkpoint a turn, the last ten:    {(sizes[-1] - sizes[-11]) // 10:8d}")
