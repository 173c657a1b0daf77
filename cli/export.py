"""export: talk for reading (Markdown), for programs (CSV, JSON lines), or for analysts."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mmagents.scenarios.errors import MMAgentsError


class Format(StrEnum):
    """What talk is written out as."""

    MARKDOWN = "markdown"
    CSV = "csv"
    JSONL = "jsonl"
    CHA = "cha"
    EAF = "eaf"
    TEXTGRID = "textgrid"
    CONVOKIT = "convokit"


RECORD = frozenset({Format.MARKDOWN, Format.CSV, Format.JSONL})
"""Formats of a saved game's record; all others are of talk, whoever talked."""


def export(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH",
            help="Folder of a saved game. For cha and what follows it in the list of formats, also "
            "the folder of an experiment or a file of talk.",
        ),
    ],
    to: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.MARKDOWN,
    out: Annotated[
        Path | None,
        typer.Option(
            help="File to write; left out: standard output. Several conversations, and convokit, "
            "need a folder."
        ),
    ] = None,
) -> None:
    """Write talk out for reading or for analysis."""
    if to in RECORD:
        _record(path, to, out)
    elif to is Format.CONVOKIT:
        _convokit(path, out)
    else:
        _talk(path, to, out)


def _record(folder: Path, to: Format, out: Path | None) -> None:
    from mmagents.cli.game.formats import TEXTS
    from mmagents.graph import saved as games
    from mmagents.nodes.table import table_for
    from mmagents.stores.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        table = table_for(game.meta["scenario"], games.context_of(game))
    _write(TEXTS[to](rows, table), out, f"{len(rows)} turns")


def _write(text: str, out: Path | None, what: str) -> None:
    from mmagents.recordings.write.files import write_file

    if out is None:
        typer.echo(text, nl=False)
        return
    write_file(out, text)
    typer.echo(f"Wrote {what} to {out}", err=True)


def _talk(path: Path, to: Format, out: Path | None) -> None:
    from mmagents.recordings.games import recordings_in
    from mmagents.recordings.write.files import write_folder
    from mmagents.recordings.write.formats import TEXTS, file_names

    found = list(recordings_in(path))
    suffix, text = TEXTS[to]
    utterances = sum(len(one.utterances) for one in found)
    if not utterances:
        raise MMAgentsError(f"{path} holds no talk yet. Play some turns first.")
    if len(found) == 1:
        _write(text(found[0]), out, f"{utterances} utterances")
        return
    if out is None:
        raise MMAgentsError(f"{len(found)} conversations are as many files: say where with --out.")
    names = file_names([one.name for one in found], suffix)
    write_folder(out, {name: text(one) for name, one in zip(names, found, strict=True)})
    typer.echo(f"Wrote {len(found)} conversations, {utterances} utterances, to {out}", err=True)


def _convokit(folder: Path, out: Path | None) -> None:
    from mmagents.cli.game.formats import write_convokit
    from mmagents.graph import saved as games
    from mmagents.nodes.table import table_for
    from mmagents.stores.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        table = table_for(game.meta["scenario"], games.context_of(game))
        meta = dict(game.meta)
    if out is None:
        raise MMAgentsError("convokit is a folder of files: say where with --out FOLDER.")
    write_convokit(rows, table, meta, out)
    typer.echo(f"Wrote {len(rows)} utterances to {out}", err=True)
