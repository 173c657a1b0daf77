"""The file of prices: what models cost."""

from __future__ import annotations

from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mmagents.nodes.spending import Price
from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.source import read_yaml

_SHAPE = (
    "Write one entry a model, with what a million tokens cost:\n"
    '  "openai:gpt-4o-mini": {input: 0.15, output: 0.60}'
)


def read_prices(file: Path | None) -> dict[str, Price]:
    """Return what models cost, from a YAML (or JSON) file; nothing without a file."""
    if file is None:
        return {}
    content = read_yaml(file)
    try:
        prices = TypeAdapter(dict[str, Price]).validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = " → ".join(map(str, first["loc"])) or "the file"
        raise MMAgentsError(f"{file}, {where}: {first['msg']}. {_SHAPE}") from None
    for model, price in prices.items():
        if min(price["input"], price["output"]) < 0:
            raise MMAgentsError(f"{file}, {model}: a price cannot be below 0.")
    return prices
