"""What it costs to keep games on servers instead of in their folders.

    python -m benchmarks servers --checkpoints postgresql://… --memory http://HOST:8000

All players improv, halcyon-light, 30 turns. Prints for each way of keeping a game the median
milliseconds of a turn and the bytes kept, then what pruning leaves, then the seconds that an
experiment takes with two workers.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from mmagents.saved.saved_game import SavedGame
from mmagents.stores.servers.addresses import Servers, with_credentials

STORY, TURNS, SEEDS = "halcyon-light", 30, (1, 2, 3)
SIZE = " + ".join(
    f"(SELECT coalesce(sum(pg_column_size(t.*)), 0) FROM {table} t WHERE thread_id = %(one)s)"
    for table in ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
)


def ways(servers: Servers) -> dict[str, Servers]:
    """Return the ways of keeping a game, by name."""
    return {
        "folder": Servers(),
        "memory on a Chroma server": Servers(memory=servers.memory),
        "steps in PostgreSQL": Servers(checkpoints=servers.checkpoints),
        "both": servers,
    }


def bytes_kept(game: SavedGame) -> tuple[int, int]:
    """Return the bytes of a game in its folder, and those in a database."""
    in_folder = sum(one.stat().st_size for one in game.path.rglob("*") if one.is_file())
    if game.servers.checkpoints is None:
        return in_folder, 0
    import psycopg

    with psycopg.connect(with_credentials(game.servers.checkpoints)) as connection:
        [size] = connection.execute(f"SELECT {SIZE}".encode(), {"one": game.thread}).fetchone()  # type: ignore[misc]  # there is a row
    return in_folder, int(size)


async def play(folder: Path, seed: int, servers: Servers) -> tuple[list[float], SavedGame]:
    """Play a game; return the milliseconds of each turn after the first, and the game, open."""
    from mmagents.nodes.context import Context
    from mmagents.saved import games
    from mmagents.saved.begin import begin

    game = begin(folder, STORY, seed, Context(turns=TURNS), servers)
    stamps = [time.perf_counter() async for event in games.go_on(game) if event.row is not None]
    games.put_away(game)
    return [1000 * (later - sooner) for sooner, later in pairwise(stamps)], game


async def games_of(name: str, servers: Servers, place: Path) -> None:
    """Play games kept in one way, and print what that cost."""
    from mmagents.saved.delete import delete
    from mmagents.saved.prune import prune

    times: list[float] = []
    for seed in SEEDS:
        took, game = await play(place / f"{name} {seed}", seed, servers)
        times += took
        folder, database = bytes_kept(game)
        if seed == SEEDS[-1]:
            started = time.perf_counter()
            done = await prune(game, 1)
            took_ms = 1000 * (time.perf_counter() - started)
            folder_after, database_after = bytes_kept(game)
            print(
                f"| {name} | {statistics.median(times):.1f} | {folder // 1000} | "
                f"{database // 1000} | {done.before} to {done.left} | "
                f"{(folder_after + database_after) // 1000} | {took_ms:.0f} |"
            )
        await delete(game)


def experiment(name: str, engine: str, servers: Servers, place: Path) -> None:
    """Play 24 conversations of ten turns with two workers, and print the seconds."""
    from mmagents.lab.experiments.engines import engine_for
    from mmagents.lab.experiments.experiment import begin, keep_on_servers, run
    from mmagents.lab.experiments.grid import Grid

    given = {"name": "g", "scenario": STORY, "conditions": ["cssn-or-ss"], "turns": 10}
    grid = Grid.model_validate(given | {"conversations": 24})
    one = keep_on_servers(begin(grid, place / f"{engine} {name}"), servers)
    started = time.perf_counter()
    outcomes = run(one, engine_for(engine, 2), workers=2)
    took = time.perf_counter() - started
    assert not any(outcome.error for outcome in outcomes), outcomes
    print(f"| {name} | {engine} | {took:.1f} |")


def main(arguments: Sequence[str]) -> None:
    """Print the tables."""
    from mmagents.cli.game.servers import named

    options = argparse.ArgumentParser(prog="python -m benchmarks servers", description=__doc__)
    options.add_argument("--checkpoints", required=True)
    options.add_argument("--memory", required=True)
    options.add_argument("--engines", nargs="+", default=["processes", "ray"])
    chosen: Any = options.parse_args(arguments)
    servers = named(chosen.checkpoints, chosen.memory)
    with tempfile.TemporaryDirectory() as place:
        print("| kept in | ms a turn | kB in folder | kB in database | steps | kB pruned | ms |")
        print("|---|---|---|---|---|---|---|")
        asyncio.run(play(Path(place) / "warm", 9, Servers()))
        for name, way in ways(servers).items():
            asyncio.run(games_of(name, way, Path(place)))
        print("\n| kept in | engine | seconds |\n|---|---|---|")
        for engine in chosen.engines:
            for name, way in ways(servers).items():
                experiment(name, engine, way, Path(place))


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
