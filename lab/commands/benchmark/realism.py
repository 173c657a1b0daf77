"""benchmark realism: how conversations take turns, beside a human band."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.lab.realism.bands import Setting
    from mmagents.lab.recordings.recording import Recording
    from mmagents.lab.report.realism import Group

GAMES = "games"
"""What single saved games are called together."""


def realism(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="GAME|EXPERIMENT|FILE...",
            help="Folders of saved games or experiments, or files of recorded talk.",
        ),
    ],
    against: Annotated[
        str,
        typer.Option(
            help="The human band: a shipped setting (speech, speech-four, speech-roles, chat), or "
            "a file or folder of talk, of whose conversations bands are made.",
            metavar="SETTING|FILE",
        ),
    ] = "speech",
    window: Annotated[
        int | None,
        typer.Option(min=10, help="Turns of a window, where bands are made of a file."),
    ] = None,
    everybody: Annotated[
        bool,
        typer.Option(
            "--everybody", help="Where people and models talk, measure models' turns as well."
        ),
    ] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with the bands drawn.", metavar="FILE.html")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Hold how conversations take turns against recorded talk of people.

    Each measure stands beside the band in which the middle 80 % of people's pieces of talk lie.
    Many of the ten inside: the talk takes turns as people of that setting do. Few: it does not.
    Nothing here tells whether the talk is good. A single conversation is placed with an error (see
    docs/howto/research/realism.md). A long one is measured in windows of the band's length.
    """
    from mmagents.lab.commands.sheets import show
    from mmagents.lab.report.realism import as_json as plain
    from mmagents.lab.report.realism import sentences, sheets

    setting = _setting(against, window)
    groups = list(_groups(paths, setting, everybody))
    if not any(one.placed.pieces for one in groups):
        raise MMAgentsError(
            f"Nothing is long enough for the band of {setting.label()}: a conversation needs "
            f"{setting.least} turns. Choose another with --against."
        )
    if html is not None:
        _write(html, groups)
    if as_json:
        echo(json.dumps(plain(groups), ensure_ascii=False, indent=2))
        return
    for sheet in sheets(groups):
        show(sheet)
    for group in groups:
        echo("\n".join(sentences(group)))
    echo(f"The band: {setting.source}; {setting.licence}.")


def _setting(against: str, window: int | None) -> Setting:
    from mmagents.lab.realism.bands import shipped
    from mmagents.lab.realism.making import setting_from

    known = shipped()
    if against in known:
        if window is not None:
            raise MMAgentsError("--window goes with bands made of a file: add --against FILE.")
        return known[against]
    path = Path(against)
    if not path.exists():
        raise MMAgentsError(
            f"--against {against}: no setting and no file is called so. "
            f"Settings: {', '.join(known)}."
        )
    return setting_from(list(_recordings(path)), path.name, window)


def _recordings(path: Path) -> Iterator[Recording]:
    from mmagents.lab.recordings.games import recordings_in

    yield from recordings_in(path)


def _groups(paths: Sequence[Path], setting: Setting, everybody: bool) -> Iterator[Group]:
    """Yield what each path holds: an experiment by its cells, single games together."""
    from mmagents.lab.realism.placing import place
    from mmagents.lab.report.realism import Group

    held: dict[str, list[Recording]] = {}
    for path in paths:
        for one in _recordings(path):
            name = path.name
            if (path / "game.json").is_file():
                name = GAMES if len(paths) > 1 else path.name
            elif path.is_dir():
                name = one.name.partition("/")[0]
            held.setdefault(name, []).append(one)
    for kept, recordings in held.items():
        name = f"{len(recordings)} saved games together" if kept == GAMES else kept
        yield Group(name, place(recordings, setting, whom="all" if everybody else "people"))


def _write(html: Path, groups: Sequence[Group]) -> None:
    from mmagents.lab.report.realism import page
    from mmagents.lab.statistics.sums import library
    from mmagents.stores.disk import Holding, friendly_disk_errors, write_whole

    library("matplotlib")
    if html.suffix.lower() not in (".html", ".htm"):
        raise MMAgentsError(f"{html} is no name for a page: give one that ends in .html.")
    holding = Holding(
        "page", "write it elsewhere with --html", "Nothing else is harmed.",
        "mmagents benchmark realism … --html FILE.html",
    )  # fmt: skip
    with friendly_disk_errors(html.parent, holding):
        write_whole(html, page(groups).encode("utf-8", "replace"))
