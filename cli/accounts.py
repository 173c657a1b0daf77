"""accounts: what the models of a saved game cost."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from mmagents.cli.options import Prices, SavedFolder
from mmagents.cli.shown.terminal import echo


def accounts(
    folder: SavedFolder,
    prices: Prices = None,
    as_json: Annotated[bool, typer.Option("--json", help="The accounts as JSON.")] = False,
) -> None:
    """Show what the models of a saved game cost, by task and by seat; it may be under way."""
    from mmagents.cli.game.prices import read_prices
    from mmagents.cli.shown.totals import cost
    from mmagents.interfaces.texts.catalogue import terminal as say
    from mmagents.nodes.settings import field_in
    from mmagents.nodes.spending import accounts as added_up
    from mmagents.saved.saved_game import read_record

    meta, rows = read_record(folder)
    account = added_up(rows, read_prices(prices) or field_in(meta["context"], "limits.prices"))
    if as_json:
        echo(json.dumps(account, ensure_ascii=False, indent=2))
        return
    lang = str(meta["context"].get("language") or "en")
    lines = cost(account, lang) or [say(lang, "cost.none", turns=account["turns"])]
    if account["unpriced"]:
        lines.append(say(lang, "cost.unpriced", models=", ".join(account["unpriced"])))
    echo("\n".join(lines))
