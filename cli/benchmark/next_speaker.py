"""benchmark next-speaker: how often each way to give turns names who spoke next."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.recordings.recording import Medium, Recording

WHERE = {
    "all": "every change",
    "asked": "one was asked",
    "called": "called by name",
    "told": "asked, as the file says",
}
"""What each column is called; one without changes is left out."""
WIDTH = 160


def next_speaker(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE|GAME…", help="Recorded talk, or folders of saved games."),
    ],
    medium: Annotated[
        str | None, typer.Option(help="speech or chat, where a file does not say.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="Of the files: en or ja.")] = None,
    format_: Annotated[
        str | None, typer.Option("--format", help="Of the files; left out, it is found.")
    ] = None,
    shuffled: Annotated[
        bool, typer.Option("--shuffled", help="Shuffle the order first: what chance would give.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Of all that is drawn by lot.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Score how often each way to give turns names who spoke next in recorded talk."""
    from mmagents.evaluation.turn_taking.places import shuffled_talk

    talks = list(_talks(files, _medium(medium), language, format_))
    if shuffled:
        talks = [shuffled_talk(one, seed) for one in talks]
    media = _figures(talks, seed)
    if as_json:
        figures = {"shuffled": shuffled, "seed": seed, "media": media}
        typer.echo(json.dumps(figures, ensure_ascii=False, indent=2))
        return
    for name, one in media.items():
        _show(name, one, shuffled=shuffled)
        _show_lags(one["who_is_asked"])


def _medium(given: str | None) -> Medium | None:
    from mmagents.groupchat.people import MEDIA

    found: Medium | None = next((one for one in MEDIA if one == given), None)
    if given is not None and found is None:
        raise MMAgentsError(f"There is no medium {given!r}. There is: {', '.join(MEDIA)}.")
    return found


def _talks(
    paths: Sequence[Path], medium: Medium | None, language: str | None, format_: str | None
) -> Iterator[Recording]:
    """Yield the conversations of files and of folders of games."""
    from mmagents.recordings.games import recordings_in
    from mmagents.recordings.read import read

    for path in paths:
        if path.is_file():
            yield from read(path, format=format_, medium=medium, language=language)
        else:
            yield from recordings_in(path)


def _figures(talks: Sequence[Recording], seed: int) -> dict[str, Any]:
    """Return the figures by medium; a bar on standard error shows how far it is."""
    from rich.console import Console
    from rich.progress import Progress

    from mmagents.evaluation.turn_taking.guesses import guesses_by
    from mmagents.evaluation.turn_taking.obligations import Asking, askings_of, lag_figures
    from mmagents.evaluation.turn_taking.places import places_of, reads_of
    from mmagents.evaluation.turn_taking.scores import Scores, figures_of

    by: dict[Medium, list[Recording]] = defaultdict(list)
    for one in talks:
        by[one.medium].append(one)
    found: dict[str, Any] = {}
    guesses = guesses_by(seed)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        for medium, some in by.items():
            scores, askings = Scores(), list[Asking]()
            for talk in bar.track(some, description=medium):
                reads = list(reads_of(talk))
                scores.add(places_of(talk, reads), guesses)
                askings += askings_of(reads)
            found[medium] = figures_of(scores, seed)
            called = [one for one in askings if one.called]
            found[medium]["who_is_asked"] = {
                "all": lag_figures(askings),
                "called": lag_figures(called),
            }
    return found


def _show(medium: str, figures: Mapping[str, Any], *, shuffled: bool) -> None:
    """Print one table: a guess a row, a part of the changes a column."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(width=None if Console().is_terminal else WIDTH, highlight=False)
    talks, changes = figures["conversations"], figures["changes"]
    order = ", their order shuffled" if shuffled else ""
    title = (
        f"{medium}: {talks} conversation{'s' * (talks != 1)}{order}, {changes} changes of speaker"
    )
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    shown = {one: label for one, label in WHERE.items() if figures[one]["changes"]}
    table.add_column("who speaks next", no_wrap=True)
    for one, label in shown.items():
        table.add_column(f"{label}\n{figures[one]['changes']} changes", justify="right")
    table.add_column("on the last but one,\npoints, every change", justify="right")
    table.add_column("p", justify="right")
    for name, row in figures["all"]["guesses"].items():
        cells = [_share(figures[one]["guesses"][name]) for one in shown]
        table.add_row(name, *cells, *_gain(row.get("on_last_but_one")))
    console.print(table)
    console.print(
        f"Shares that are right, with 95 % intervals ({figures['intervals']}); p is McNemar's.\n"
    )


def _show_lags(asked: Mapping[str, Any]) -> None:
    """Print after how many messages those who are asked speak, where any were."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    figures = asked["all"]
    if not figures["asked"]:
        return
    title = f"When those who are asked speak: {figures['asked']} times one alone was asked"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("", "n", "speak", "median", "90 %", *(f"in {n}" for n in figures["within"])):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    rows = {"asked": asked["all"], "asked by name": asked["called"]}
    for label, one in rows.items():
        if one["asked"]:
            whole = [one["asked"], one["met"], one["median"], one["p90"]]
            table.add_row(label, *map(str, whole), *map(_cell, one["within"].values()))
    table.add_row("others who are there", *[""] * 4, *map(_cell, figures["others_within"].values()))
    console = Console(width=None if Console().is_terminal else WIDTH, highlight=False)
    console.print(table)
    console.print(
        "Messages until the next by whoever was asked, whatever it says; median and 90 % are of "
        "those who speak at all.\n"
    )


def _cell(share: float | None) -> str:
    return "" if share is None else f"{share:.2f}"


def _share(row: Mapping[str, Any]) -> str:
    low, high = row["interval"]
    return f"{row['accuracy']:.3f} [{low:.3f}, {high:.3f}]"


def _gain(row: Mapping[str, Any] | None) -> tuple[str, str]:
    if row is None:
        return "", ""
    gain = f"{100 * row['gain']:+.1f}"
    if row["interval"]:
        low, high = row["interval"]
        gain += f" [{100 * low:+.1f}, {100 * high:+.1f}]"
    return gain, "< .001" if row["p"] < 0.001 else f"{row['p']:.3f}"
