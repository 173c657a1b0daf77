"""Options that commands share, beside the fields of a run (:mod:`mmagents.cli.flags`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.flags import option
from mmagents.interfaces.own_code import allow

INTERRUPTED = 130
"""What a process returns that Ctrl-C has ended."""


def _allow(places: list[str] | None) -> list[str] | None:
    allow(places or ())
    return places


option_played = partial(typer.Option, rich_help_panel="What is played")
option_players = partial(typer.Option, rich_help_panel="Who plays")
option_shown = partial(typer.Option, rich_help_panel="What is shown")

ExperimentFolder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the experiment.")]
AsJson = Annotated[bool, typer.Option("--json", help="The result as JSON.")]
Seed = Annotated[
    int | None, option_played(help="Play the game of this seed again; drawn if left out.")
]
Save = Annotated[
    Path | None, option_played(metavar="DIR", help="Keep the game in this new folder.")
]
SavedFolder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a saved game.")]
Yes = Annotated[
    bool, typer.Option("--yes", help="Let what is said go to the servers that the file names.")
]
Server = Annotated[str | None, option("base_url")]
Prices = Annotated[Path | None, option("prices")]
AllowPlayer = Annotated[
    list[str] | None,
    option_players(
        callback=_allow,
        metavar="MODULE:NAME",
        help="Allow this code to be imported as a player or analyst; repeatable.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Show:
    """What the user wants to see."""

    thoughts: Annotated[
        bool, option_shown("--show-thoughts", help="Show what each seat thinks and bids.")
    ] = False
    quiet: Annotated[bool, option_shown("--quiet", "-q", help="Show only the summary.")] = False
    as_json: Annotated[
        bool, option_shown("--json", help="One JSON object a turn, and nothing else.")
    ] = False
    speed: Annotated[
        float,
        option_shown(
            min=0,
            help="With --units, how fast a person at the terminal sees others speak: 2 is twice as "
            "fast as people do, 0 at once, and then nobody can come in.",
        ),
    ] = 1.0
