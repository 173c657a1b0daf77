"""Options that say how models are told what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.sharing import ContextOptions

SetOption = StrEnum("SetOption", {"ANCHORED": "anchored", "PAPER": "paper"})
WindowOption = StrEnum("WindowOption", {"SLIDING": "sliding", "GROWING": "growing"})
_option = partial(typer.Option, rich_help_panel="Prompts")


@dataclass(frozen=True, kw_only=True)
class Told(ContextOptions):
    """Which prompts models are given."""

    prompts: Annotated[Path | None, _option(metavar="DIR", help="Prompt files to use instead.")] = (
        None
    )
    prompt_set: Annotated[
        SetOption,
        _option(help="anchored: the project's own; paper: as MMAgents describes them."),
    ] = SetOption.ANCHORED
    window: Annotated[
        WindowOption | None,
        _option(
            help="What prompts show of the talk: always the last k turns (sliding), or a list that "
            "grows and begins anew, so that servers can keep what they have read (growing); left "
            "out, growing with the set anchored."
        ),
    ] = None
    anchors: Annotated[
        bool | None,
        _option(help="Say what each importance stands for; left out, as the set has it."),
    ] = None
    licence: Annotated[
        bool | None,
        _option(help="Say that what is due may be refused or evaded; left out, as the set has it."),
    ] = None
    open_list: Annotated[
        bool | None,
        _option(help="Say what is open and who owes what; left out, as the set has it."),
    ] = None
    own_words: Annotated[
        bool | None,
        _option(help="Keep what a seat said for what it thought; left out, as the set has it."),
    ] = None
