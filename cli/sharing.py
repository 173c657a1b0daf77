"""How commands share options, and how help groups them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import Any, get_args, get_type_hints

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from mmagents.errors import MMAgentsError, plain_reason


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


def help_on_ways() -> str:
    """Return which ways of taking turns of the user's own there are, and what they can be told."""
    from mmagents.nodes.combining import own_ways

    told = (
        f"{name} ({way.about}; {', '.join(way.settings.model_fields) if way.settings else ''})"
        for name, way in own_ways().items()
    )
    return "; ".join(told) or "none is registered, see --load"


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Let each flag of a group among a command's parameters be an option of its own.

    A group is a dataclass, or :class:`mmagents.cli.flags.Flags` as an annotation; the command gets
    an instance, or what was typed by the names of the flags.
    """
    taken: list[inspect.Parameter] = []
    groups: dict[str, tuple[Callable[..., Any], list[str]]] = {}
    for one in inspect.signature(command, eval_str=True).parameters.values():
        flags = next((it for it in get_args(one.annotation) if hasattr(it, "options")), None)
        if flags is not None:
            options = [
                one.replace(name=name, default=None, annotation=it) for name, it in flags.options()
            ]
            groups[one.name] = (_typed, [each.name for each in options])
        elif is_dataclass(one.annotation) and isinstance(one.annotation, type):
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
        else:
            options = [one]
        taken += options

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


def _typed(**given: Any) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value not in (None, [])}


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
            if one.name == "ways":  # known only after --load
                option: Any = one
                option.help = f"{option.help} There is: {help_on_ways()}."
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
