"""A turn that is being said unit by unit, as whoever hears it is shown it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import TypedDict

from mmagents.nodes.record import AsideRow

AS_SPOKEN = 1.6
"""The pace of a page at which a unit is shown for as long as it takes to say."""


class Saying(TypedDict):
    """The turn under way, as far as it was heard.

    `asides` are what listeners said to it so far, and `may` the people who may come in.
    """

    turn: int
    speaker: str
    text: str
    heard_by: list[str]
    asides: list[AsideRow]
    may: list[str]


def saying_of(asks: Mapping[str, Mapping[str, Any]]) -> Saying:
    """Return the turn in which the people who are asked may come in: the last that they heard."""
    row = _heard_last(asks)
    return {
        "turn": row["turn"],
        "speaker": row["speaker"],
        "text": row["text"],
        "heard_by": list(row["heard_by"]),
        "asides": list(row.get("asides", ())),
        "may": list(asks),
    }


def more_said(saying: Saying, text: str, asides: Sequence[AsideRow], *, last: bool) -> Saying:
    """Return the turn once one more unit was said; nobody can come in after the last."""
    may = [] if last else saying["may"]
    return {**saying, "text": text, "asides": list(asides), "may": may}


def seconds_of(asks: Mapping[str, Mapping[str, Any]], pace: float) -> float:
    """Return how long the last unit heard is shown at the pace of a page; 0 at the pace 0."""
    times: Sequence[Sequence[float]] = _heard_last(asks)["units"]["times"]
    start, end = times[-1]
    return (end - start) * pace / AS_SPOKEN


def _heard_last(asks: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    row: Mapping[str, Any] = next(iter(asks.values()))["view"]["heard"][-1]
    return row
