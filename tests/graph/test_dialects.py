"""Games of models on servers that each know other forms, and on models that give nothing usable."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mmagents.graph.build import graph
from mmagents.models.client.trust import TRUSTED
from mmagents.nodes.context import Context
from mmagents.nodes.model_health import (
    ENOUGH,
    LATELY,
    NOT_YET,
    THOUGHTLESS,
    Lately,
    after_calls,
    in_words,
    nothing_usable,
    paused,
    what_to_try,
    with_calls,
)
from mmagents.nodes.spending import accounts
from mmagents.nodes.table import table_for
from mmagents.saved import games
from mmagents.saved.begin import begin, check_players
from mmagents.saved.saved_game import SavedGame
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
        game = begin(folder, "mini", 3, context)
        rows_of(game)
    return game


def forgetting(task: str, mind: Mind = faithful) -> Mind:
    """Return a mind that tells stories instead of answering a task."""

    def forgets(request: Request, number: int) -> Answer:
        asked = "x-mmagents-task" in request.headers and task_of(request) == task
        return Answer("Once upon a time") if asked else mind(request, number)

    return forgets


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_game_on_a_server_of_any_dialect_needs_no_default(tmp_path: Path, dialect: str) -> None:
    with played(tmp_path / "game", speaking(DIALECTS[dialect]), 4) as game:
        rows = game.rows()
        calls = [call for row in rows for call in row["ledger"]["calls"]]
        assert len(rows) == 4
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
        call = next(one for one in row["ledger"]["calls"] if one["task"] == "think")
        for part in ("think", call["model"], "not_json", "Once upon a time"):
            assert part in stopped(game)
        with serving(faithful) as better:
            assert rows_of(game, base_url=better.url) == [""] * 4
        assert len(game.rows()) == 5
        assert not stopped(game)


def failing_after(turns: int) -> Mind:
    """Return a mind of three seats that gives no thoughts after so many turns."""

    def fails(request: Request, number: int) -> Answer:
        spoken = fails.spoken  # type: ignore[attr-defined]  # counted here, turn by turn
        if request.headers.get("x-mmagents-task") == "speak":
            fails.spoken = spoken + 1  # type: ignore[attr-defined]  # as above
        return (forgetting("think") if spoken >= turns else faithful)(request, number)

    fails.spoken = 0  # type: ignore[attr-defined]  # as above
    return fails


def test_a_game_without_a_usable_thought_in_its_last_turn_says_so_and_is_whole(
    tmp_path: Path,
) -> None:
    with played(tmp_path / "game", failing_after(3), 4) as game:
        assert [row["turn"] for row in game.rows()] == [1, 2, 3, 4]
        assert asyncio.run(games.values_of(game))["ended"]
        assert "Once upon a time" in stopped(game)
        with serving(faithful) as better:
            assert rows_of(game, base_url=better.url) == []
            assert rows_of(game, base_url=better.url, turns=5) == [""]
        assert not stopped(game)


def rows_of(game: SavedGame, **changes: Any) -> list[str]:
    """Play on; return what stopped the game after each turn."""

    async def run() -> list[str]:
        return [event.stopped async for event in games.go_on(game, changes) if event.row]

    return asyncio.run(run())


def stopped(game: SavedGame, language: str = "en") -> str:
    return in_words(asyncio.run(games.values_of(game))["stopped"], language)


@pytest.mark.parametrize("given", [{"turns": 5}, {"turns": 4, "limits.tolerate": True}])
def test_other_turns_than_the_last_may_fail_and_a_tolerant_game_does_not_mind(
    tmp_path: Path, given: dict[str, Any]
) -> None:
    mind = failing_after(3)

    def recovers(request: Request, number: int) -> Answer:
        later = mind.spoken >= 4  # type: ignore[attr-defined]  # of `failing_after`
        return (faithful if later else mind)(request, number)

    with played(tmp_path / "game", recovers, **given) as game:
        assert len(game.rows()) == given["turns"]
        assert not stopped(game)


async def test_a_served_game_tries_its_models_once_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with serving(speaking(DIALECTS["text alone"])) as server:
        monkeypatch.setenv(TRUSTED, server.url)
        context = Context(model="openai:any", base_url=server.url, turns=2)
        tried = []
        for thread in ("one", "two"):
            config: Any = {"configurable": {"assistant_id": "mmagents", "thread_id": thread}}
            rows = (await graph.ainvoke({"scenario": "mini"}, config, context=context))["history"]
            calls = [call for row in rows for call in row["ledger"]["calls"]]
            assert not [call for call in calls if call["retries"]]
            tried.append(sum("x-mmagents-task" not in one.headers for one in server.requests))
    assert tried[0] > len(TASKS)
    assert tried[1] == tried[0]


def test_what_is_usable_is_counted_over_the_last_questions() -> None:
    lately = with_calls(NOT_YET, [GOOD] * (LATELY // 2 - 1) + [BAD] * (LATELY // 2 - 1))
    assert nothing_usable(lately, [GOOD]) == ""
    assert nothing_usable(lately, [GOOD, BAD])
    assert len(with_calls(lately, [GOOD] * 99)["asks"]) == LATELY
    assert nothing_usable(NOT_YET, [BAD, GOOD]) == ""
    assert nothing_usable(NOT_YET, [BAD, BAD])
    assert nothing_usable(with_calls(NOT_YET, [GOOD]), [BAD, BAD]) == ""


def of(task: str, *usable: bool) -> list[dict[str, Any]]:
    return [{**(GOOD if one else BAD), "task": task} for one in usable]


def test_a_task_without_a_usable_answer_in_its_first_three_questions_stops_the_game() -> None:
    lately = NOT_YET
    for turn in range(ENOUGH):
        calls = [*of("think", True, True), *of("detect", False)]
        assert bool(nothing_usable(lately, calls)) == (turn == ENOUGH - 1)
        lately = with_calls(lately, calls)
    once = with_calls(NOT_YET, of("detect", False, False, True, False, False))
    assert nothing_usable(once, of("detect", False)) == ""


def test_a_turn_of_which_nothing_was_answered_stops_the_game_and_one_choice_does_not() -> None:
    before = with_calls(NOT_YET, [one for task in ("think", "choose") for one in of(task, True)])
    assert nothing_usable(before, of("think", False, False)) == ""
    assert nothing_usable(before, of("think", False, False, False))
    assert nothing_usable(before, of("choose", False)) == ""
    assert nothing_usable(before, of("choose", False), last=True), "nothing can show more after it"
    assert nothing_usable(with_calls(NOT_YET, []), of("choose", False)), "the first choice of all"


def test_six_thoughts_in_a_row_without_a_usable_answer_stop_the_game() -> None:
    lately = with_calls(NOT_YET, of("think", True))
    for at in range(THOUGHTLESS):
        calls = [*of("think", False), *of("speak", True), *of("detect", True)]
        assert bool(nothing_usable(lately, calls)) == (at == THOUGHTLESS - 1)
        lately = with_calls(lately, calls)
    assert "thoughtless" not in with_calls(lately, of("think", True))


def test_a_game_stopped_before_tasks_were_counted_goes_on_as_it_was() -> None:
    lately: Lately = {"asks": [True] * 9, "thought": True}
    assert nothing_usable(lately, of("think", False, False)) == ""
    assert nothing_usable(with_calls(lately, of("think", False)), of("think", False)) == ""


def test_what_a_pause_came_to_stops_the_game_when_it_is_over() -> None:
    at_rest = paused(NOT_YET, of("reflect", False))["lately"]
    assert "reflect" in nothing_usable(at_rest, [])
    assert after_calls(at_rest, [], anew=True) == {"lately": NOT_YET}


@pytest.mark.parametrize(
    ("fault", "said", "advice"),
    [
        ("no connection: Connection error.", "No answer came (no connection: C", "still running"),
        ("HTTP 401: Error code: 401", "No answer came (HTTP 401", "Check the key"),
        ("HTTP 429: Error code: 429", "No answer came (HTTP 429", "Try again later"),
        ("time-out", "No answer came (time-out).", "--timeout"),
        ("empty", "Its answer was empty.", "--model-for think="),
        ("missing action", "cannot be used (missing action): Once upon", "--model-for think="),
    ],
)
def test_the_error_says_what_came_of_the_question_and_what_to_try(
    fault: str, said: str, advice: str
) -> None:
    why = nothing_usable(NOT_YET, [{**BAD, "default": fault}])
    assert said in in_words(why, "en")
    assert advice in what_to_try(why, "en")
    for blank in (in_words(why, "ja"), what_to_try(why, "ja")):
        assert "{" not in blank
