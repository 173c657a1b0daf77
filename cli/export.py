"""export: a saved game for reading (Markdown) or for analysis (CSV, JSON lines, ConvoKit)."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.options import SavedFolder
from mmagents.scenarios.errors import MMAgentsError

Format = StrEnum("Format", ["MARKDOWN", "CSV", "JSONL", "CONVOKIT"])
"""What a game is written out as."""


def export(
    folder: SavedFolder,
    to: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.MARKDOWN,
    out: Annotated[
        Path | None,
        typer.Option(help="File (convokit: folder) to write; left out: standard output."),
    ] = None,
) -> None:
    """Write a saved game out for reading or for analysis."""
    from mmagents.cli.game.formats import TEXTS, write_convokit
    from mmagents.graph import saved as games
    from mmagents.nodes.table import table_for
    from mmagents.stores.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        table = table_for(game.meta["scenario"], games.context_of(game))
        meta = dict(game.meta)
    if to is Format.CONVOKIT:
        if out is None:
            raise MMAgentsError("convokit is a folder of files: say where with --out FOLDER.")
        write_convokit(rows, table, meta, out)
        typer.echo(f"Wrote {len(rows)} utterances to {out}", err=True)
        return
    text = TEXTS[to](rows, table)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise MMAgentsError(
            f"{out} is there already. Name a file that is not, with --out."
        ) from None
    except OSError as error:
        raise MMAgentsError(f"{out} cannot be written: {error.strerror}.") from error
    typer.echo(f"Wrote {len(rows)} turns to {out}", err=True)
