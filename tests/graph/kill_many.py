"""Play saved games in child processes, kill them at random moments, and let the next one go on.

    python kill_many.py FOLDER KILLS SEED [CONTEXT [STORY]]

Everything is imported once and the children are forked, so that a kill falls within the game and
not within the start of Python. Prints how many kills hit a game under way.
CONTEXT is JSON: fields of the context in which they are played. People among the seats answer as
`a_person` says, so run it in the root of the repository. STORY is mini if left out.
Many kills of whole evenings:

    python kill_many.py /tmp/kills 200 1 '{"evening": "whole"}' halcyon-light
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import chromadb  # noqa: F401  # imported before the fork, for speed
import mmh3  # noqa: F401  # imported before the fork, for speed

from mmagents.nodes.context import Context
from mmagents.saved import games
from mmagents.saved.saved_game import SavedGame
from mmagents.scenarios.loader import scenario_path
from tests.graph.a_person import answer

TURNS = 14
# In files, as a served game keeps its memories, so that kills fall while these are written as well.
SavedGame.memory = property(lambda game: str(game.path / "memory"))  # type: ignore[assignment,method-assign]  # for tests
GIVEN = json.loads(sys.argv[4]) if len(sys.argv) > 4 else {}
STORY = sys.argv[5] if len(sys.argv) > 5 else "mini"


async def play_on(game: SavedGame) -> None:
    answers: dict[str, Any] | None = None
    while True:
        asks: Mapping[str, Any] = {}
        async for event in games.go_on(game, answers=answers):
            asks = event.asks or asks
        if not asks:
            return
        answers = {seat: answer(ask) for seat, ask in asks.items()}


def play(folder: Path) -> None:
    meta = {
        "scenario": STORY,
        "seed": 5,
        "context": Context(turns=TURNS, **GIVEN).as_kept(),
    }
    begun = (folder / "game.json").exists()
    opened = (
        SavedGame.open(folder) if begun else SavedGame.create(folder, meta, scenario_path(STORY))
    )
    with opened as game:
        asyncio.run(play_on(game))


def in_child(folder: Path, kill_after: float | None) -> bool:
    """Play in a child; return whether it was killed before its end."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            play(folder)
            status = 0
        except BaseException:
            traceback.print_exc()
            raise
        finally:
            os._exit(status)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return True
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit("a child failed by itself")
    return False


def main() -> None:
    root, wanted, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    moments = random.Random(seed)
    started = time.perf_counter()
    in_child(root / "whole", None)
    length = time.perf_counter() - started
    killed = rounds = 0
    while killed < wanted and rounds < 20:
        folder = root / f"killed-{rounds}"
        while killed < wanted and in_child(folder, moments.uniform(0.02, 0.4) * length):
            killed += 1
        in_child(folder, None)
        rounds += 1
    sys.stdout.write(f"{killed} {rounds}\n")


if __name__ == "__main__":
    main()
