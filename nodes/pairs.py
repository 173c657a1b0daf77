"""Adjacency pairs over time: what is open, what a turn closes, what lapses. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.nodes.state import ClosedPair, Closing, OpenPair, Reading, Words

LAPSES_AFTER = 4
"""Turns that an unanswered first pair part stays relevant: long enough for an insertion sequence
(Schegloff 2007, chapter 6) and its answer, short enough that a dropped question is called one."""

HOW: dict[str, Closing] = {"refusal": "refused", "evasion": "evaded"}


def take_up(
    open_pairs: Sequence[OpenPair], reading: Reading, words: Words, turn: int
) -> tuple[list[OpenPair], list[ClosedPair]]:
    """Return what is open after turn `turn`, and what it closed.

    A turn closes the one pair it answers, if that was open and not its speaker's own. A pair that
    nobody has answered for more than `LAPSES_AFTER` turns lapses.
    """
    still: list[OpenPair] = []
    closed: list[ClosedPair] = []
    for pair in open_pairs:
        answered = reading["answers"] == pair["turn"] and pair["by"] != words["speaker"]
        if answered and reading["second_pair_part"]:
            closed.append(
                {"turn": pair["turn"], "how": HOW.get(reading["second_pair_part"], "answered")}
            )
        elif turn - pair["turn"] > LAPSES_AFTER:
            closed.append({"turn": pair["turn"], "how": "lapsed"})
        else:
            still.append(pair)
    if reading["first_pair_part"] and reading["addressees"]:
        still.append(
            {
                "turn": turn,
                "by": words["speaker"],
                "to": list(reading["addressees"]),
                "first_pair_part": reading["first_pair_part"],
                "expects": list(reading["expects"]),
                "text": words["text"],
            }
        )
    return still, closed


def of_turn(open_pairs: Sequence[OpenPair], turn: int) -> OpenPair | None:
    """Return the pair opened in `turn`, or None."""
    return next((pair for pair in open_pairs if pair["turn"] == turn), None)
