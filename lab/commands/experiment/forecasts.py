"""What an experiment and its judges would take, said before anything is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from mmagents.cli.game.prices import SHIPPED, PriceList, price_list
from mmagents.cli.shown.terminal import echo

if TYPE_CHECKING:
    from mmagents.lab.experiments.forecast import Forecast
    from mmagents.lab.experiments.grid import Grid
    from mmagents.lab.judging.judges import Asked
    from mmagents.nodes.spending import Price


def show_forecast(grid: Grid, prices: Path | None, as_json: bool) -> None:
    """Say what a grid would take; nothing is played."""
    from mmagents.lab.experiments.forecast import forecast

    known = price_list(prices)
    found = forecast(grid, known.models)
    if as_json:
        echo(json.dumps(asdict(found) | {"prices": known.date, "currency": known.currency}))
        return
    echo("\n".join(_lines(grid, found, known, prices)))


def _lines(grid: Grid, found: Forecast, known: PriceList, prices: Path | None) -> Iterator[str]:
    yield (
        f"{grid.name}: {len(grid.cells)} cells, {found.conversations} conversations, "
        f"{found.turns} turns"
    )
    yield from (f"  {cell.id}" for cell in grid.cells)
    if found.calls:
        yield f"Calls: {found.calls}; tokens: about {found.tokens}"
        for model, one in found.by_model.items():
            told = f"about {one.tokens_in} tokens in and {one.tokens_out} out"
            cost = "no price known" if one.money is None else f"about {known.amount(one.money)}"
            yield f"  {model}: {one.calls} calls, {told}; {cost}"
        yield _cost(found.money, known, prices)
    if found.left_out:
        yield f"Not counted: {'; '.join(found.left_out)}."
    if found.seconds is not None:
        yield f"Time: about {_clock(found.seconds)} on one core"
    yield "Nothing was played."


def _cost(money: float | None, known: PriceList, prices: Path | None) -> str:
    """Return the line on what it costs, and where the prices stand."""
    if money is None:
        return "Cost: unknown; give --prices FILE with a price for every model"
    file = SHIPPED if prices is None else prices
    of = f"the prices of {known.date}" if known.date else "the prices"
    return f"Cost: about {known.amount(money)}, at {of} in {file}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def show_judging(
    wanted: Sequence[Asked],
    conversations: int,
    own: Mapping[str, Price],
    prices: Path | None,
    *,
    as_json: bool,
) -> None:
    """Say what judging would take; nobody is asked. `own` are the prices that the grid names."""
    from mmagents.lab.judging.judges import forecast_judging

    known = price_list(prices)
    both = known.models | dict(own) if prices is None else dict(own) | known.models
    found = forecast_judging(wanted, both)
    if as_json:
        echo(json.dumps({"conversations": conversations, **asdict(found)}))
        return
    lines = [f"{conversations} conversations, {found.calls} questions without a verdict"]
    for name, calls in found.by_judge.items():
        cost = found.money_by_judge.get(name)
        lines.append(f"  {name}: {calls}" + (f"; about {known.amount(cost)}" if cost else ""))
    if found.calls:
        lines.append(f"Calls: {found.calls}; tokens: about {found.tokens}")
        lines.append(_cost(found.money, known, prices))
    echo("\n".join([*lines, "Nothing was asked."]))
