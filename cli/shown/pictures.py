"""A saved game for eyes, as files of their own: the page that replays it, and its lanes drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from mmagents.scenarios.errors import MMAgentsError
from mmagents.web.game.faces import Faces
from mmagents.web.game.gallery import Gallery
from mmagents.web.game.onlooker import HOST
from mmagents.web.game.timeline import timeline_of
from mmagents.web.html.drawing import drawing
from mmagents.web.html.replay import replay


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
