"""Adjacency pairs over time: what is open, what a turn closes, what lapses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from mmagents.floor.adjacency import Designation, Obligation

Closing = Literal["answered", "refused", "evaded", "lapsed"]
LAPSES_AFTER = 4
"""Turns that an unanswered first pair part stays relevant: long enough for an insertion sequence
(Schegloff 2007, chapter 6) and its answer, short enough that a dropped question is called one."""

HOW: Mapping[str, Closing] = {"refusal": "refused", "evasion": "evaded"}


class Closed(NamedTuple):
    """How the first pair part of turn `turn` ended."""

    turn: int
    how: Closing


def take_up(
    open_pairs: Sequence[Obligation], found: Designation, *, speaker: str, text: str, turn: int
) -> tuple[list[Obligation], list[Closed]]:
    """Return what is open after a turn, and what it closed.

    A turn closes the one pair it answers, if that was open and not its speaker's own. A pair that
    nobody has answered for more than `LAPSES_AFTER` turns lapses.

    Args:
        open_pairs: what was open before the turn.
        found: what the turn does to the floor.
        speaker: whose turn it is.
        text: its words.
        turn: its number, from 1.
    """
    still: list[Obligation] = []
    closed: list[Closed] = []
    for pair in open_pairs:
        answered = found.answers == pair.turn and pair.by != speaker
        if answered and found.second_pair_part:
            closed.append(Closed(pair.turn, HOW.get(found.second_pair_part, "answered")))
        elif turn - pair.turn > LAPSES_AFTER:
            closed.append(Closed(pair.turn, "lapsed"))
        else:
            still.append(pair)
    if found.first_pair_part and found.addressees:
        still.append(
            Obligation(
                turn=turn,
                by=speaker,
                to=found.addressees,
                first_pair_part=found.first_pair_part,
                expects=found.expects,
                text=text,
            )
        )
    return still, closed


def of_turn(open_pairs: Sequence[Obligation], turn: int) -> Obligation | None:
    """Return the pair opened in `turn`, or None."""
    return next((pair for pair in open_pairs if pair.turn == turn), None)
