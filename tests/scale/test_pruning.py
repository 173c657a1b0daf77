"""Pruning: what is kept reads as before, and every game resumes to the byte.

MMAGENTS_PRUNES says how many random prunes are tried; a thousand take some minutes.
"""

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from mmagents.nodes.context import Context
from mmagents.saved import games
from mmagents.saved.begin import begin
from mmagents.saved.games import config_for, context_of, opened
from mmagents.saved.prune import Pruned, keep, prune
from mmagents.saved.saved_game import SavedGame
from mmagents.stores.servers.addresses import Servers
from tests.scale.games import gone_on, play_on, played

pytestmark = pytest.mark.slow
PRUNES = int(os.getenv("MMAGENTS_PRUNES", "20"))
TURNS = 4
Kept = dict[str, tuple[Any, Any]]


async def cut_short(folder: Path, events: int, servers: Servers | None = None) -> None:
    """Begin a game and let go of it after so many events, in the middle of whatever it does."""
    with begin(folder, "mini", 3, Context(turns=TURNS), servers) as game:
        stream = games.go_on(game)
        async for _ in stream:
            events -= 1
            if events == 0:
                break
        await stream.aclose()  # type: ignore[attr-defined]  # it is a generator
        games.put_away(game)


async def states(game: SavedGame) -> Kept:
    async with opened(game) as compiled:
        return {
            one.config["configurable"]["checkpoint_id"]: (one.values, one.next)
            async for one in compiled.aget_state_history(config_for(game, context_of(game)))
        }


async def prune_at_random(folder: Path, draw: random.Random) -> None:
    """Keep the newest checkpoint and a random few, and see that each reads as before."""
    with SavedGame.open(folder) as game:
        before = await states(game)
        newest = max(before)
        kept = {newest, *draw.sample(sorted(before), draw.randint(0, min(6, len(before))))}
        async with opened(game) as compiled:
            config = config_for(game, context_of(game))
            assert await keep(compiled, config, kept) == len(before)
        assert await states(game) == {id: before[id] for id in kept}


async def test_whatever_is_pruned_every_kept_checkpoint_and_every_game_is_as_before(
    tmp_path: Path,
) -> None:
    draw = random.Random(8531)
    with begin(tmp_path / "whole", "mini", 3, Context(turns=TURNS)) as game:
        whole = await play_on(game)
    for events in range(2, 18, 3):
        await cut_short(tmp_path / f"cut-{events}", events)
    cuts = sorted(tmp_path.glob("cut-*"))
    pruned = 0
    while pruned < PRUNES:
        folder = tmp_path / "pruned" / f"{pruned}"
        shutil.copytree(draw.choice(cuts), folder)
        for _ in range(draw.randint(1, 2)):
            await prune_at_random(folder, draw)
            pruned += 1
        with SavedGame.open(folder) as game:
            assert await play_on(game) == whole
        await prune_at_random(folder, draw)
        pruned += 1
        shutil.rmtree(folder)


async def test_a_game_in_a_database_is_pruned_as_one_in_a_file(
    in_database: Servers, tmp_path: Path
) -> None:
    draw = random.Random(8531)
    whole = await played(tmp_path / "whole", turns=6)
    for stop in (1, 3, 5):
        folder = tmp_path / f"cut-{stop}"
        await played(folder, in_database, turns=6, stop=stop)
        await prune_at_random(folder, draw)
        assert await gone_on(folder) == whole
        await prune_at_random(folder, draw)


async def test_the_newest_and_the_last_turns_are_kept(tmp_path: Path) -> None:
    await played(tmp_path / "game", turns=6)
    with SavedGame.open(tmp_path / "game") as game:
        size, before = game.checkpoints.stat().st_size, await states(game)
        done = await prune(game, 2)
        assert done == Pruned(len(before), len(await states(game)))
        assert {len(values["history"]) for values, _ in (await states(game)).values()} == {4, 5, 6}
        assert await prune(game, 0) == Pruned(done.left, 1)
        assert game.checkpoints.stat().st_size < size / 2
    with SavedGame.open(tmp_path / "game") as game:
        game.update_meta({"context": {**game.meta["context"], "turns": 8}})
        longer = await play_on(game)
    assert longer == await played(tmp_path / "longer", turns=8)
