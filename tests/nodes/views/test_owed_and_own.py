"""What a view says of what somebody else owes, and of the seat's own bids and lies."""

from typing import Any

import pytest

from mmagents.graph.build import graph
from mmagents.interfaces.view import OwnBid, View
from mmagents.scenarios.loader import load_scenario
from tests.nodes.watching import Watching

pytestmark = pytest.mark.slow  # games are played

STORY = "halcyon-light"


def played(condition: str) -> tuple[list[dict[str, Any]], list[View]]:
    context = Watching(turns=16, condition=condition)
    rows = graph.invoke({"scenario": STORY, "seed": 21}, {"recursion_limit": 200}, context=context)[
        "history"
    ]
    return rows, context.thinking


@pytest.fixture(scope="module")
def talk() -> tuple[list[dict[str, Any]], list[View]]:
    return played("cssn-or-ss")


def test_all_who_heard_it_are_told_who_owes_an_answer_and_has_the_floor(talk: Any) -> None:
    rows, views = talk
    owing = 0
    for view in views:
        row = rows[view.turn - 1]
        if row["rule"] != "1a":
            continue
        asked = view.obligation if row["speaker"] == view.seat else view.owed
        other = view.owed if row["speaker"] == view.seat else view.obligation
        assert asked is not None
        assert (asked.turn, asked.to) == (view.turn - 1, (row["speaker"],))
        assert other is None
        owing += 1
    assert owing


def test_where_asking_obliges_nobody_nobody_is_told_what_is_owed() -> None:
    _, views = played("ss")
    assert {view.owed for view in views} == {view.obligation for view in views} == {None}


def test_a_seat_knows_how_many_turns_there_are_and_its_own_last_bids(talk: Any) -> None:
    rows, views = talk
    for view in views:
        assert view.last_turn == 16
        before = rows[max(0, view.turn - 6) : view.turn - 1]
        bids = [(row, bid) for row in before for bid in row["ledger"]["bids"]]
        assert list(view.bids) == [
            OwnBid(row["turn"], bid["action"], bid["importance"], row["speaker"] == view.seat)
            for row, bid in bids
            if bid["seat"] == view.seat
        ]


def test_a_seats_own_lies_and_nobody_elses_are_marked_for_it(talk: Any) -> None:
    rows, views = talk
    lies = {fact.id for fact in load_scenario(STORY).facts if fact.cover_story}
    told = {row["turn"]: row["speaker"] for row in rows if lies & set(row["facts"])}
    assert told
    for view in views:
        own = [turn for turn, who in told.items() if who == view.seat and turn < view.turn]
        assert set(view.lies) <= set(own)
    marked = {turn for view in views for turn in view.lies}
    assert marked
    assert all(told[turn] for turn in marked)


def at_six(**given: Any) -> tuple[list[dict[str, Any]], list[View]]:
    context = Watching(turns=6, **given)
    rows = graph.invoke({"scenario": "mini", "seed": 3}, context=context)["history"]
    return rows, [view for view in context.thinking if view.turn == 6]


def test_a_seat_remembers_what_it_thought_whether_or_not_it_spoke() -> None:
    rows, views = at_six()
    for view in views:
        bids = [bid for row in rows[:5] for bid in row["ledger"]["bids"]]
        assert list(view.thoughts) == [
            bid["thought"] for bid in bids if bid["seat"] == view.seat and bid["thought"]
        ]


def test_with_own_words_what_it_said_stands_in_place_of_what_it_thought() -> None:
    rows, views = at_six(models={"own_words": True})
    said = [row for row in rows[:5] if row["speaker"] in {view.seat for view in views}]
    assert said
    for view in views:
        own = [row for row in rows[:5] if row["speaker"] == view.seat]
        planned = {
            bid["thought"]
            for row in own
            for bid in row["ledger"]["bids"]
            if bid["seat"] == view.seat
        }
        assert [one for one in view.thoughts if one in {row["text"] for row in own}] == [
            row["text"] for row in own
        ]
        others = [
            bid["thought"]
            for row in rows[:5]
            if row not in own
            for bid in row["ledger"]["bids"]
            if bid["seat"] == view.seat
        ]
        assert not set(view.thoughts) & planned - set(others)


def test_the_paper_set_keeps_own_words() -> None:
    assert [view.thoughts for view in at_six(models={"prompt_set": "paper"})[1]] == [
        view.thoughts for view in at_six(models={"own_words": True})[1]
    ]
