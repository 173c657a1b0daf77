"""import: talk that was recorded elsewhere becomes a saved game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.shown.terminal import echo
from mmagents.lab.commands.recorded.sources import Chosen, ReadBy, progress


def import_talk(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The talk.")],
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Keep it as a saved game in this new folder.")
    ],
    chosen: Chosen,
    read_by: ReadBy,
    about: Annotated[
        str,
        typer.Option(metavar="TEXT", help="What agents that join it in a fork should know of it."),
    ] = "",
) -> None:
    """Make a saved game of talk that was recorded elsewhere; every turn is read as in a game.

    Formats: JSON lines and tables (speaker, text, optional start, end, addressee, conversation),
    CHAT, ELAN, Praat, WhatsApp, Discord, and plain lines "Name: words".
    """
    from mmagents.cli.shown.totals import markdown
    from mmagents.lab.recordings.importing import import_recording
    from mmagents.nodes.record import is_talk
    from mmagents.nodes.table import table_for
    from mmagents.saved.games import context_of
    from mmagents.saved.saved_game import SavedGame

    recording = chosen.read(file)
    analyst = read_by.fields(recording.language)
    with progress(recording.name) as tell:
        work = import_recording(
            recording, out, analyst=analyst, about=about, units=chosen.units, tell=tell
        )
        rows = asyncio.run(work)
    with SavedGame.open(out) as game:
        table = table_for(game.meta["scenario"], context_of(game))
        game.write_markdown(markdown(rows, table))
    turns = sum(map(is_talk, rows))
    aside = f" (backchannels: {len(rows) - turns})" if len(rows) > turns else ""
    people = ", ".join(person.call for person in table.public.seats())
    echo(f"{recording.name}: {turns} turns{aside} of {people}, in {out}")
    echo(f"Next: mmagents pairs {out} · mmagents explain {out} --turn 2 · mmagents table")
