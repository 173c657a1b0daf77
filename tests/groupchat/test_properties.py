"""What holds of turn-taking in a group chat whatever anybody writes."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.talk.group_chat import CASTS, illegal_in, room_of
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
