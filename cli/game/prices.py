"""The file of prices: what models cost."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mmagents.errors import MMAgentsError
from mmagents.nodes.spending import Price
from mmagents.scenarios.source import read_yaml

SHIPPED = Path(__file__).with_name("prices.toml")
"""The prices that come with the project, with their date; copy it to change them."""
_PARTS = frozenset({"models", "date", "currency"})
_SHAPE = (
    "Write one entry a model, with what a million tokens cost:\n"
    '  "openai:gpt-4o-mini": {input: 0.15, output: 0.60}\n'
    "or, in TOML, below [models]:\n"
    '  "openai:gpt-4o-mini" = { input = 0.15, output = 0.60 }\n'
    "What a server had read before may have a price of its own, cached_input."
)


@dataclass(frozen=True, slots=True)
class PriceList:
    """What models cost for a million tokens, in which currency, and when that was so."""

    models: dict[str, Price]
    date: str = ""
    currency: str = ""

    def amount(self, money: float) -> str:
        """Return an amount of money in words: 12.34 USD."""
        return f"{money:.4g}{f' {self.currency}' if self.currency else ''}"


def read_prices(file: Path | None) -> dict[str, Price]:
    """Return what models cost, from a file of prices; nothing without a file."""
    return {} if file is None else price_list(file).models


def price_list(file: Path | None = None) -> PriceList:
    """Return a file of prices, in TOML, YAML or JSON; the shipped one where none is named.

    It holds an entry a model; or these below `models`, beside a `date` and a `currency`.

    Raises:
        MMAgentsError: if it cannot be read, with file, place and how to write one.
    """
    file = file or SHIPPED
    content = _content(file)
    if not isinstance(content, dict) or "models" not in content:
        content = {"models": content}
    if unknown := sorted(set(content) - _PARTS):
        raise MMAgentsError(f"{file}: {unknown[0]} is no part of a file of prices. {_SHAPE}")
    try:
        models = TypeAdapter(dict[str, Price]).validate_python(content["models"])
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "extra_forbidden":
            whose, name = first["loc"]
            raise MMAgentsError(f"{file}, {whose}: {name} is no price. {_SHAPE}") from None
        where = " → ".join(map(str, first["loc"])) or "the file"
        raise MMAgentsError(f"{file}, {where}: {first['msg']}. {_SHAPE}") from None
    for model, price in models.items():
        if min(price["input"], price["output"], price.get("cached_input", 0)) < 0:
            raise MMAgentsError(f"{file}, {model}: a price cannot be below 0.")
    return PriceList(models, str(content.get("date", "")), str(content.get("currency", "")))


def _content(file: Path) -> Any:
    if file.suffix != ".toml":
        return read_yaml(file)
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise MMAgentsError(f"{file} cannot be read: {error.strerror}. Name a file.") from None
    except ValueError as error:  # not UTF-8, or no TOML
        raise MMAgentsError(f"{file} is not TOML: {error}. {_SHAPE}") from None
