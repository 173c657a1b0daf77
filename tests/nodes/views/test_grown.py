"""The window that grows: how long it is, what it begins with, and that nobody else's view moves."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.graph.build import graph
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.nodes.views.grown import READING, THINKING, Growth, size
from mmagents.nodes.views.grown import speaking as speaks
from tests.nodes.watching import Watching

pytestmark = pytest.mark.slow  # games of models on loopback

K = 3
SEATS = 3


def watched(**given: Any) -> tuple[list[dict[str, Any]], Watching]:
    context = Watching(**{"turns": 24, "memory.k": K, **given})
    rows = graph.invoke({"scenario": "mini", "seed": 3}, context=context)["history"]
    return rows, context


GROWTHS = st.builds(Growth, st.integers(0, 3), st.integers(1, 200))


@given(st.integers(0, 500), st.integers(1, 50), GROWTHS)
def test_it_grows_by_a_turn_or_begins_anew(heard: int, k: int, growth: Growth) -> None:
    now, then = size(heard, k, growth), size(heard + 1, k, growth)
    least = max(1, k - growth.less)
    assert then == now + 1 or (then == least and now == least + growth.every - 1)
    assert min(heard, least) <= now <= min(heard, least + growth.every - 1)


def test_what_is_told_to_think_is_as_long_as_a_window_that_slides() -> None:
    assert [size(heard, 5, THINKING) for heard in range(10)] == [0, 1, 2, 3, 4, 5, 6, 4, 5, 6]
    assert [size(heard, 5, READING) for heard in range(3, 13)] == [3, 4, 5, 6, 7] * 2


def test_a_window_left_out_grows_with_the_anchored_set_where_models_play() -> None:
    def lately(**given: Any) -> bool:
        return watched(**given)[1].seen[-1].lately is not None

    assert lately(models={"tasks": {"choose": "openai:any"}})
    assert not lately()
    assert not lately(models={"tasks": {"choose": "openai:any"}, "prompt_set": "paper"})
    assert not lately(models={"tasks": {"choose": "openai:any"}}, memory={"window": "sliding"})
    assert lately(models={"prompt_set": "paper"}, memory={"window": "growing"})


@pytest.mark.parametrize("given", [{"repair": True}, {"models.best_of": 2}])
def test_where_lines_are_checked_whoever_speaks_is_told_the_talk_from_its_beginning(
    given: dict[str, Any],
) -> None:
    def begins(**fields: Any) -> set[int]:
        _, context = watched(memory={"window": "growing"}, **fields)
        return {_begins(view) for view in context.seen if view not in context.thinking}

    assert begins(**given) == {1}
    assert len(begins()) > 2
    assert speaks(20, "panel", checked=True) == speaks(20, "panel")


def _begins(view: View) -> int:
    return view.lately[0].turn if view.lately else 1


def test_it_holds_the_last_turns_heard_and_the_thoughts_of_their_turns_in_order() -> None:
    rows, context = watched(memory={"window": "growing"})
    for view in context.thinking:
        assert view.lately is not None
        heard = [one for one in view.lately if isinstance(one, HeardTurn)]
        assert heard[-K:] == list(view.heard)[-len(heard) :]
        assert len(heard) >= min(K - 1, view.turn - 1)
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
    growing, after = watched(memory={"window": "growing"})
    assert sliding == growing
    assert [(one.heard, one.thoughts, one.bids) for one in before.seen] == [
        (one.heard, one.thoughts, one.bids) for one in after.seen
    ]
    assert all(view.lately is None for view in before.seen)


def test_a_seat_without_history_or_thoughts_is_told_none() -> None:
    _, context = watched(memory={"window": "growing", "layers": ("thoughts", "long-term")})
    assert all(view.lately is None and len(view.heard) <= 1 for view in context.seen)
    _, context = watched(memory={"window": "growing", "layers": ("history",)})
    for view in context.thinking:
        assert view.lately is not None
        assert all(isinstance(one, HeardTurn) for one in view.lately)
