"""export: talk for reading (Markdown), for programs (CSV, JSON lines), or for analysts."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError


class Format(StrEnum):
    """What talk is written out as."""

    MARKDOWN = "markdown"
    CSV = "csv"
    JSONL = "jsonl"
    REPLAY = "replay"
    LANES = "lanes"
    CHA = "cha"
    EAF = "eaf"
    TEXTGRID = "textgrid"
    JEFFERSON = "jefferson"
    PSHIFT_CSV = "pshift-csv"


PAGES = frozenset({Format.REPLAY, Format.LANES})
"""Formats of a saved game for eyes: a page that replays it, and a drawing of who speaks when."""
RECORD = frozenset({Format.MARKDOWN, Format.CSV, Format.JSONL, *PAGES})
"""Formats of a saved game's record. All others are of talk, and so is jsonl of anything else."""


def export(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="PATH",
            help="Folder of a saved game. For jsonl, cha, eaf, textgrid, jefferson and pshift-csv "
            "also the folder of an experiment or a file of talk.",
        ),
    ],
    to: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.MARKDOWN,
    out: Annotated[
        Path | None,
        typer.Option(
            help="File to write; left out: standard output. A folder where there are several "
            "conversations."
        ),
    ] = None,
) -> None:
    """Write talk out for reading or for analysis."""
    game = (path / "game.json").is_file()
    if to in RECORD and (game or to is not Format.JSONL):
        _record(path, to, out)
    else:
        _talk(path, to, out)


def _record(folder: Path, to: Format, out: Path | None) -> None:
    if folder.is_file():
        raise MMAgentsError(
            f"{to.value} is the record of a saved game, and {folder} is a file. Make a game of it "
            "with mmagents import, or choose another --format, like cha."
        )
    if to in PAGES:
        from mmagents.lab.commands.pictures import TEXTS as PICTURES

        _write(PICTURES[to](folder), out, "the talk")
        return
    from mmagents.lab.commands.game_formats import TEXTS
    from mmagents.nodes.table import table_for
    from mmagents.saved import games
    from mmagents.saved.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        table = table_for(game.meta["scenario"], games.context_of(game))
    _write(TEXTS[to](rows, table), out, f"{len(rows)} turns")


def _talk(path: Path, to: Format, out: Path | None) -> None:
    from mmagents.lab.recordings.games import recordings_in
    from mmagents.lab.recordings.write.formats import TEXTS, file_names, write_folder

    found = list(recordings_in(path))
    utterances = sum(len(one.utterances) for one in found)
    if not utterances:
        raise MMAgentsError(f"{path} holds no talk yet. Play some turns first.")
    suffix, text = TEXTS[to]
    if len(found) == 1:
        _write(text(found[0]), out, f"{utterances} utterances")
        return
    if out is None:
        raise MMAgentsError(
            f"{len(found)} conversations are as many files: say where with --out FOLDER."
        )
    names = file_names([one.name for one in found], suffix)
    write_folder(out, {name: text(one) for name, one in zip(names, found, strict=True)})
    echo(f"Wrote {len(found)} conversations, {utterances} utterances, to {out}", err=True)


def _write(text: str, out: Path | None, what: str) -> None:
    from mmagents.lab.recordings.write.formats import write_file

    if out is None:
        echo(text, nl=False)
        return
    write_file(out, text)
    echo(f"Wrote {what} to {out}", err=True)
