"""What a command changes of a grid: the models, the language, any other field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from mmagents.cli.options import Cheap, Model, Prices, Server, Strong, option_models
from mmagents.cli.sharing import ContextOptions, pairs, trust_servers_of
from mmagents.scenarios.errors import MMAgentsError


@dataclass(frozen=True, kw_only=True)
class Changes(ContextOptions):
    """Fields of a grid that are given beside it; they go before what the file says."""

    model: Model = None
    strong: Strong = None
    cheap: Cheap = None
    base_url: Server = None
    language: Annotated[
        str | None,
        option_models("--lang", metavar="LANGUAGE", help="Language of the talk: en, ja, de …"),
    ] = None
    settings: Annotated[
        list[str] | None,
        option_models(
            "--set",
            metavar="FIELD=VALUE",
            help="Any other field of the grid or of its contexts: conversations=3, "
            "prompt_set=paper, options={temperature: 0}; repeatable.",
        ),
    ] = None
    prices: Prices = None

    def given(self) -> dict[str, Any]:
        """Return the fields that were given; `model` goes before the grid's `strong` and `cheap`.

        Raises:
            MMAgentsError: if one is given twice, or a value cannot be read.
        """
        found = super().given()
        settings = pairs("--set", found.pop("settings", ()))
        for name, value in settings.items():
            if name in found:
                raise MMAgentsError(f"--set {name}: it is given by an option of its own too.")
            found[name] = value_of(f"--set {name}", value)
        if "model" in found:
            found = {"strong": None, "cheap": None} | found
        trust_servers_of(found)
        return found


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
