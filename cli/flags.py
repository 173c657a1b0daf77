"""Options that are fields of a run: one table says which flag is which field.

What a flag takes, its range, its default and its help follow from the field
(:mod:`mmagents.nodes.settings`); the table adds what a command line has differently.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from functools import partial
from pathlib import Path
from types import GenericAlias, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import typer

from mmagents.cli.sharing import pairs, trust_servers_of
from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import CONDITIONS
from mmagents.interfaces import own_code
from mmagents.nodes.settings import FIELDS, LAYERS, about_conditions, nested
from mmagents.players.person.player import HUMAN


class Flag(NamedTuple):
    """A flag, as far as its field does not say it.

    Attributes:
        field: of the run, by its dotted name.
        panel: the heading in the help.
        typed: the flag, where it is not the name in the table.
        metavar: what stands for a value in the help.
        kind: the type, where it is typed otherwise than the field holds it.
        help: where the field's description does not fit.
    """

    field: str
    panel: str
    typed: str = ""
    metavar: str | None = None
    kind: Any = None
    help: str = ""


PLAYED, FLOOR, PLAYERS = "What is played", "Who speaks next", "Who plays"
MODELS, PROMPTS, REPAIR, LIMITED = "Models", "Prompts", "Repair", "Limits"
LANGUAGE_HELP = (
    "Language of the talk: en, ja, de …; left out, the story's first, or the talk's own. Others "
    "than en and ja need models as players and as analyst, and --prompts."
)
WITHOUT_HELP = "Switch off a memory, a strategist's action, or a talk; repeatable."
Removable = StrEnum(  # type: ignore[misc]  # its members are what the context lists
    "Removable",
    {one: one for one in (*LAYERS, *get_args(get_args(FIELDS["evening.without"].annotation)[0]))},
)
LINES = list[str]
FLAGS: Mapping[str, Flag] = {
    "turns": Flag("turns", PLAYED, help="Turns of the talk; left out, 20, or its file's."),
    "phase": Flag(
        "evening.kind", PLAYED, kind=StrEnum("Phase", {"discussion": "discussion"}),
        help="Play only this part; left out, the whole evening, to the verdict.",
    ),
    "rounds": Flag("evening.rounds", PLAYED),
    "protocol": Flag(
        "evening.protocol", PLAYED,
        help="agentgroupchat: the stages of that paper, in which nobody bids; hybrid: the story's "
        "phases, on the floor of --condition. Left out: agentgroupchat with --persona strategist, "
        "unless --phase, --condition or --repair ask for the other.",
    ),
    "language": Flag("language", PLAYED, "--lang", "LANGUAGE", help=LANGUAGE_HELP),
    "medium": Flag(
        "medium", PLAYED, kind=StrEnum("Medium", {"speech": "speech", "chat": "chat"}),
        help="One speaks at a time (speech), or several write at once (chat).",
    ),
    "units": Flag(
        "medium", PLAYED, kind=bool, help="Say turns unit by unit, so that they can be cut."
    ),
    "come_in": Flag(
        "medium.come_in", PLAYED, "--come-in/--no-come-in",
        help="With --units, whether people may come in while somebody else speaks; left out, they "
        "may.",
    ),
    "backchannels": Flag("medium.backchannels", PLAYED),
    "ways": Flag(
        "ways", PLAYED, "--way", "NAME:FIELD=VALUE,…", LINES,
        help="Take turns in a way of your own; repeatable.",
    ),
    "condition": Flag("condition", FLOOR, metavar="CONDITION", help=about_conditions()),
    "detective": Flag("floor.detective", FLOOR, metavar="SEAT"),
    "threshold": Flag("floor.threshold", FLOOR),
    "calibrate": Flag("floor.calibrate", FLOOR),
    "talkativeness": Flag("floor.talkativeness", FLOOR, metavar="SEAT=0-1", kind=LINES),
    "seats": Flag(
        "seats", PLAYERS, "--seat", "SEAT=PLAYER", LINES,
        help="human, improv, scripted:FILE, a model, strategist[:MODEL], or code of your own as "
        "python:MODULE:NAME; repeatable.",
    ),
    "manner": Flag("manner", PLAYERS),
    "persona": Flag("evening.persona", PLAYERS),
    "read_by": Flag("floor.read_by", PLAYERS, "--analyst"),
    "recognition": Flag("floor.recognition", PLAYERS),
    "without": Flag("evening.without", PLAYERS, kind=list[Removable], help=WITHOUT_HELP),
    "embeddings": Flag("memory.embeddings", PLAYERS),
    "recall": Flag("memory.recall", PLAYERS),
    "err": Flag("evening.err", PLAYERS, metavar="KIND=RATE,…", kind=str),
    "model": Flag("model", MODELS),
    "strong": Flag("models.strong", MODELS),
    "cheap": Flag("models.cheap", MODELS),
    "models": Flag("models.tasks", MODELS, "--model-for", "TASK=MODEL", LINES),
    "base_url": Flag("base_url", MODELS),
    "timeout": Flag("models.timeout", MODELS),
    "cache": Flag("models.cache", MODELS, metavar="FILE", kind=Path),
    "pace": Flag("pace.kind", MODELS),
    "overlap": Flag("pace.overlap", MODELS),
    "best_of": Flag("models.best_of", MODELS),
    "leave_out": Flag("models.leave_out", MODELS),
    "prompts": Flag("models.prompts", PROMPTS, metavar="DIR", kind=Path),
    "prompt_set": Flag("models.prompt_set", PROMPTS),
    "window": Flag("memory.window", PROMPTS),
    "anchors": Flag("models.anchors", PROMPTS),
    "licence": Flag("models.licence", PROMPTS),
    "open_list": Flag("models.open_list", PROMPTS),
    "own_words": Flag("models.own_words", PROMPTS),
    "readings": Flag("models.readings", PROMPTS),
    "speaking_rules": Flag("models.speaking_rules", PROMPTS),
    "plan": Flag("models.plan", PROMPTS),
    "due_part": Flag("models.due_part", PROMPTS),
    "repair": Flag("repair", REPAIR, kind=bool),
    "repair_rounds": Flag("repair.rounds", REPAIR),
    "nli": Flag("repair.nli", REPAIR),
    "asking": Flag("repair.asking", REPAIR, "--repair-as"),
    "merge": Flag("repair.merge", REPAIR, "--merge-comments"),
    "patience": Flag("limits.patience", LIMITED, metavar="SECONDS"),
    "max_calls": Flag("limits.calls", LIMITED),
    "max_tokens": Flag("limits.tokens", LIMITED),
    "max_seconds": Flag("limits.seconds", LIMITED),
    "max_money": Flag("limits.money", LIMITED),
    "prices": Flag(
        "limits.prices", LIMITED, metavar="FILE", kind=Path,
        help="TOML or YAML: what a million tokens of each model cost.",
    ),
    "tolerate": Flag("limits.tolerate", LIMITED),
}  # fmt: skip
STORY_ALONE = ("phase", "rounds", "protocol", "detective", "persona", "recognition")
LIMITS = tuple(name for name, flag in FLAGS.items() if flag.panel == LIMITED)
STORY = tuple(FLAGS)
TALK = tuple(name for name in FLAGS if name not in STORY_ALONE)
SWITCH = {"repair": "repair", "medium": "units"}
"""By group, the flag without which its others mean nothing."""
Given = dict[str, Any]
"""What was typed, by the names of the table."""


class Flags:
    """The flags of a command, for :func:`mmagents.cli.sharing.spread`; some with other help."""

    def __init__(self, *names: str, **help: str) -> None:
        self.names, self._help = names, help

    def options(self) -> Iterator[tuple[str, Any]]:
        """Yield each flag with its type and its option, as Typer takes them."""
        for name in self.names:
            yield name, Annotated[type_of(name) | None, option(name, self._help.get(name, ""))]


def option(name: str, help: str = "") -> Any:
    """Return the option of a flag, as Typer takes it."""
    flag, field = FLAGS[name], FIELDS[FLAGS[name].field]
    typed = flag.typed or f"--{name.replace('_', '-')}"
    if type_of(name) is bool and "/" not in typed and field.get_default() is None and not flag.kind:
        typed = f"{typed}/--no{typed[1:]}"
    default = "" if help or flag.help else field.get_default()
    about = " ".join((help or flag.help or field.description or "").split())
    ends = [(getattr(one, "ge", None), getattr(one, "le", None)) for one in field.metadata]
    return typer.Option(
        typed,
        rich_help_panel=flag.panel,
        metavar=flag.metavar,
        parser=_condition if name == "condition" else None,
        min=next((low for low, _ in ends if low is not None), None),
        max=next((high for _, high in ends if high is not None), None),
        show_default=str(default) if isinstance(default, str | int | float) and default else False,
        help=re.sub(r" \(docs/[^)]*\)", "", about),
    )


def type_of(name: str) -> Any:
    """Return the type of what is typed: choices as an enumeration, several values as a list."""
    return FLAGS[name].kind or _typed(name, FIELDS[FLAGS[name].field].annotation)


def _typed(name: str, held: Any) -> Any:
    origin, inner = get_origin(held), get_args(held)
    if origin in (Union, UnionType):
        return _typed(name, next(one for one in inner if one is not type(None)))
    if origin is Annotated:
        return _typed(name, inner[0])
    if origin is Literal:
        return StrEnum(name, {one.upper(): one for one in inner})
    return GenericAlias(list, (_typed(name, inner[0]),)) if origin is tuple else held


def _condition(name: str) -> str:
    if name not in CONDITIONS:
        own_code.load_installed()
    if name not in CONDITIONS:
        raise typer.BadParameter(f"{name!r} is not one of {', '.join(CONDITIONS)}.")
    return name


def fields_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a run that were typed, in their groups.

    Raises:
        MMAgentsError: if flags do not go together, or a value cannot be read.
    """
    for group, switch in SWITCH.items():
        lost = [name for name in given if FLAGS[name].field.startswith(f"{group}.")]
        if lost and not given.get(switch):
            typed = FLAGS[lost[0]].typed.partition("/")[0] or f"--{lost[0].replace('_', '-')}"
            raise MMAgentsError(f"{typed} goes with --{switch}; give --{switch} as well.")
    read = {name: _plain(name, value) for name, value in given.items()}
    if read.pop("units", False):
        if read.get("medium") == "chat":
            raise MMAgentsError("--medium chat sends messages whole; leave out --units.")
        read["medium"] = {"kind": "units"}
        people = HUMAN in read.get("seats", {}).values()
        read = {**read, "come_in": read.get("come_in", people)}
    fields = {FLAGS[name].field: value for name, value in read.items()}
    if off := fields.pop("evening.without", None):
        fields["memory.layers"] = tuple(one for one in LAYERS if one not in off)
        fields["evening.without"] = tuple(one for one in off if one not in LAYERS)
    trust_servers_of(fields)
    return nested(fields)


def _players(given: Sequence[str]) -> dict[str, str]:
    """Return who plays by seat, with the files of scripted seats found from anywhere.

    Code that is named here is allowed by that.
    """
    from mmagents.players.open import SCRIPTED

    seats = pairs("--seat", given)
    own_code.allow(own_code.named(seats.values(), "player"))
    return {
        seat: f"{SCRIPTED}{Path(spec.removeprefix(SCRIPTED)).resolve()}"
        if spec.startswith(SCRIPTED)
        else spec
        for seat, spec in seats.items()
    }


def _analyst(given: str) -> str:
    own_code.allow(own_code.named([given], "analyst"))
    return given


def _prices(file: Path) -> Any:
    from mmagents.cli.game.prices import read_prices

    return read_prices(file)


def _ways(given: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the settings of ways of taking turns, by name, of NAME:FIELD=VALUE,FIELD=VALUE."""
    parts = (one.partition(":") for one in given)
    return {name: pairs("--way", told.split(",")) if told else {} for name, _, told in parts}


_READ: Mapping[str, Callable[[Any], Any]] = {
    "seats": _players,
    "read_by": _analyst,
    "models": partial(pairs, "--model-for"),
    "talkativeness": partial(pairs, "--talkativeness"),
    "err": lambda given: pairs("--err", given.split(",")),
    "prices": _prices,
    "ways": _ways,
}
"""By flag: how it is read where what is typed is not the field itself."""


def _plain(name: str, value: Any) -> Any:
    if name in _READ:
        return _READ[name](value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list):
        return [_plain("", one) for one in value]
    return str(value.resolve()) if isinstance(value, Path) else value
