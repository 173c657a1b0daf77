"""The paces: who thinks, whose thought stands, and that the rules of the floor hold at each."""

import asyncio
import json
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks.engine.paces import compare
from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import CONDITIONS
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.saved import games
from mmagents.saved.begin import begin, context_from
from mmagents.saved.saved_game import SavedGame
from mmagents.scenarios.loader import load_scenario
from tests.graph.conftest import LIMIT, played
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Mind, Request, Server, serving

pytestmark = pytest.mark.slow  # games of models on loopback

SEATS = load_scenario("mini").seats()


def rows_of(seed: int = 4, **given: Any) -> list[dict[str, Any]]:
    return played(Context(**{"turns": 16, "pace": "lean", **given}), seed=seed)


def anew(row: dict[str, Any]) -> list[str]:
    return [bid["seat"] for bid in row["ledger"]["bids"] if "kept_from" not in bid]


@pytest.mark.parametrize("condition", ["cssn-or-ss", "equal", "mention"])
def test_where_bids_do_not_decide_only_whoever_gets_the_floor_thinks(condition: str) -> None:
    rows = [row for row in rows_of(condition=condition) if row["rule"] not in ("1b", "1c")]
    assert len(rows) > 4
    assert all(anew(row) == [row["speaker"]] for row in rows)


@pytest.mark.parametrize("condition", [one for one in CONDITIONS if one != "interrogation"])
def test_whoever_speaks_has_thought_and_a_kept_thought_is_as_it_was_made(condition: str) -> None:
    rows = rows_of(condition=condition)
    made: dict[tuple[str, int], dict[str, Any]] = {}
    for row in rows:
        bids = {bid["seat"]: bid for bid in row["ledger"]["bids"]}
        assert row["speaker"] in bids
        for seat, bid in bids.items():
            if "kept_from" not in bid:
                made[seat, row["turn"]] = bid
                continue
            before = made[seat, bid["kept_from"]]
            waited = row["turn"] - bid["kept_from"]
            assert 0 < waited <= Context().memory.k
            assert (bid["thought"], bid["was"]) == (before["thought"], before["importance"])
            assert bid["importance"] == max(0, bid["was"] - waited)


def test_whoever_is_asked_alone_has_the_floor_next_at_every_pace() -> None:
    rows = rows_of(turns=30)
    asked = 0
    for row, after in pairwise(rows):
        to = row["addressees"]
        if row["first_pair_part"] and len(to) == 1 and to[0] in SEATS and to[0] != row["speaker"]:
            asked += 1
            assert (after["speaker"], after["rule"]) == (to[0], "1a")
    assert asked > 3


def test_lean_gives_the_floor_as_the_paper_does_in_nineteen_turns_of_twenty() -> None:
    games = [compare("mini", "en", "cssn-or-ss", 20, seed) for seed in range(4)]
    assert sum(one.turns for one in games) == 80
    assert sum(one.by_bids for one in games) > 20
    assert sum(one.thoughts for one in games) < 80 * len(SEATS)
    assert sum(len(one.differs) for one in games) <= 4


@pytest.mark.parametrize(
    "given",
    [{"condition": "ss", "memory.layers": ("thoughts", "long-term")}, {"pace": Context().pace}],
)
def test_without_history_or_without_a_pace_everybody_thinks_before_every_turn(
    given: dict[str, Any],
) -> None:
    assert all(sorted(anew(row)) == sorted(SEATS) for row in rows_of(**given)[1:])


def test_the_stages_of_agentgroupchat_have_no_pace() -> None:
    with pytest.raises(MMAgentsError, match="has nobody bid; leave out `pace`"):
        context_from(evening={"protocol": "agentgroupchat", "kind": "whole"}, pace="lean")


def leaving_open(request: Request, number: int) -> Answer:
    """Answer faithfully, but say what leaves open what is due, of which the rules are not sure."""
    answer = faithful(request, number)
    due = (answer.text or "").startswith("I was by")
    return Answer("So it was the night.") if due else answer


def thought_of_meanwhile(server: Server, request: Request) -> bool:
    """Tell whether the turn after one that is being read is being thought of."""
    asked = [(one["x-mmagents-task"], int(one["x-mmagents-turn"])) for one in server.headers]
    return about(request)[0] != "detect" or ("think", about(request)[1] + 1) in asked


def about(request: Request) -> tuple[str, int]:
    return request.headers["x-mmagents-task"], int(request.headers["x-mmagents-turn"])


@pytest.mark.parametrize("condition", ["cssn-or-ss", "equal"])
def test_while_a_model_reads_a_turn_the_next_one_is_thought_of(condition: str) -> None:
    with serving(leaving_open, until=thought_of_meanwhile) as server:
        rows = rows_of(model="openai:any", base_url=server.url, condition=condition)
    read = [row["turn"] for row in rows if "detect" in tasks_of(row)]
    assert len(read) > 3
    assert read[-1] < len(rows), "the rules read the last turn"
    for row in rows:
        assert row["speaker"] in [bid["seat"] for bid in row["ledger"]["bids"]]
    for row, after in pairwise(rows):
        to = row["addressees"]
        if condition == "cssn-or-ss" and row["first_pair_part"] and len(to) == 1:
            assert (after["speaker"], after["rule"]) == (to[0], "1a")


def tasks_of(row: dict[str, Any]) -> set[str]:
    return {call["task"] for call in row["ledger"]["calls"]}


def test_the_last_turn_is_read_by_the_rules_at_lean_alone() -> None:
    with serving(leaving_open) as server:
        given = {"model": "openai:any", "base_url": server.url}
        lean = [rows_of(**given, turns=turns)[-1] for turns in range(2, 9)]
        paper = rows_of(**given, turns=4, pace="paper")[-1]
    assert any(row["text"] == "So it was the night." for row in lean)
    assert not any("detect" in tasks_of(row) for row in lean)
    assert "detect" in tasks_of(paper)


def drafted(mind: Mind = faithful, **given: Any) -> list[dict[str, Any]]:
    with serving(mind) as server:
        fields = {"model": "openai:any", "base_url": server.url, "turns": 12, "pace": "draft"}
        return played(Context(**{**fields, **given}))


def tasks(row: dict[str, Any]) -> list[str]:
    calls = (call["task"] for call in row["ledger"]["calls"])
    return [task for task in calls if task != "normalise_turns"]


def test_a_turn_is_one_question_a_seat_and_rule_1a_holds() -> None:
    rows = drafted()
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
    rows = drafted(deaf)
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
    rows = drafted(silent, turns=4)
    assert all(row["ledger"]["drafted"] == "asked again" for row in rows)
    assert all(tasks(row).count("speak") == 1 for row in rows)


def test_seats_that_cannot_draft_think_and_speak_at_the_same_table() -> None:
    rows = drafted(seats={"bram": "improv"})
    assert {row["speaker"] for row in rows if row["ledger"]["drafted"] == "none"} == {"bram"}
    assert all(tasks(row).count("draft") == 2 for row in rows)
    for row in rows:
        assert ("speak" in tasks(row)) == (row["ledger"]["drafted"] == "asked again")


def test_drafts_are_screened_like_any_words() -> None:
    rows = drafted(repair={"nli": "rules"}, turns=4)
    assert all(row["ledger"]["repair"]["attempts"] for row in rows)


@pytest.mark.parametrize("pace", ["lean", "draft"])
def test_a_game_broken_off_and_gone_on_with_is_the_same_game(tmp_path: Path, pace: str) -> None:
    def without_calls(game: SavedGame) -> list[Any]:
        rows = game.rows()
        return [
            {**row, "ledger": {**row["ledger"], "calls": len(row["ledger"]["calls"])}}
            for row in rows
        ]

    with serving(faithful) as server:
        context = Context(model="openai:any", base_url=server.url, turns=9, pace=pace)
        with begin(tmp_path / "whole", "mini", 1, context) as whole:
            asyncio.run(play_on(whole, 99))
        with begin(tmp_path / "broken", "mini", 1, context) as broken:
            for most in (2, 3, 99):
                asyncio.run(play_on(broken, most))
        assert without_calls(broken) == without_calls(whole)
        assert len(broken.rows()) == 9


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"pace.overlap": True}, "leave out `overlap`"),
        ({"models.best_of": 2}, "leave out `best_of`"),
        ({"models.leave_out": ("memory",)}, "leave out `leave_out`"),
        ({"evening.persona": "strategist"}, "take pace lean"),
    ],
)
def test_what_does_not_go_with_drafts_is_one_clear_error(given: dict[str, Any], says: str) -> None:
    with pytest.raises(MMAgentsError, match=f"pace draft .*{says}"):
        context_from(**{"pace": "draft", **given})


def at_lean(url: str, **given: Any) -> dict[str, Any]:
    """Return the end of a game of models at that pace."""
    fields = {"model": "openai:any", "base_url": url, "turns": 11, "pace": "lean", **given}
    return dict(graph.invoke({"scenario": "mini", "seed": 1}, LIMIT, context=Context(**fields)))


async def play_on(game: SavedGame, most: int) -> int:
    """Play on until so many turns are told; return how many were."""
    told = 0
    async with aclosing(games.go_on(game)) as events:
        async for event in events:
            told += event.row is not None
            if told == most:
                break
    return told


def noted_in(rows: list[dict[str, Any]], task: str = "normalise_turns") -> list[int]:
    return [r["turn"] for r in rows if any(c["task"] == task for c in r["ledger"]["calls"])]


def test_every_turn_is_noted_once_before_it_leaves_anybodys_history() -> None:
    with serving(faithful) as server:
        rows = at_lean(server.url)["history"]
    asked = noted_in(rows)
    assert len(asked) == 3
    assert asked[-1] == 11
    assert all(row["knowledge"] and row["text"] in row["knowledge"][0] for row in rows[:-1])
    noted = {turn: min(one for one in asked if one >= turn) for turn in range(1, 12)}
    assert all(later - turn < Context().memory.k for turn, later in noted.items())
    assert not noted_in(rows, "normalise")


def test_after_the_last_words_nothing_waits_to_be_noted() -> None:
    with serving(faithful) as server:
        rows = at_lean(server.url, turns=7)["history"]
        asked = [one.headers.get("x-mmagents-task", "") for one in server.requests]
    assert not any("normalise" in task for task in asked[asked.index("speak", -3) :])
    assert noted_in(rows)[-1] == 7, "those before it are noted in its turn"
    assert rows[-1]["knowledge"], "the rules note it"


@pytest.mark.parametrize(
    "given", [{"memory.recall": "all"}, {"memory.k": 2}, {"models.tasks": {"normalise": "rules"}}]
)
def test_what_a_prompt_needs_at_once_or_costs_nothing_is_not_put_off(given: dict[str, Any]) -> None:
    with serving(faithful) as server:
        rows = at_lean(server.url, turns=4, **given)["history"]
    assert all(not noted_in(rows, "normalise_turns") for _ in rows)
    assert noted_in(rows, "normalise") == ([] if "models.tasks" in given else [1, 2, 3, 4])
    assert sum(bool(row["knowledge"]) for row in rows) >= 3


def test_a_game_that_a_limit_ends_is_noted_to_its_end_and_goes_on() -> None:
    with serving(faithful) as server:
        state = at_lean(server.url, limits={"calls": 20})
    rows = state["history"]
    assert state["stopped"]
    assert len(rows) < 11
    assert all(row["knowledge"] for row in rows)
    assert noted_in(rows)[-1] == rows[-1]["turn"]
    assert state["spent"]["calls"] == sum(len(row["ledger"]["calls"]) for row in rows)


def test_the_record_of_a_kept_game_holds_what_was_noted_later(tmp_path: Path) -> None:
    with serving(faithful) as server:
        context = Context(model="openai:any", base_url=server.url, turns=9, pace="lean")
        with begin(tmp_path / "game", "mini", 1, context) as game:
            assert asyncio.run(play_on(game, 6)) == 6
            first = game.rows()
            assert [bool(row["knowledge"]) for row in first] == [True] * 4 + [False] * 2
            assert asyncio.run(play_on(game, 99)) == 3
            rows = game.rows()
            kept = asyncio.run(games.history_of(game))
    assert rows == kept
    assert all(row["knowledge"] for row in rows)
    assert all(one["turn"] + 1 == after["turn"] for one, after in pairwise(rows))
