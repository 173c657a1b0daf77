"""A talk of an evening does not end on a question to one person before that person had a turn."""

from typing import Any

import pytest

from mmagents.floor.conditions import CONDITIONS
from mmagents.graph.build import graph
from mmagents.interfaces.player import Chosen, Player, Thought
from mmagents.nodes.context import Context


class Asking:
    """Asks somebody by name whenever it speaks, and is always ready to speak."""

    async def think(self, view: Any) -> Thought:
        return Thought("A question is on my mind.", "speak", 5)

    async def speak(self, view: Any) -> str:
        other = next(one for one in view.public.seats() if one.id != view.seat)
        return f"{other.call}, where were you at three?"

    async def choose(self, view: Any, asked: Any) -> Chosen:
        return Chosen(asked.options[0].id)


class AskingContext(Context):
    """A table where everybody asks."""

    def player(self, seat: str) -> Player:
        return Asking()


def discussion(condition: str, **fields: Any) -> list[Any]:
    context = AskingContext(condition=condition, **fields)
    rows = graph.invoke({"scenario": "mini", "seed": 2}, context=context)["history"]
    return [row for row in rows if row["phase"] == "discussion"]


@pytest.mark.parametrize("condition", list(CONDITIONS.values()), ids=lambda one: one.name)
def test_whoever_is_asked_last_is_heard_outside_the_count_where_asking_obliges(
    condition: Any,
) -> None:
    if condition.interrogates:
        pytest.skip("it has no discussion")
    rows = discussion(condition.name, evening="whole", lengths={"discussion": 3})
    assert len(rows) == (4 if condition.obliges else 3)
    if condition.obliges:
        asked, heard = rows[-2:]
        assert asked["addressees"] == [heard["speaker"]]
        assert heard["rule"] == "1a"


def test_one_turn_more_and_no_second() -> None:
    """The one turn outside the count asks as well, and the talk ends all the same."""
    rows = discussion("cssn-or-ss", evening="whole", lengths={"discussion": 3})
    assert rows[-1]["first_pair_part"] == "wh-question"
    assert len(rows) == 4


def test_a_discussion_alone_keeps_to_its_turns() -> None:
    assert len(discussion("cssn-or-ss", turns=3)) == 3
