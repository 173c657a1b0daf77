"""Who has reason to think anew, and what a bid that was kept weighs. Pure.

With the pace `lean`, a seat thinks again only where something has happened that could move its bid;
otherwise its last thought stands. What counts as happening is read from the words alone, so it is
the same in every condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from mmagents.floor.adjacency import EVERYONE
from mmagents.floor.bids import Bid

Why = Literal["first", "spoke", "asked", "named", "told", "answered", "followed", "old"]
"""Why a seat thinks anew: it has not thought in this talk yet; it has spoken since; it was asked,
alone or with all; it was named; a fact of the story was told; somebody took up what was put to
them; somebody else spoke right after it, so to it if to nobody by name; its thought is as old as
its History is long, so that it would soon have heard what it never thought of."""
AGEING = 1
"""What a kept bid loses with every turn. An importance is what it is worth to speak in the very
next turn: what answers the last turn counts most, and what could be said later counts less
(prompts/en/think.md), so a wish that has waited is worth less than the same wish made now."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What one turn could do to the bids of those who heard it, as its words have it.

    Attributes:
        turn: its number.
        speaker: whose it was.
        asked: ids of those it put something to; ("everyone",) for the whole table.
        named: ids of those it names.
        told: whether it tells a fact of the story.
        answers: whether it takes up what an earlier turn put to somebody.
        after: who spoke before it, to whom it is spoken if to nobody by name.
    """

    turn: int
    speaker: str
    asked: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    told: bool = False
    answers: bool = False
    after: str | None = None


def reason_to_think(
    seat: str, made: int | None, now: int, happened: Sequence[Happened], oldest: int
) -> Why | None:
    """Return why `seat` thinks anew before turn `now`; None where its last thought stands.

    Args:
        seat: who may think.
        made: before which turn of this talk it last thought; None if before none.
        now: the turn to be given.
        happened: the turns of this talk, oldest first.
        oldest: from how many turns on a thought is too old to be kept, at least 1.
    """
    if made is None:
        return "first"
    since = [one for one in happened if one.turn >= made]
    whys: tuple[tuple[bool, Why], ...] = (
        (any(one.speaker == seat for one in since), "spoke"),
        (any(seat in one.asked or EVERYONE in one.asked for one in since), "asked"),
        (any(seat in one.named for one in since), "named"),
        (any(one.told for one in since), "told"),
        (any(one.answers for one in since), "answered"),
        (any(one.after == seat for one in since), "followed"),
        (now - made >= oldest, "old"),
    )
    return next((why for holds, why in whys if holds), None)


def kept(bid: Bid, made: int, now: int) -> Bid:
    """Return a bid made before turn `made` as it counts before turn `now`.

    Its importance is what it was less :data:`AGEING` a turn, and at least 0.
    """
    weight = max(0, bid.importance - AGEING * (now - made))
    return replace(bid, importance=weight, calibrated=None, kept_from=made, was=bid.importance)


def foremost(standing: Sequence[Bid]) -> frozenset[str]:
    """Return who of those whose bids were kept would have the floor if nobody else wanted it.

    They think anew before that: they may want it no more, and speak from a thought of now.

    Args:
        standing: bids as they count before the turn.
    """
    wishes = [bid for bid in standing if bid.action == "speak"]
    most = max((bid.importance for bid in wishes), default=0)
    return frozenset(bid.seat for bid in wishes if bid.importance == most)
