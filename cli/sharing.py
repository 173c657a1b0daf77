"""How commands share options, and how help groups them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import partial, wraps
from pathlib import Path
from typing import Any, get_type_hints

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from mmagents.interfaces import own_code
from mmagents.scenarios.errors import MMAgentsError, plain_reason


def pairs(option: str, given: Sequence[str]) -> dict[str, str]:
    """Return what was given as NAME=VALUE, by name; no name may come twice."""
    found: dict[str, str] = {}
    for one in given:
        key, equals, value = (part.strip() for part in one.partition("="))
        if not key or not equals or not value:
            raise MMAgentsError(f"{option} takes NAME=VALUE; it was {one!r}.")
        if key in found:
            raise MMAgentsError(f"{option} names {key} twice.")
        found[key] = value
    return found


def trust_servers_of(given: object) -> None:
    """Let keys go to the servers named on the command line."""
    from mmagents.models.client.trust import servers_in, trust_server

    for server in servers_in(given):
        trust_server(server)


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


_READ: Mapping[str, Callable[[Any], Any]] = {
    "seats": _players,
    "read_by": _analyst,
    "models": partial(pairs, "--model-for"),
    "talkativeness": partial(pairs, "--talkativeness"),
    "err": lambda given: pairs("--err", given.split(",")),
    "prices": _prices,
}
"""By field of the context: how it is read where the option is not the field itself."""


class ContextOptions:
    """Options that are fields of the context, by the same names."""

    def given(self) -> dict[str, Any]:
        """Return the fields of the context that were given."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}  # type: ignore[arg-type]  # every subclass is a dataclass
        read = {name: _plain(name, value) for name, value in found.items() if value is not None}
        trust_servers_of(read)
        return read


def _plain(name: str, value: Any) -> Any:
    if name in _READ:
        return _READ[name](value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list):
        return [_plain("", one) for one in value]
    return str(value.resolve()) if isinstance(value, Path) else value


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Let each field of a dataclass among a command's parameters be an option of its own."""
    taken: list[inspect.Parameter] = []
    groups: dict[str, tuple[type, list[str]]] = {}
    for one in inspect.signature(command, eval_str=True).parameters.values():
        if is_dataclass(one.annotation) and isinstance(one.annotation, type):
            hints = get_type_hints(one.annotation, include_extras=True)
            options = [
                one.replace(
                    name=each.name,
                    default=one.empty if each.default is MISSING else each.default,
                    annotation=hints[each.name],
                )
                for each in fields(one.annotation)
            ]
            groups[one.name] = (one.annotation, [each.name for each in options])
            taken += options
        else:
            taken.append(one)

    @wraps(command)
    def gathered(**given: Any) -> None:
        values = {
            name: group(**{each: given.pop(each) for each in names})
            for name, (group, names) in groups.items()
        }
        command(**given, **values)

    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in taken]
    gathered.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by Typer
    gathered.__annotations__ = {one.name: one.annotation for one in parameters}
    return gathered


PANELS = (
    "What is played",
    "Who speaks next",
    "Who plays",
    "Models",
    "Prompts",
    "Repair",
    "Limits",
    "What is shown",
)
"""The headings of a command's help, in this order; one that is not named here comes last."""


class GroupedHelp(TyperCommand):
    """A command whose plain help lists its options under the headings of their panels."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write a section a panel, in the order of `PANELS`."""
        first = ("Arguments", "Options", *PANELS)
        sections: dict[str, list[tuple[str, str]]] = {title: [] for title in first}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record is not None:
                is_argument = one.param_type_name == "argument"
                panel = getattr(one, "rich_help_panel", None) or "Options"
                sections.setdefault("Arguments" if is_argument else panel, []).append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class PlainErrors(TyperGroup):
    """Commands that say of a bad value what is wrong with it, without pydantic's own heading."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except BadParameter as error:
            error.message = f"{plain_reason(error.message)}." if error.message else ""
            raise
