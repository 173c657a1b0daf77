"""export: talk for reading (Markdown), for programs (CSV, JSON lines), or for analysts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.recordings.recording import Recording


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
    CONVOKIT = "convokit"
    HF = "hf"


PAGES = frozenset({Format.REPLAY, Format.LANES})
"""Formats of a saved game for eyes: a page that replays it, and a drawing of who speaks when."""
RECORD = frozenset({Format.MARKDOWN, Format.CSV, Format.JSONL, *PAGES})
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
            help="File to write; left out: standard output. A folder for convokit, for hf, and "
            "where there are several conversations."
        ),
    ] = None,
    licence: Annotated[
        str,
        typer.Option(
            help="Licence of the data, for the cards that hf writes: cc-by-4.0, or an address."
        ),
    ] = "",
) -> None:
    """Write talk out for reading or for analysis."""
    if licence and to is not Format.HF:
        raise MMAgentsError(f"--licence is for --format hf; {to.value} has no place for it.")
    if to in RECORD:
        _record(path, to, out)
    else:
        _talk(path, to, out, licence)


def _record(folder: Path, to: Format, out: Path | None) -> None:
    if folder.is_file():
        raise MMAgentsError(
            f"{to.value} is the record of a saved game, and {folder} is a file. Make a game of it "
            "with mmagents import, or choose another --format, like cha."
        )
    if to in PAGES:
        from mmagents.cli.shown.pictures import TEXTS as PICTURES

        _write(PICTURES[to](folder), out, "the talk")
        return
    from mmagents.cli.game.formats import TEXTS
    from mmagents.graph import saved as games
    from mmagents.nodes.table import table_for
    from mmagents.stores.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        table = table_for(game.meta["scenario"], games.context_of(game))
    _write(TEXTS[to](rows, table), out, f"{len(rows)} turns")


def _talk(path: Path, to: Format, out: Path | None, licence: str) -> None:
    from mmagents.recordings.games import recordings_in
    from mmagents.recordings.write.formats import TEXTS

    found = list(recordings_in(path))
    utterances = sum(len(one.utterances) for one in found)
    if not utterances:
        raise MMAgentsError(f"{path} holds no talk yet. Play some turns first.")
    if to in TEXTS and len(found) == 1:
        _write(TEXTS[to].text(found[0]), out, f"{utterances} utterances")
        return
    if out is None:
        many = f"{len(found)} conversations are as many files"
        what = many if to in TEXTS else f"{to.value} is a folder of files"
        raise MMAgentsError(f"{what}: say where with --out FOLDER.")
    from mmagents.recordings.write.files import write_folder

    write_folder(out, _files(path, to, found, licence))
    counted = "1 conversation" if len(found) == 1 else f"{len(found)} conversations"
    typer.echo(f"Wrote {counted}, {utterances} utterances, to {out}", err=True)


def _files(path: Path, to: Format, found: Sequence[Recording], licence: str) -> Mapping[str, str]:
    from mmagents.recordings.write.formats import TEXTS, file_names, folder_of

    if to not in TEXTS:
        title = found[0].name if len(found) == 1 else path.resolve().stem
        return folder_of(to.value, found, title, licence, _rows(path))
    suffix, text = TEXTS[to]
    names = file_names([one.name for one in found], suffix)
    return {name: text(one) for name, one in zip(names, found, strict=True)}


def _rows(path: Path) -> dict[int, Mapping[str, Any]]:
    """Return a saved game's record by the number of the turn; nothing for other talk."""
    from mmagents.stores.saved_game import read_record

    if not (path / "game.json").is_file():
        return {}
    rows = cast("list[Mapping[str, Any]]", read_record(path)[1])
    return {row["turn"]: row for row in rows}


def _write(text: str, out: Path | None, what: str) -> None:
    from mmagents.recordings.write.files import write_file

    if out is None:
        typer.echo(text, nl=False)
        return
    write_file(out, text)
    typer.echo(f"Wrote {what} to {out}", err=True)
