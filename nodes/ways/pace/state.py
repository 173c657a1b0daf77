"""What the paces keep in the state between two steps."""

from __future__ import annotations

from typing import Any, NotRequired, cast

from typing_extensions import TypedDict

from mmagents.nodes.record import BidRow, DesignationRow
from mmagents.nodes.step import Step


class DraftRow(TypedDict):
    """What a seat would say in the turn being played, and what it says that this does."""

    words: str
    declared: DesignationRow


class ThoughtAhead(TypedDict):
    """What the seats thought of the next turn while this one was being read."""

    bids: list[BidRow]
    calls: list[dict[str, Any]]


class PaceState(TypedDict):
    """The channels of the paces.

    `overlap`: whether the next turn is thought of while this one is read; `ahead`: those thoughts,
    until this turn is closed. `drafts`, at the pace `draft`: by seat, its words for this turn.
    `unread`: the turns of this talk that are normalised later.
    """

    overlap: bool
    ahead: ThoughtAhead | None
    drafts: NotRequired[dict[str, DraftRow]]
    unread: NotRequired[list[int]]


def own(step: Step) -> PaceState:
    """Return the channels of the paces."""
    return cast("PaceState", step.state)
