"""explain: why this seat and not another."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

import typer

from mmagents.cli.options import SavedFolder
from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError


def explain(
    folder: SavedFolder,
    turn: Annotated[int, typer.Option(min=1, help="Which turn.")],
    as_json: Annotated[bool, typer.Option("--json", help="The turn's record as JSON.")] = False,
) -> None:
    """Say why a turn went to whom it went: bids, rule, and why not another."""
    from mmagents.cli.shown.why import print_why
    from mmagents.nodes.table import table_for
    from mmagents.saved import games
    from mmagents.saved.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        context = games.context_of(game)
        table = table_for(game.meta["scenario"], context)
    if turn > len(rows):
        raise MMAgentsError(f"The game in {folder} has {len(rows)} turns; there is no turn {turn}.")
    if as_json:
        echo(json.dumps(rows[turn - 1], ensure_ascii=False, indent=2))
    else:
        print_why(rows, turn, table, context.floor.threshold)
