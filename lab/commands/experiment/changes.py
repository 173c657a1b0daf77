"""What a command changes of a grid: the models, the language, any other field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from mmagents.cli.flags import MODELS, Flags, fields_of
from mmagents.cli.sharing import pairs, trust_servers_of
from mmagents.errors import MMAgentsError
from mmagents.nodes.settings import dotted, nested

CHANGES = Flags("model", "strong", "cheap", "base_url", "language", "prices")
"""Fields of a grid that are given beside it; they go before what the file says."""
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        rich_help_panel=MODELS,
        metavar="FIELD=VALUE",
        help="Any other field of the grid or of its contexts: conversations=3, repair.rounds=1, "
        "models.options={temperature: 0}; repeatable.",
    ),
]


def changes_of(given: Mapping[str, Any], settings: Sequence[str] | None) -> dict[str, Any]:
    """Return the fields that were given; `model` goes before the grid's `strong` and `cheap`.

    Raises:
        MMAgentsError: if one is given twice, or a value cannot be read.
    """
    found = dotted(fields_of(given))
    for name, value in pairs("--set", settings or ()).items():
        if name in found:
            raise MMAgentsError(f"--set {name}: it is given by an option of its own too.")
        found[name] = value_of(f"--set {name}", value)
    if "model" in found:
        found = {"models.strong": None, "models.cheap": None} | found
    trust_servers_of(found)
    return nested(found)


def value_of(where: str, written: str) -> Any:
    """Return a value as YAML has it: 3, 0.5, true, [a, b], {temperature: 0}, or words.

    Raises:
        MMAgentsError: if it is no YAML.
    """
    from mmagents.scenarios.source import Unreadable, parse

    try:
        return parse(written.encode()).data
    except Unreadable as fault:
        raise MMAgentsError(f"{where}={written}: the value {fault}.") from None


def options_of(given: Mapping[str, str], option: str) -> dict[str, str | int | float | bool]:
    """Return what is passed to a model's client, by name.

    Raises:
        MMAgentsError: if a value is not one word, one number, true or false.
    """
    found: dict[str, str | int | float | bool] = {}
    for name, written in given.items():
        value = value_of(f"{option} {name}", written)
        if not isinstance(value, str | int | float | bool):
            raise MMAgentsError(
                f"{option} {name}={written}: give one word, one number, true or false."
            )
        found[name] = value
    return found
