"""benchmark next-speaker: how often each way to give turns names who spoke next."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.cli.shown.terminal import echo, screen
from mmagents.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.lab.recordings.recording import Medium, Recording

WHERE = {
    "all": "every change",
    "asked": "one was asked",
    "called": "called by name",
    "told": "asked, as the file says",
}
"""What each column is called; one without changes is left out."""


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
    from mmagents.lab.turn_taking.places import shuffled_talk

    talks = list(_talks(files, _medium(medium), language, format_))
    if shuffled:
        talks = [shuffled_talk(one, seed) for one in talks]
    media = _figures(talks, seed)
    if as_json:
        figures = {"shuffled": shuffled, "seed": seed, "media": media}
        echo(json.dumps(figures, ensure_ascii=False, indent=2))
        return
    for name, one in media.items():
        _show(name, one, shuffled=shuffled)


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
    from mmagents.lab.recordings.games import recordings_in
    from mmagents.lab.recordings.read import read

    for path in paths:
        if path.is_file():
            yield from read(path, format=format_, medium=medium, language=language)
        else:
            yield from recordings_in(path)


def _figures(talks: Sequence[Recording], seed: int) -> dict[str, Any]:
    """Return the figures by medium; a bar on standard error shows how far it is."""
    from rich.progress import Progress

    from mmagents.lab.turn_taking.guesses import guesses_by
    from mmagents.lab.turn_taking.places import places_of
    from mmagents.lab.turn_taking.scores import Scores, figures_of

    by: dict[Medium, list[Recording]] = defaultdict(list)
    for one in talks:
        by[one.medium].append(one)
    found: dict[str, Any] = {}
    guesses = guesses_by(seed)
    with Progress(console=screen(stderr=True), transient=True) as bar:
        for medium, some in by.items():
            scores = Scores()
            for talk in bar.track(some, description=medium):
                scores.add(places_of(talk), guesses)
            found[medium] = figures_of(scores, seed)
    return found


def _show(medium: str, figures: Mapping[str, Any], *, shuffled: bool) -> None:
    """Print one table: a guess a row, a part of the changes a column."""
    from mmagents.lab.commands.sheets import show
    from mmagents.lab.report.sheets import numbers, sheet

    talks, changes = figures["conversations"], figures["changes"]
    order = ", their order shuffled" if shuffled else ""
    title = (
        f"{medium}: {talks} conversation{'s' * (talks != 1)}{order}, {changes} changes of speaker"
    )
    shown = {one: label for one, label in WHERE.items() if figures[one]["changes"]}
    parts = (f"{label} ({figures[one]['changes']})" for one, label in shown.items())
    columns = numbers(*parts, "points more than last but one", "p")
    rows = [
        [name, *(_share(figures[one]["guesses"][name]) for one in shown),
         *_gain(row.get("on_last_but_one"))]
        for name, row in figures["all"]["guesses"].items()
    ]  # fmt: skip
    show(sheet(title, ["who speaks next", *columns], rows))
    echo(f"Shares that are right, with 95 % intervals ({figures['intervals']}); p is McNemar's.\n")


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
