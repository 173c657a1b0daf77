"""The window that grows: how long it is, what it begins with, and that nobody else's view moves."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.graph.build import graph
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.nodes.views.grown import size
from tests.nodes.watching import Watching

pytestmark = pytest.mark.slow  # games of models on loopback

K = 3
SEATS = 3


def watched(**given: Any) -> tuple[list[dict[str, Any]], Watching]:
    context = Watching(turns=24, k=K, **given)
    rows = graph.invoke({"scenario": "mini", "seed": 3}, context=context)["history"]
    return rows, context


@given(st.integers(0, 500), st.integers(1, 50), st.integers(1, 200))
def test_it_grows_by_a_turn_or_begins_anew_with_k(heard: int, k: int, every: int) -> None:
    now, then = size(heard, k, every), size(heard + 1, k, every)
    assert then == now + 1 or (then == k and now == k + every - 1)
    assert min(heard, k) <= now <= min(heard, k + every - 1)


def test_between_beginnings_what_a_seat_is_told_begins_with_what_it_was_told_before() -> None:
    _, context = watched(window="growing")
    speaking = [view for view in context.seen if view not in context.thinking]
    for views, every in ((context.thinking, K), (speaking, K * SEATS)):
        by_seat: dict[str, list[View]] = {}
        for view in views:
            by_seat.setdefault(view.seat, []).append(view)
        for own in by_seat.values():
            anew = 0
            for before, after in pairwise(own):
                assert before.lately is not None
                assert after.lately is not None
                grew = after.lately[: len(before.lately)] == before.lately
                same = _begins(before) == _begins(after)
                assert grew or not same
                anew += not same
            assert anew <= 24 // every
            assert any(after.lately[: len(before.lately or ())] == before.lately
                       for before, after in pairwise(own)
                       if after.lately)  # fmt: skip


def _begins(view: View) -> int:
    return view.lately[0].turn if view.lately else 1


def test_it_holds_the_last_k_turns_heard_and_the_thoughts_of_their_turns_in_order() -> None:
    rows, context = watched(window="growing")
    for view in context.thinking:
        assert view.lately is not None
        heard = [one for one in view.lately if isinstance(one, HeardTurn)]
        assert heard[-K:] == list(view.heard)
        order = [(one.turn, isinstance(one, HeardTurn)) for one in view.lately]
        assert order == sorted(order)
        thought = [
            bid["thought"]
            for row in rows[: view.turn - 1]
            if heard and row["turn"] >= heard[0].turn
            for bid in row["ledger"]["bids"]
            if bid["seat"] == view.seat and bid["thought"]
        ]
        assert [one.text for one in view.lately if not isinstance(one, HeardTurn)] == thought


def test_rule_based_games_are_the_same_to_the_byte() -> None:
    sliding, before = watched()
    growing, after = watched(window="growing")
    assert sliding == growing
    assert [(one.heard, one.thoughts, one.bids) for one in before.seen] == [
        (one.heard, one.thoughts, one.bids) for one in after.seen
    ]
    assert all(view.lately is None for view in before.seen)


def test_a_seat_without_history_or_thoughts_is_told_none() -> None:
    _, context = watched(window="growing", memories=("thoughts", "long-term"))
    assert all(view.lately is None and len(view.heard) <= 1 for view in context.seen)
    _, context = watched(window="growing", memories=("history",))
    for view in context.thinking:
        assert view.lately is not None
        assert all(isinstance(one, HeardTurn) for one in view.lately)
