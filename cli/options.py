"""Options that commands share.

A new field of the context is one line in `Talking`, or in
:class:`mmagents.cli.game.stories.Playing` where stories alone have it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from mmagents.cli.game.repairing import Repairing
from mmagents.cli.sharing import ContextOptions
from mmagents.floor.conditions import CONDITIONS, DEFAULT
from mmagents.interfaces.own_code import allow, load_installed
from mmagents.players.person.player import HUMAN

INTERRUPTED = 130
"""What a process returns that Ctrl-C has ended."""


class Removable(StrEnum):
    """What can be switched off: memories of the seats, actions of strategists, kinds of talk."""

    HISTORY = "history"
    THOUGHTS = "thoughts"
    LONG_TERM = "long-term"
    PLANNING = "planning"
    THINKING = "thinking"
    REFLECTION = "reflection"
    MEMORY = "memory"
    PRIVATE = "private"
    CONFIDENTIAL = "confidential"
    GROUP = "group"


LAYERS = (Removable.HISTORY, Removable.THOUGHTS, Removable.LONG_TERM)
Recall = StrEnum("Recall", {"BEYOND_HISTORY": "beyond-history", "ALL": "all"})
MediumOption = StrEnum("MediumOption", {"SPEECH": "speech", "CHAT": "chat"})
Listen = StrEnum("Listen", {"RULES": "rules", "MODEL": "model"})
Backchannels = StrEnum("Backchannels", {"NONE": "none", "OWN": "own", "ALL": "all"})
MannerOption = StrEnum("MannerOption", {"CONVERSATION": "conversation", "PANEL": "panel"})
Pace = StrEnum("Pace", {"PAPER": "paper", "LEAN": "lean", "DRAFT": "draft"})


def _condition(name: str) -> str:
    if name not in CONDITIONS:
        load_installed()
    if name not in CONDITIONS:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(CONDITIONS)}.")
    return name


def _allow(places: list[str] | None) -> list[str] | None:
    allow(places or ())
    return places


def _help_on_conditions() -> str:
    each = (f"{one.name} ({one.text('en').about})" for one in CONDITIONS.values())
    return f"Who speaks next: {'; '.join(each)}."


option_played = partial(typer.Option, rich_help_panel="What is played")
option_floor = partial(typer.Option, rich_help_panel="Who speaks next")
option_players = partial(typer.Option, rich_help_panel="Who plays")
option_models = partial(typer.Option, rich_help_panel="Models")
option_limits = partial(typer.Option, rich_help_panel="Limits")
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
ASKED_CONDITION = option_floor(
    "--condition", parser=_condition, metavar="CONDITION", help=_help_on_conditions()
)
Yes = Annotated[
    bool, typer.Option("--yes", help="Let what is said go to the servers that the file names.")
]
Server = Annotated[
    str | None, option_models(help="Server of the OpenAI protocol: http://127.0.0.1:8000/v1.")
]
Model = Annotated[
    str | None,
    option_models(help="A model for every task: openai:gpt-4o-mini, ollama:llama3.1 …"),
]
Strong = Annotated[str | None, option_models(help="The model to speak and detect.")]
Cheap = Annotated[str | None, option_models(help="The model to think and normalise.")]
Seats = Annotated[
    list[str] | None,
    option_players(
        "--seat",
        metavar="SEAT=PLAYER",
        help="human, improv, scripted:FILE, a model, strategist[:MODEL], or code of your own as "
        "python:MODULE:NAME; repeatable.",
    ),
]
AllowPlayer = Annotated[
    list[str] | None,
    option_players(
        callback=_allow,
        metavar="MODULE:NAME",
        help="Allow this code to be imported as a player or analyst; repeatable.",
    ),
]
Prices = Annotated[
    Path | None,
    option_limits(metavar="FILE", help="TOML or YAML: what a million tokens of each model cost."),
]


@dataclass(frozen=True, kw_only=True)
class Limits(ContextOptions):
    """How long to wait for people, and what models may cost."""

    patience: Annotated[
        float | None,
        option_limits(
            min=0.1, metavar="SECONDS", help="Pass for a person who has not answered by then."
        ),
    ] = None
    max_calls: Annotated[
        int | None, option_limits(min=1, help="End in order at so many requests to models.")
    ] = None
    max_tokens: Annotated[
        int | None, option_limits(min=1, help="End in order at so many tokens, in and out.")
    ] = None
    max_seconds: Annotated[
        float | None,
        option_limits(min=0.001, help="End in order after waiting so long for models."),
    ] = None
    max_money: Annotated[
        float | None, option_limits(min=1e-9, help="End in order at this cost; needs --prices.")
    ] = None
    prices: Prices = None
    tolerate: Annotated[
        bool | None,
        option_limits("--tolerate", help="Play on with defaults when models give nothing usable."),
    ] = None


@dataclass(frozen=True, kw_only=True)
class Talking(Repairing):
    """Everything that can be told about a talk, be it of a story or without one."""

    turns: Annotated[
        int | None,
        option_played(min=1, max=100_000, help="Turns of the talk; left out, 20, or its file's."),
    ] = None
    language: Annotated[
        str | None,
        option_played(
            "--lang",
            metavar="LANGUAGE",
            help="Language of the talk: en, ja, de …; left out, the story's first, or the "
            "talk's own. Others than "
            "en and ja need models as players and as analyst, and --prompts.",
        ),
    ] = None
    condition: Annotated[str, ASKED_CONDITION] = DEFAULT
    threshold: Annotated[
        int, option_floor(min=0, max=9, help="A wish to speak below this counts as listening.")
    ] = 0
    calibrate: Annotated[
        bool, option_floor("--calibrate", help="Rank each importance among the seat's own past.")
    ] = False
    talkativeness: Annotated[
        list[str] | None,
        option_floor(metavar="SEAT=0-1", help="Under mention, 0.5 if left out; repeatable."),
    ] = None
    medium: Annotated[
        MediumOption,
        option_played(help="One speaks at a time (speech), or several write at once (chat)."),
    ] = MediumOption.SPEECH
    units: Annotated[
        bool, option_played("--units", help="Say turns unit by unit, so that they can be cut.")
    ] = False
    come_in: Annotated[
        bool | None,
        option_played(
            "--come-in/--no-come-in",
            help="With --units, whether people may come in while somebody else speaks; left out, "
            "they may.",
        ),
    ] = None
    seats: Seats = None
    manner: Annotated[
        MannerOption,
        option_players(
            help="How people talk: two stay with a matter and most turns are short "
            "(conversation), or a point and a question each turn (panel)."
        ),
    ] = MannerOption.CONVERSATION
    read_by: Annotated[
        str | None,
        option_players(
            "--analyst", help="Who reads what was said: code of your own as python:MODULE:NAME."
        ),
    ] = None
    without: Annotated[
        list[Removable] | None,
        option_players(help="Switch off a memory, a strategist's action, or a talk; repeatable."),
    ] = None
    embeddings: Annotated[
        str, option_players(help="What memory is searched by: lexical, or provider:model.")
    ] = "lexical"
    recall: Annotated[
        Recall,
        option_players(
            help="What long-term memory gives a seat: what has left its History (beyond-history), "
            "or the nearest whatever it is (all), as in the paper."
        ),
    ] = Recall.BEYOND_HISTORY
    model: Model = None
    strong: Strong = None
    cheap: Cheap = None
    models: Annotated[
        list[str] | None,
        option_models(
            "--model-for", metavar="TASK=MODEL", help="A model for one task (or rules); repeatable."
        ),
    ] = None
    base_url: Server = None
    timeout: Annotated[float, option_models(min=0.1, help="Seconds to wait for a model.")] = 60.0
    cache: Annotated[
        Path | None,
        option_models(metavar="FILE", help="Keep models' answers there, and look them up first."),
    ] = None
    pace: Annotated[
        Pace, option_models(help="What a turn takes: paper, fewer calls (lean), one wait (draft).")
    ] = Pace.PAPER
    backchannels: Annotated[
        Backchannels,
        option_players(
            help='With --units, who says "mm" or "what?" while another speaks: nobody (none), '
            "rule-based seats (own), or by their rules seats on models too (all)."
        ),
    ] = Backchannels.OWN
    listen: Annotated[
        Listen,
        option_models(
            help="With --units, how models come in: on what they stated before (rules), or asked "
            "where they could (model)."
        ),
    ] = Listen.RULES
    overlap: Annotated[
        bool, option_models("--overlap", help="Think of the next turn while the last is read.")
    ] = False

    def given(self) -> dict[str, Any]:
        """Return the fields of the context that were given."""
        found = super().given()
        off = found.pop("without", [])
        layers = tuple(one.value for one in LAYERS)
        found["memories"] = tuple(one for one in layers if one not in off)
        found["without"] = tuple(one for one in off if one not in layers)
        people = HUMAN in found.get("seats", {}).values()
        return {"come_in": self.units and people, **found}


@dataclass(frozen=True, kw_only=True)
class Show:
    """What the user wants to see."""

    thoughts: Annotated[
        bool, option_shown("--show-thoughts", help="Show what each seat thinks and bids.")
    ] = False
    quiet: Annotated[bool, option_shown("--quiet", "-q", help="Show the summary alone.")] = False
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
