"""A page follows a game: whenever it has changed, and not more often than a page can show."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from nicegui import background_tasks, ui

from mmagents.web.game.game import Game

REST = 0.04
"""Seconds between two renderings of one page."""
log = logging.getLogger(__name__)


def follow(*watched: Game | Callable[[], None]) -> None:
    """Render a page now, and again whenever a game has changed, until the page is closed.

    Args:
        watched: the games, and last what renders the page.
    """
    *games, render = watched
    client = ui.context.client
    assert callable(render)
    render()

    async def following() -> None:
        await client.connected()
        changed = asyncio.Event()
        for game in games:
            assert isinstance(game, Game)
            game.watch(changed)
        try:
            while True:
                await changed.wait()
                changed.clear()
                with client:
                    render()
                await asyncio.sleep(REST)
        finally:
            for game in games:
                assert isinstance(game, Game)
                game.unwatch(changed)

    task = background_tasks.create(following(), name="follow a game")
    client.on_delete(lambda: task.cancel() and None)
