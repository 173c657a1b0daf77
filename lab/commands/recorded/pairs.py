"""pairs: who asked whom, and what became of it."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mmagents.cli.options import AsJson
from mmagents.cli.shown.terminal import echo, screen
from mmagents.lab.commands.recorded.sources import Chosen, ReadBy, progress
from mmagents.lab.commands.sheets import PLAIN_WIDTH
from mmagents.scenarios.plain import shown

if TYPE_CHECKING:
    from mmagents.lab.measures.pairs import Pair
    from mmagents.nodes.record import TurnRow
    from mmagents.nodes.table import Table


def pairs(
    place: Annotated[
        Path, typer.Argument(metavar="GAME_OR_FILE", help="A saved game, or talk as import takes.")
    ],
    chosen: Chosen,
    read_by: ReadBy,
    as_json: AsJson = False,
) -> None:
    """List who asked whom, what was answered, refused, evaded or lapsed, and after how many turns.

    The analyst reads it as in a game. A saved game has been read; a file is read now.
    """
    from mmagents.lab.measures.pairs import pairs_of

    rows, table = _game(place) if (place / "game.json").is_file() else _file(place, chosen, read_by)
    found = list(pairs_of(rows))
    if as_json:
        echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        _print(found, table)


def _game(folder: Path) -> tuple[Sequence[TurnRow], Table]:
    from mmagents.nodes.table import table_for
    from mmagents.saved import games
    from mmagents.saved.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        return rows, table_for(game.meta["scenario"], games.context_of(game))


def _file(file: Path, chosen: Chosen, read_by: ReadBy) -> tuple[Sequence[TurnRow], Table]:
    from mmagents.lab.recordings.importing import import_recording

    recording = chosen.read(file)
    analyst = read_by.fields(recording.language)
    with tempfile.TemporaryDirectory(prefix="mmagents-pairs-") as folder:
        game = Path(folder) / "game"
        with progress(recording.name) as tell:
            work = import_recording(recording, game, analyst=analyst, units=chosen.units, tell=tell)
            asyncio.run(work)
        return _game(game)


def _print(found: Sequence[Pair], table: Table) -> None:
    """Print a line a pair; in a terminal, words have the width that is left."""
    from rich.table import Table as Lines
    from rich.text import Text

    console = screen(width=None if sys.stdout.isatty() else PLAIN_WIDTH)
    lines = Lines(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("turn", "who", "put what", "to", "came to", "by", "after", "words"):
        lines.add_column(head, no_wrap=True, header_style="")
    for one in found:
        lines.add_row(*(Text(shown(cell)) for cell in (*_cells(one, table), one["text"])))
    console.print(lines)
    for line in _sums(found, table.language):
        console.print(line)


def _cells(one: Pair, table: Table) -> tuple[str, ...]:
    from mmagents.interfaces.texts.catalogue import term
    from mmagents.showing.faces import Faces

    faces, lang = Faces.of(table, table.language), table.language
    return (
        str(one["turn"]),
        faces.call(one["by"]),
        term(lang, "first", one["first_pair_part"]),
        faces.calls(one["to"]),
        term(lang, "closing", one["how"]),
        faces.call(one["who"]) if one["who"] else "",
        "" if one["after"] is None else str(one["after"]),
    )


def _sums(found: Sequence[Pair], lang: str) -> Iterator[str]:
    """Yield how many pairs ended in each way, and how soon those taken up were."""
    from mmagents.interfaces.texts.catalogue import term

    ways = Counter(one["how"] for one in found)
    parts = ", ".join(f"{term(lang, 'closing', how)} {n}" for how, n in ways.most_common())
    yield f"{len(found)} first pair parts put to somebody" + (f": {parts}" if parts else "")
    lags = Counter(one["after"] for one in found if one["who"] is not None and one["after"])
    soon = ", ".join(f"{lag} later {lags[lag]}" for lag in sorted(filter(None, lags)))
    if soon:
        yield f"Taken up, in turns: {soon}"
