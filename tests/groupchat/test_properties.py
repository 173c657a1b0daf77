"""What holds of turn-taking in a group chat whatever anybody writes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from benchmarks.talk.group_chat import CASTS, illegal_in, room_of, text_of
from mmagents.floor.conditions import CONDITIONS
from mmagents.groupchat import Agent, Member, create_group_chat
from mmagents.groupchat.bids import STAND_INS
from mmagents.groupchat.turn_taking import RESTS_AFTER

pytestmark = pytest.mark.slow  # hundreds of histories


def test_nobody_is_named_who_is_not_there_and_what_was_read_changes_nothing() -> None:
    assert sum(illegal_in(Random(f"test {number}")) for number in range(150)) == 0


def test_agents_who_are_given_turns_write_no_more_than_the_bound() -> None:
    ends = [room_of(Random(f"test {number}"), gated=False) for number in range(20)]
    assert 0 < max(ends) <= RESTS_AFTER


def test_agents_who_ask_whether_to_reply_write_little_more() -> None:
    members = max(map(len, CASTS))
    ends = [room_of(Random(f"test {number}"), gated=True) for number in range(40)]
    assert 0 < max(ends) <= RESTS_AFTER + members - 1


def anything(draw: Random, names: list[str]) -> Any:
    """Return an agent that writes anything, nothing or what is no message, or fails."""

    def writes(state: dict[str, Any]) -> Any:
        kind = draw.random()
        if kind < 0.1:
            raise ValueError("no server")
        if kind < 0.2:
            return draw.choice(("", 7, {"messages": []}))
        return AIMessage(text_of(draw, names), id=draw.choice((None, "the same")))

    return writes


def test_a_chat_of_agents_that_write_anything_ends_and_says_why() -> None:
    for number in range(8):
        draw = Random(f"test {number}")
        cast = [one if isinstance(one, Member) else Member(one) for one in draw.choice(CASTS)]
        names = [one.name for one in cast]
        app = create_group_chat(
            [Agent(name, anything(draw, names)) for name in names],
            condition=draw.choice(list(CONDITIONS)),
            language=draw.choice(("en", "ja")),
            bids=draw.choice(STAND_INS),
        ).compile()
        given = [HumanMessage(text_of(draw, names), name=draw.choice(["", "Dr. X: y", *names]))]
        end = app.invoke({"messages": given})
        assert {one.name for one in end["messages"][1:]} <= set(names)
        assert end["floor"]["ended"]
        assert end["floor"]["turn"] <= RESTS_AFTER * len(names)
