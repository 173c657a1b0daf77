"""accounts: what the models of a saved game cost; and the file of prices."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from pydantic import TypeAdapter, ValidationError

from mmagents.cli.shown import talk as render
from mmagents.nodes.spending import Price, accounts
from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.source import read_yaml
from mmagents.stores.saved_game import read_record

_SHAPE = (
    "Write one entry a model, with what a million tokens cost:\n"
    '  "openai:gpt-4o-mini": {input: 0.15, output: 0.60}'
)


def read_prices(file: Path | None) -> dict[str, Price]:
    """Return what models cost, from a YAML (or JSON) file; nothing without a file.

    Raises:
        MMAgentsError: if it cannot be read, or is not of that shape.
    """
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


def accounts_command(folder: Path, prices: Path | None, as_json: bool) -> None:
    """Print what the models of a saved game cost; the game may be under way."""
    meta, rows = read_record(folder)
    account = accounts(rows, read_prices(prices) or meta["context"].get("prices", {}))
    if as_json:
        typer.echo(json.dumps(account, ensure_ascii=False, indent=2))
        return
    lines = render.cost(account) or [f"No model was asked in {account['turns']} turns."]
    if account["unpriced"]:
        lines.append(f"Without a price: {', '.join(account['unpriced'])}")
    typer.echo("\n".join(lines))
