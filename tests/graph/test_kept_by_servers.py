"""Tokens that a server says it had read before: counted in ledgers and accounts, and in money."""

import json
from dataclasses import replace
from typing import Any

import pytest

from mmagents.cli.shown.totals import cost
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.spending import NOTHING, accounts, plus
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving

PRICES = {"openai:any": {"input": 2.0, "output": 10.0}}


def test_what_a_server_had_read_before_costs_its_own_price() -> None:
    call = {"task": "think", "model": "openai:any", "requests": 1, "seconds": 0.0,
            "tokens_in": 1_000_000, "tokens_out": 0, "tokens_cached": 750_000}  # fmt: skip
    cheap = {"openai:any": {**PRICES["openai:any"], "cached_input": 0.2}}
    assert plus(NOTHING, [call], PRICES)["money"] == 2.0
    assert plus(NOTHING, [call], cheap)["money"] == pytest.approx(0.25 * 2.0 + 0.75 * 0.2)
    older = {key: value for key, value in call.items() if key != "tokens_cached"}
    assert plus(NOTHING, [older], cheap)["money"] == 2.0


def test_accounts_tell_how_much_a_server_had_read_before() -> None:
    def mind(request: Request, number: int) -> Answer:
        return replace(faithful(request, number), kept=0.5)

    with serving(mind) as server:
        context = Context(model="openai:any", base_url=server.url, turns=2)
        end = graph.invoke({"scenario": "mini", "seed": 1}, context=context)
    calls = [call for row in end["history"] for call in row["ledger"]["calls"]]
    assert all(call["tokens_cached"] == call["tokens_in"] // 2 for call in calls)
    account = accounts(end["history"])
    kept = sum(call["tokens_cached"] for call in calls)
    assert account["total"]["tokens_cached"] == kept
    assert sum(row["tokens_cached"] for row in account["by_seat"]) == kept
    titles, *_ = (line.split() for line in cost(account)[1:])
    assert "kept" in titles
    older = [{**row, "ledger": {**row["ledger"], "calls": [without(call) for call in
             row["ledger"]["calls"]]}} for row in end["history"]]  # fmt: skip
    assert "kept" not in cost(accounts(older))[1]


@pytest.mark.slow
def test_it_is_counted_for_every_task_of_a_game_and_for_what_is_asked_once_more() -> None:
    def mind(request: Request, nth: int) -> Answer:
        answer = faithful(request, nth)
        task, text = request.headers.get("x-mmagents-task"), answer.text
        if task == "normalise" and nth % 2:
            text = "Well."
        if task == "diagnose":
            text = json.dumps(json.loads(text or "") | {"severity": 9, "taken_for": "fault"})
        return replace(answer, text=text, kept=0.5)

    checked = {"repair": True, "nli": "llm", "merge": True, "best_of": 2, "condition": "moderator"}
    with serving(mind) as server:
        context = Context(
            model="openai:any", base_url=server.url, turns=8, tolerate=True, **checked
        )
        end = graph.invoke(
            {"scenario": "mini", "seed": 1}, {"recursion_limit": 400}, context=context
        )
    calls = [call for row in end["history"] for call in row["ledger"]["calls"]]
    again = [call for call in calls if call["asked_again"]]
    assert again
    for call in calls:  # two requests are rounded one by one
        assert call["tokens_cached"] == pytest.approx(call["tokens_in"] / 2, abs=2)
    assert {call["task"] for call in calls} >= {
        "think", "moderate", "speak", "triplets", "entail", "diagnose", "merge", "repair",
        "normalise", "detect",
    }  # fmt: skip
    prices = {"openai:any": {**PRICES["openai:any"], "output": 0.0, "cached_input": 0.0}}
    read = sum(call["tokens_in"] - call["tokens_cached"] for call in calls)
    assert accounts(end["history"], prices)["total"]["money"] == pytest.approx(read * 2 / 1e6)


def without(call: dict[str, Any]) -> dict[str, Any]:
    """Return a call as older records have it."""
    return {key: value for key, value in call.items() if key != "tokens_cached"}
