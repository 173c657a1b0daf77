"""Games of models on servers that each know other forms, and on models that give nothing usable."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mmagents.graph import saved as games
from mmagents.graph.begin import check_players
from mmagents.nodes.context import Context
from mmagents.nodes.spending import accounts
from mmagents.nodes.table import table_for
from mmagents.nodes.usable import LATELY, NOT_YET, in_words, nothing_usable, with_calls
from mmagents.scenarios.loader import scenario_path
from mmagents.stores.saved_game import SavedGame
from tests.models.client.test_ladder import FOUND
from tests.servers.dialects import DIALECTS, speaking
from tests.servers.openai_minds import faithful, task_of
from tests.servers.openai_server import Answer, Mind, Request, serving

pytestmark = pytest.mark.slow  # games of models on loopback

TASKS = ("think", "normalise", "detect")
GOOD: dict[str, Any] = {"task": "think", "seat": "a", "model": "m", "default": None}
BAD = {**GOOD, "default": "not_json", "answered": "Once upon a time"}


def played(folder: Path, mind: Mind, turns: int, *, tried: bool = True, **given: Any) -> SavedGame:
    """Return a saved game of models behind a mind, played until it ends."""
    with serving(mind) as server:
        context = Context(model="openai:any", base_url=server.url, turns=turns, **given)
        if tried:
            check_players(context, table_for("mini", context))
        meta = {"scenario": "mini", "seed": 3, "context": context.model_dump()}
        game = SavedGame.create(folder, meta, scenario_path("mini"))
        play_on(game)
    return game


def play_on(game: SavedGame, **changes: Any) -> str:
    """Play on; return what stopped the game."""

    async def run() -> str:
        return [event.stopped async for event in games.go_on(game, changes) if event.row][-1]

    return asyncio.run(run())


def forgetting(task: str, mind: Mind = faithful) -> Mind:
    """Return a mind that tells stories instead of answering a task."""

    def forgets(request: Request, number: int) -> Answer:
        asked = "x-mmagents-task" in request.headers and task_of(request) == task
        return Answer("Once upon a time") if asked else mind(request, number)

    return forgets


@pytest.mark.parametrize("dialect", DIALECTS)
def test_ten_turns_on_a_server_of_any_dialect_need_no_default(tmp_path: Path, dialect: str) -> None:
    with played(tmp_path / "game", speaking(DIALECTS[dialect]), 10) as game:
        rows = game.rows()
        calls = [call for row in rows for call in row["ledger"]["calls"]]
        assert len(rows) == 10
        assert not [call for call in calls if call["default"] or call["retries"]]
        assert not [call for call in calls if call["asked_again"]]
        forms = {row["task"]: row["form"] for row in accounts(rows)["forms"]}
        assert forms == dict(zip(TASKS, FOUND[dialect], strict=True))


def test_a_server_that_nobody_tried_is_found_out_as_it_is_played_with(tmp_path: Path) -> None:
    mind = speaking(DIALECTS["llama-cpp-python"])
    with played(tmp_path / "game", mind, 5, tried=False) as game:
        rows = game.rows()
        calls = [call for row in rows for call in row["ledger"]["calls"] if call["form"]]
        assert not [call for call in calls if call["default"]]
        assert {call["form"] for call in calls[-5:]} == {"json_object with schema"}


def test_a_game_without_a_usable_thought_stops_after_its_first_turn(tmp_path: Path) -> None:
    with played(tmp_path / "game", forgetting("think"), 5) as game:
        (row,) = game.rows()
        stopped = asyncio.run(games.values_of(game))["stopped"]
        told = in_words(stopped, "en")
        call = next(one for one in row["ledger"]["calls"] if one["task"] == "think")
        for part in ("think", call["model"], "not_json", "Once upon a time"):
            assert part in told
        with serving(faithful) as better:
            assert play_on(game, base_url=better.url) == ""
        assert len(game.rows()) == 5
        assert not in_words(asyncio.run(games.values_of(game))["stopped"], "en")


def test_a_game_that_tolerates_it_goes_on_with_defaults(tmp_path: Path) -> None:
    with played(tmp_path / "game", forgetting("think"), 3, tolerate=True) as game:
        assert len(game.rows()) == 3


def test_a_game_stops_when_half_of_the_last_questions_fell_to_defaults(tmp_path: Path) -> None:
    def fails_later(request: Request, number: int) -> Answer:
        mind = forgetting("think", forgetting("normalise")) if number > 20 else faithful
        return mind(request, number)

    with played(tmp_path / "game", fails_later, 30) as game:
        assert 1 < len(game.rows()) < 30
        assert in_words(asyncio.run(games.values_of(game))["stopped"], "ja")


def test_what_is_usable_is_counted_over_the_last_questions() -> None:
    lately = with_calls(NOT_YET, [GOOD] * (LATELY // 2 - 1) + [BAD] * (LATELY // 2 - 1))
    assert nothing_usable(lately, [GOOD]) == ""
    assert nothing_usable(lately, [GOOD, BAD])
    assert len(with_calls(lately, [GOOD] * 99)["asks"]) == LATELY
    assert nothing_usable(NOT_YET, [BAD, GOOD]) == ""
    assert nothing_usable(NOT_YET, [BAD, BAD])
    assert nothing_usable(with_calls(NOT_YET, [GOOD]), [BAD, BAD]) == ""
