"""Normalising that is put off: when it is asked for, and what is then on the record."""

import asyncio
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mmagents.graph import saved as games
from mmagents.graph.begin import begin
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.stores.saved_game import SavedGame
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow  # games of models on loopback
LIMIT: Any = {"recursion_limit": 500}


def played(url: str, **given: Any) -> dict[str, Any]:
    context = Context(
        **{"model": "openai:any", "base_url": url, "turns": 11, "pace": "lean", **given}
    )
    return dict(graph.invoke({"scenario": "mini", "seed": 1}, LIMIT, context=context))


def noted_in(rows: list[dict[str, Any]], task: str = "normalise_turns") -> list[int]:
    return [r["turn"] for r in rows if any(c["task"] == task for c in r["ledger"]["calls"])]


def test_every_turn_is_noted_once_before_it_leaves_anybodys_history() -> None:
    with serving(faithful) as server:
        rows = played(server.url)["history"]
    asked = noted_in(rows)
    assert len(asked) == 3
    assert asked[-1] == 11
    assert all(row["knowledge"] and row["text"] in row["knowledge"][0] for row in rows[:-1])
    noted = {turn: min(one for one in asked if one >= turn) for turn in range(1, 12)}
    assert all(later - turn < Context().k for turn, later in noted.items())
    assert not noted_in(rows, "normalise")


def test_after_the_last_words_nothing_waits_to_be_noted() -> None:
    with serving(faithful) as server:
        rows = played(server.url, turns=7)["history"]
        asked = [one.headers.get("x-mmagents-task", "") for one in server.requests]
    assert not any("normalise" in task for task in asked[asked.index("speak", -3) :])
    assert noted_in(rows)[-1] == 7, "those before it are noted in its turn"
    assert rows[-1]["knowledge"], "the rules note it"


@pytest.mark.parametrize("given", [{"recall": "all"}, {"k": 2}, {"models": {"normalise": "rules"}}])
def test_what_a_prompt_needs_at_once_or_costs_nothing_is_not_put_off(given: dict[str, Any]) -> None:
    with serving(faithful) as server:
        rows = played(server.url, turns=4, **given)["history"]
    assert all(not noted_in(rows, "normalise_turns") for _ in rows)
    assert noted_in(rows, "normalise") == ([] if "models" in given else [1, 2, 3, 4])
    assert sum(bool(row["knowledge"]) for row in rows) >= 3


def test_a_game_that_a_limit_ends_is_noted_to_its_end_and_goes_on() -> None:
    with serving(faithful) as server:
        state = played(server.url, max_calls=20)
    rows = state["history"]
    assert state["stopped"]
    assert len(rows) < 11
    assert all(row["knowledge"] for row in rows)
    assert noted_in(rows)[-1] == rows[-1]["turn"]
    assert state["spent"]["calls"] == sum(len(row["ledger"]["calls"]) for row in rows)


def test_the_record_of_a_kept_game_holds_what_was_noted_later(tmp_path: Path) -> None:
    with serving(faithful) as server:
        context = Context(model="openai:any", base_url=server.url, turns=9, pace="lean")

        async def play(game: SavedGame, most: int) -> int:
            told = 0
            async with aclosing(games.go_on(game)) as events:
                async for event in events:
                    told += event.row is not None
                    if told == most:
                        break
            return told

        with begin(tmp_path / "game", "mini", 1, context) as game:
            assert asyncio.run(play(game, 6)) == 6
            first = game.rows()
            assert [bool(row["knowledge"]) for row in first] == [True] * 4 + [False] * 2
            assert asyncio.run(play(game, 99)) == 3
            rows = game.rows()
            kept = asyncio.run(games.history_of(game))
    assert rows == kept
    assert all(row["knowledge"] for row in rows)
    assert all(one["turn"] + 1 == after["turn"] for one, after in pairwise(rows))
