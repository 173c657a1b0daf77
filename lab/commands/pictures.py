"""A saved game for eyes, as files of their own: the page that replays it, and its lanes drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from mmagents.errors import MMAgentsError
from mmagents.showing.faces import Faces
from mmagents.showing.gallery import Gallery
from mmagents.showing.html.drawing import drawing
from mmagents.showing.html.replay import replay
from mmagents.showing.onlooker import HOST
from mmagents.showing.timeline import timeline_of


def replay_page(folder: Path) -> str:
    """Return the host's page of a saved game, which needs no server.

    Raises:
        MMAgentsError: if there is no saved game, or it is damaged.
    """
    game = Gallery(folder, open_table=False)
    return replay(game.as_seen(HOST), game.table, game.table.language, hidden=False)


def lanes_drawn(folder: Path) -> str:
    """Return who spoke when in a saved game, as SVG.

    Raises:
        MMAgentsError: if there is no saved game, it is damaged, or no times are known.
    """
    game = Gallery(folder, open_table=False)
    line = timeline_of(game.rows)
    if line is None:
        raise MMAgentsError(
            f"Nobody knows when anything was said in {folder}. Play a game with --units, or import "
            "talk that has times."
        )
    return drawing(line, Faces.of(game.table, game.table.language), game.table.public.title)


TEXTS: Mapping[str, Callable[[Path], str]] = {"replay": replay_page, "lanes": lanes_drawn}
