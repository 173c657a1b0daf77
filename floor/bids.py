"""What a bid weighs: importances made comparable between seats, and the least that counts.

The importances of MMAgents saturate: every score it publishes lies in 7-9 (section 5), and a seat
whose model always says 9 holds the floor. Two remedies, both off by default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Action = Literal["speak", "listen"]
REMEMBERED = 50
"""Turns of a seat's own bids that a new one is ranked against: long enough to know a habit, short
enough to follow a change of it."""
HIGHEST = 9
"""The highest importance (MMAgents, section 3.2.1)."""


@dataclass(frozen=True, slots=True)
class Bid:
    """What one seat's thinking came to in one turn.

    Attributes:
        seat: whose bid it is.
        action: whether the seat wants the floor.
        importance: how much, an integer 0-9.
        thought: the plan in words.
        calibrated: the importance ranked among the seat's own past, 0-9; None where a run does
            not rank.
        kept_from: before which earlier turn it was made; None where it was made before this one.
        was: the importance it was then made with, 0-9 (see :mod:`mmagents.floor.keeping`).
        come_in: names and facts that the seat would come into another's turn on.
    """

    seat: str
    action: Action
    importance: int
    thought: str = ""
    calibrated: float | None = None
    kept_from: int | None = None
    was: int | None = None
    come_in: tuple[str, ...] = ()

    @classmethod
    def of(cls, bid: Mapping[str, Any]) -> Bid:
        """Return a bid from its JSON."""
        return cls(**{**bid, "come_in": tuple(bid.get("come_in", ()))})


def weight(bid: Bid) -> float:
    """Return what a bid counts for between seats, 0-9: calibrated if it is, else as it was made."""
    return bid.importance if bid.calibrated is None else bid.calibrated


def ranked(bids: Sequence[Bid]) -> list[Bid]:
    """Return the bids, those who want to speak first, then by weight, then by seat."""
    return sorted(bids, key=lambda bid: (bid.action != "speak", -weight(bid), bid.seat))


def rank_in_own_past(value: int, past: Sequence[int]) -> float:
    """Return how high a value is for whoever made it, 0-9, rounded to two decimals.

    It is 9 (b + e / 2) / n: the mid-rank percentile of the value among itself and the past values,
    n in all, of which b are below it and e equal it, itself included. So a seat without a past, or
    one that always says the same, has 4.5 whatever it says; a value above a long past nears 9.
    """
    below = sum(one < value for one in past)
    equal = 1 + sum(one == value for one in past)
    return round(HIGHEST * (below + equal / 2) / (1 + len(past)), 2)


def calibrated(bids: Sequence[Bid], past: Mapping[str, Sequence[int]]) -> list[Bid]:
    """Return the bids with each importance ranked against its own seat's past.

    Args:
        bids: the bids of the turn.
        past: by seat, the importances of its last `REMEMBERED` bids.
    """
    return [
        replace(bid, calibrated=rank_in_own_past(bid.importance, past.get(bid.seat, ())))
        for bid in bids
    ]


def too_low(bid: Bid, threshold: int) -> bool:
    """Tell whether a wish to speak is of less importance, as the seat stated it, than counts."""
    return bid.action == "speak" and bid.importance < threshold


def heeded(bids: Sequence[Bid], threshold: int) -> list[Bid]:
    """Return the bids as the rules take them: a wish to speak that is too low is listening."""
    return [replace(bid, action="listen") if too_low(bid, threshold) else bid for bid in bids]
