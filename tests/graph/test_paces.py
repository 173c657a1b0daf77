"""The paces: who thinks, whose thought stands, and that the rules of the floor hold at each."""

from itertools import pairwise
from typing import Any

import pytest

from benchmarks.engine.paces import compare
from mmagents.floor.conditions import CONDITIONS
from mmagents.graph.begin import context_from
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.loader import load_scenario
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, Server, serving

pytestmark = pytest.mark.slow  # games of models on loopback

SEATS = load_scenario("mini").seats()


def rows_of(seed: int = 4, **given: Any) -> list[dict[str, Any]]:
    context = Context(**{"turns": 16, "pace": "lean", **given})
    found = graph.invoke(
        {"scenario": "mini", "seed": seed}, {"recursion_limit": 500}, context=context
    )
    return list(found["history"])


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
            assert 0 < waited <= Context().k
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


def test_without_history_everybody_thinks_before_every_turn_that_bids_decide() -> None:
    rows = rows_of(condition="ss", memories=("thoughts", "long-term"))[1:]
    assert all(sorted(anew(row)) == sorted(SEATS) for row in rows)


def test_a_game_without_a_pace_is_played_as_the_paper_does() -> None:
    rows = rows_of(pace=Context().pace)
    assert all(sorted(anew(row)) == sorted(SEATS) for row in rows)


def test_the_stages_of_agentgroupchat_have_no_pace() -> None:
    with pytest.raises(MMAgentsError, match="has nobody bid; leave out `pace`"):
        context_from(protocol="agentgroupchat", evening="whole", pace="lean")


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
