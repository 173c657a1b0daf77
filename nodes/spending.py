"""What a game has cost so far, and the limits at which it ends. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from mmagents.interfaces.accounts import total
from mmagents.prompts.tasks import TASKS

PER = 1_000_000
"""Prices are for so many tokens."""
STAGES = (
    ("think", "draft", "normalise_turns"),
    ("moderate",),
    ("speak",),
    ("pick",),
    ("triplets", "rate"),
    ("entail",),
    ("evidence",),
    ("diagnose", "agree"),
    ("merge",),
    ("repair",),
    ("normalise", "detect"),
)
"""Tasks of a turn in the order they wait for one another; those of a stage run side by side."""


@with_config(ConfigDict(extra="forbid"))
class Price(TypedDict):
    """What a model costs, in any currency, for a million tokens.

    `cached_input` is the price of tokens of a prompt that the server had read before; left out,
    they cost as much as the others.
    """

    input: float
    output: float
    cached_input: NotRequired[float]


class Spent(TypedDict):
    """What has been spent.

    `calls` are requests sent, failed ones included, cached ones not; `tokens` those of prompts and
    answers; `seconds` the time waited for models, along the longest path through each turn; `money`
    is in the currency of the prices, 0 without any.
    """

    calls: int
    tokens: int
    seconds: float
    money: float


NOTHING: Spent = {"calls": 0, "tokens": 0, "seconds": 0.0, "money": 0.0}


def price_of(model: str, prices: Mapping[str, Price]) -> Price | None:
    """Return the price of a model as the calls name it; one without its address serves too."""
    return prices.get(model) or prices.get(model.partition("@")[0])


def money(call: Mapping[str, Any], prices: Mapping[str, Price]) -> float:
    """Return what one call cost; 0 for a model that has no price."""
    price = price_of(call["model"], prices)
    if price is None:
        return 0.0
    cached = min(call.get("tokens_cached", 0), call["tokens_in"])
    cost = (call["tokens_in"] - cached) * price["input"] + call["tokens_out"] * price["output"]
    return float(cost + cached * price.get("cached_input", price["input"])) / PER


def waited(calls: Iterable[Mapping[str, Any]]) -> float:
    """Return the seconds that a turn waited for models: the longest of each stage, added up.

    What is done again in another round of repair, or after another unit of the turn, is another
    stage.
    """
    longest: dict[tuple[tuple[str, ...], int, int], float] = {}
    for call in calls:
        tasks = next((one for one in STAGES if call["task"] in one), (call["task"],))
        stage = (tasks, call.get("round", 0), call.get("unit", 0))
        longest[stage] = max(longest.get(stage, 0.0), call["seconds"])
    return sum(longest.values())


def plus(spent: Spent, calls: list[dict[str, Any]], prices: Mapping[str, Price]) -> Spent:
    """Return what has been spent after the calls of one more turn."""
    return {
        "calls": spent["calls"] + sum(call["requests"] for call in calls),
        "tokens": spent["tokens"] + sum(c["tokens_in"] + c["tokens_out"] for c in calls),
        "seconds": round(spent["seconds"] + waited(calls), 3),
        "money": round(spent["money"] + sum(money(call, prices) for call in calls), 9),
    }


def limit_reached(spent: Spent, limits: Mapping[str, float | None]) -> str:
    """Return in words which limit has been reached, or nothing.

    Args:
        spent: what has been spent.
        limits: by the fields of :class:`Spent`; None where there is no limit.
    """
    for name, limit in limits.items():
        used = float(spent[name])  # type: ignore[literal-required]  # they are its fields
        if limit is not None and used >= limit:
            return f"{name}: {used:.4g} of {limit:g}"
    return ""


def accounts(
    rows: Iterable[Mapping[str, Any]], prices: Mapping[str, Price] | None = None
) -> dict[str, Any]:
    """Return what the models of a game cost, as plain JSON.

    Args:
        rows: the turns of the record.
        prices: by model.

    Returns:
        `turns`; `total`, a :class:`Spent` with `tokens_cached`; `unpriced`, the models without a
        price if there are prices; `by_task`, `by_seat`, `by_task_and_seat` and `by_model`, each a
        list of rows as :func:`mmagents.interfaces.accounts.total` gives them, with `money` if there
        are prices; and
        `forms`: by model and task, how often which `form` of answers was asked for (see
        :mod:`mmagents.models.client.ladder`).
    """
    prices = prices or {}
    spent, turns, calls = NOTHING, 0, []
    for row in rows:
        found = row["ledger"].get("calls", [])
        spent, turns = plus(spent, found, prices), turns + 1
        calls += [{"form": "", **call, "money": money(call, prices)} for call in found]
    calls.sort(key=lambda call: (TASKS.index(call["task"]), call["seat"]))
    models = {call["model"] for call in calls}
    tables = {
        "by_task": ("task",),
        "by_seat": ("seat",),
        "by_task_and_seat": ("task", "seat"),
        "by_model": ("model",),
    }
    return {
        "turns": turns,
        "total": {**spent, "tokens_cached": sum(call.get("tokens_cached", 0) for call in calls)},
        "unpriced": sorted(m for m in models if prices and price_of(m, prices) is None),
        **{name: _table(calls, by, bool(prices)) for name, by in tables.items()},
        "forms": forms_asked(calls),
    }


_BY_FORM = ("model", "task", "form")


def forms_asked(calls: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return by `model`, `task` and `form` how many `questions` were put, of those with a form."""
    return forms_together([{**call, "questions": 1} for call in calls if call.get("form")])


def forms_together(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of :func:`forms_asked` added up, those of several games for example."""
    found: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        found[tuple(str(row[name]) for name in _BY_FORM)] += row["questions"]
    return [dict(zip(_BY_FORM, key, strict=True), questions=found[key]) for key in sorted(found)]


def _table(calls: list[dict[str, Any]], by: tuple[str, ...], priced: bool) -> list[dict[str, Any]]:
    rows = total(calls, by)
    if priced:
        for row in rows:
            of = [call for call in calls if all(call[name] == row[name] for name in by)]
            row["money"] = round(sum(call["money"] for call in of), 9)
    return rows
