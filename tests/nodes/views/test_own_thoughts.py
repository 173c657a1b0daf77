"""shortTermHistory: what a seat thought, and with `own_words` what it said where it spoke."""

from typing import Any

from mmagents.graph.build import graph
from mmagents.interfaces.view import View
from tests.nodes.watching import Watching


def played(**given: Any) -> tuple[list[dict[str, Any]], list[View]]:
    context = Watching(turns=6, **given)
    rows = graph.invoke({"scenario": "mini", "seed": 3}, context=context)["history"]
    return rows, [view for view in context.thinking if view.turn == 6]


def test_a_seat_remembers_what_it_thought_whether_or_not_it_spoke() -> None:
    rows, views = played()
    for view in views:
        bids = [bid for row in rows[:5] for bid in row["ledger"]["bids"]]
        assert list(view.thoughts) == [
            bid["thought"] for bid in bids if bid["seat"] == view.seat and bid["thought"]
        ]


def test_with_own_words_what_it_said_stands_in_place_of_what_it_thought() -> None:
    rows, views = played(own_words=True)
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
    assert [view.thoughts for view in played(prompt_set="paper")[1]] == [
        view.thoughts for view in played(own_words=True)[1]
    ]
