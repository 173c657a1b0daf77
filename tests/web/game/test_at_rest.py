"""What a game and its onlookers leave behind in the process that served them: nothing."""

import asyncio
import gc
import sys
import threading
import weakref
from pathlib import Path

import pytest

from mmagents.cli.shown.totals import markdown
from mmagents.nodes.context import Context
from mmagents.nodes.views import long_term as recollection
from mmagents.saved.saved_game import SavedGame
from mmagents.web.server.hall import KEPT_OPEN, Hall

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


async def until(true):
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.02)


async def played(hall, seed):
    game = hall.table(await hall.begin("mini", seed, Context(turns=2))).game
    game.pace = 0
    game.play()
    await until(lambda: not game.running)
    return game


def own_threads():
    """Threads but those of the event loop's pool, which grows as it is used and belongs to all."""
    return {one.name for one in threading.enumerate() if not one.name.startswith("asyncio_")}


async def test_a_game_at_rest_has_no_driver_no_memory_no_thread_and_no_lock(tmp_path):
    hall = Hall(tmp_path, markdown)
    await played(hall, 1)
    tasks, threads = len(asyncio.all_tasks()), own_threads()
    game = await played(hall, 2)
    assert game.at_rest
    assert len(asyncio.all_tasks()) <= tasks
    assert own_threads() <= threads
    assert not [key for key in recollection._OPEN if str(tmp_path) in str(key[0])]
    SavedGame.open(game.path).close()


async def test_tables_that_nobody_plays_or_looks_at_are_let_go_of(tmp_path):
    hall = Hall(tmp_path, markdown)
    looked_at = await played(hall, 0)
    looked_at.watch(asyncio.Event())
    first = weakref.ref(await played(hall, 1))
    names = [await hall.begin("mini", seed, Context(turns=2)) for seed in range(2, 4 + KEPT_OPEN)]
    for name in names:
        hall.table(name)
    gc.collect()
    assert first() is None
    assert hall.table(looked_at.path.name).game is looked_at


async def test_a_table_is_laid_though_all_others_are_being_looked_at(tmp_path):
    hall = Hall(tmp_path, markdown)
    for seed in range(KEPT_OPEN + 2):
        game = hall.table(await hall.begin("mini", seed, Context(turns=2))).game
        game.watch(asyncio.Event())
    assert hall.table(await hall.begin("mini", 99, Context(turns=2))).game.at_rest


async def test_onlookers_who_have_left_leave_no_page_and_no_storage(tmp_path, monkeypatch):
    pytest.importorskip("nicegui", reason="the extra `web` is not installed")
    import uvicorn
    from nicegui import Client, core
    from nicegui.app.app import prune_tab_storage

    from mmagents.web.server import app
    from mmagents.web.server.door import Door

    monkeypatch.setattr(app, "AWAY", 0.05)
    door = Door(tmp_path / "games", markdown, port=0)
    hall = Hall(door.games, markdown)
    server = uvicorn.Server(
        uvicorn.Config(app.app_of(door, secret=None, hall=hall), port=0, log_level="error")
    )
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    laid = hall.table(await hall.begin("mini", 3, Context(turns=2)))
    laid.game.pace = 0
    url = f"http://127.0.0.1:{port}/g/mini-3/watch/{laid.links.new()}"
    watching = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.engine.table_clients", url, "3", "2", cwd=ROOT
    )
    await until(lambda: laid.game.watchers == 3)
    laid.game.play()
    await watching.wait()
    await until(lambda: not laid.game.watchers and not Client.instances)
    async with asyncio.timeout(60):
        while core.app.storage._tabs:  # kept for as long as AWAY says
            await asyncio.sleep(0.02)
            await prune_tab_storage()
    assert (laid.game.watchers, Client.instances, core.app.storage._tabs) == (0, {}, {})
    server.should_exit = True
    await serving
