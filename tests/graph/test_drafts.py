"""The pace `draft`: who says what was drafted, and who is asked again."""

import asyncio
import json
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from mmagents.graph import saved as games
from mmagents.graph.begin import begin, context_from
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.scenarios.errors import MMAgentsError
from mmagents.stores.saved_game import SavedGame
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Mind, Request, serving

pytestmark = pytest.mark.slow  # games of models on loopback
LIMIT: Any = {"recursion_limit": 500}


def played(mind: Mind = faithful, **given: Any) -> list[dict[str, Any]]:
    with serving(mind) as server:
        fields = {"model": "openai:any", "base_url": server.url, "turns": 12, "pace": "draft"}
        context = Context(**{**fields, **given})
        found = graph.invoke({"scenario": "mini", "seed": 1}, LIMIT, context=context)
    return list(found["history"])


def tasks(row: dict[str, Any]) -> list[str]:
    calls = (call["task"] for call in row["ledger"]["calls"])
    return [task for task in calls if task != "normalise_turns"]


def test_a_turn_is_one_question_a_seat_and_rule_1a_holds() -> None:
    rows = played()
    assert all(tasks(row) == ["draft"] * 3 for row in rows)
    assert all(row["ledger"]["drafted"] == "said" for row in rows)
    assert all(row["knowledge"] for row in rows)
    asked = [(row, after) for row, after in pairwise(rows) if row["addressees"]]
    assert len(asked) > 3
    for row, after in asked:
        assert (after["rule"], after["speaker"]) == ("1a", row["addressees"][0])


def deaf(request: Request, number: int) -> Answer:
    """A mind whose drafts never take up what they were asked."""
    answer = faithful(request, number)
    if request.headers.get("x-mmagents-task") != "draft":
        return answer
    held = json.loads(answer.text or "")
    if not held["answers"]:
        return answer
    held |= {"words": "Rain, rain, and more rain.", "answers": 0, "second_pair_part": "none"}
    return Answer(json.dumps(held))


def test_whoever_owes_an_answer_and_drafted_none_is_asked_again() -> None:
    rows = played(deaf)
    again = [row for row in rows if row["ledger"]["drafted"] == "asked again"]
    assert again
    assert all(row["rule"] == "1a" and "speak" in tasks(row) for row in again)
    assert not any("Rain" in row["text"] for row in again)
    assert any(row["answers"] == row["turn"] - 1 for row in again)


def silent(request: Request, number: int) -> Answer:
    """A mind whose drafts have no words."""
    answer = faithful(request, number)
    if request.headers.get("x-mmagents-task") != "draft":
        return answer
    return Answer(json.dumps({**json.loads(answer.text or ""), "words": ""}))


def test_a_draft_without_words_is_asked_for_them() -> None:
    rows = played(silent, turns=4)
    assert all(row["ledger"]["drafted"] == "asked again" for row in rows)
    assert all(tasks(row).count("speak") == 1 for row in rows)


def test_seats_that_cannot_draft_think_and_speak_at_the_same_table() -> None:
    rows = played(seats={"bram": "improv"})
    assert {row["speaker"] for row in rows if row["ledger"]["drafted"] == "none"} == {"bram"}
    assert all(tasks(row).count("draft") == 2 for row in rows)
    for row in rows:
        assert ("speak" in tasks(row)) == (row["ledger"]["drafted"] == "asked again")


def test_drafts_are_screened_like_any_words() -> None:
    rows = played(repair=True, nli="rules", turns=4)
    assert all(row["ledger"]["repair"]["attempts"] for row in rows)


@pytest.mark.parametrize("pace", ["lean", "draft"])
def test_a_game_broken_off_and_gone_on_with_is_the_same_game(tmp_path: Path, pace: str) -> None:
    async def play(game: SavedGame, most: int) -> None:
        told = 0
        async with aclosing(games.go_on(game)) as events:
            async for event in events:
                told += event.row is not None
                if told == most:
                    break

    def without_calls(game: SavedGame) -> list[Any]:
        rows = game.rows()
        return [
            {**row, "ledger": {**row["ledger"], "calls": len(row["ledger"]["calls"])}}
            for row in rows
        ]

    with serving(faithful) as server:
        context = Context(model="openai:any", base_url=server.url, turns=9, pace=pace)
        with begin(tmp_path / "whole", "mini", 1, context) as whole:
            asyncio.run(play(whole, 99))
        with begin(tmp_path / "broken", "mini", 1, context) as broken:
            for most in (2, 3, 99):
                asyncio.run(play(broken, most))
        assert without_calls(broken) == without_calls(whole)
        assert len(broken.rows()) == 9


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"overlap": True}, "leave out `overlap`"),
        ({"best_of": 2}, "leave out `best_of`"),
        ({"leave_out": ("memory",)}, "leave out `leave_out`"),
        ({"persona": "strategist"}, "take pace lean"),
    ],
)
def test_what_does_not_go_with_drafts_is_one_clear_error(given: dict[str, Any], says: str) -> None:
    with pytest.raises(MMAgentsError, match=f"pace draft .*{says}"):
        context_from(pace="draft", **given)
