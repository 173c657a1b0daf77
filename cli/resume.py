"""resume: go on with a saved game."""

from __future__ import annotations

from typing import Annotated

import typer

from mmagents.cli.options import AllowPlayer, Limits, SavedFolder, Show


def resume(
    folder: SavedFolder,
    limits: Limits,
    show: Show,
    turns: Annotated[
        int | None, typer.Option(min=1, max=100_000, help="Play on to this many turns in all.")
    ] = None,
    allow_player: AllowPlayer = None,
) -> None:
    """Go on with a saved game, from wherever it was stopped or killed."""
    from mmagents.cli.game.start import go_on
    from mmagents.stores.saved_game import SavedGame

    changes = limits.given() | ({"turns": turns} if turns else {})
    with SavedGame.open(folder) as game:
        go_on(game, folder, changes, show)
