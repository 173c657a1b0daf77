"""pairs: who asked whom, and what became of it."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mmagents.cli.options import AsJson
from mmagents.cli.recorded.sources import Chosen, ReadBy, progress

if TYPE_CHECKING:
    from mmagents.evaluation.measures.pair_list import Pair
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
    from mmagents.evaluation.measures.pair_list import pairs_of

    rows, table = _game(place) if (place / "game.json").is_file() else _file(place, chosen, read_by)
    found = list(pairs_of(rows))
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        _print(found, table)


def _game(folder: Path) -> tuple[Sequence[TurnRow], Table]:
    from mmagents.graph import saved as games
    from mmagents.nodes.table import table_for
    from mmagents.stores.saved_game import SavedGame

    with SavedGame.open(folder) as game:
        rows = asyncio.run(games.history_of(game))
        return rows, table_for(game.meta["scenario"], games.context_of(game))


def _file(file: Path, chosen: Chosen, read_by: ReadBy) -> tuple[Sequence[TurnRow], Table]:
    from mmagents.recordings.importing import import_recording

    recording = chosen.read(file)
    analyst = read_by.fields(recording.language)
    with tempfile.TemporaryDirectory(prefix="mmagents-pairs-") as folder:
        game = Path(folder) / "game"
        with progress(recording.name) as tell:
            work = import_recording(recording, game, analyst=analyst, units=chosen.units, tell=tell)
            asyncio.run(work)
        return _game(game)


def _print(found: Sequence[Pair], table: Table) -> None:
    """Print a line a pair, in columns as wide as what stands in them; words have what is left."""
    from rich.cells import cell_len, set_cell_size
    from rich.console import Console

    console = Console(highlight=False)
    heads = ("turn", "who", "put what", "to", "came to", "by", "after")
    cells = [heads, *(_cells(one, table) for one in found)]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    left = max(20, console.width - sum(widths) - 2 * len(widths))
    for row, words in zip(cells, ("words", *(one["text"] for one in found)), strict=True):
        sized = (set_cell_size(*one) for one in zip(row, widths, strict=True))
        shown = words if cell_len(words) <= left else f"{set_cell_size(words, left - 1).rstrip()}…"
        console.print("  ".join((*sized, shown)), markup=False, soft_wrap=True)
    for line in _sums(found, table.language):
        console.print(line, markup=False)


def _cells(one: Pair, table: Table) -> tuple[str, ...]:
    from mmagents.interfaces.texts.catalogue import term
    from mmagents.web.game.faces import Faces

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
