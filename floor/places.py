"""Transition-relevance places: who has the floor once a unit of a turn is complete. Pure.

Sacks, Schegloff & Jefferson (1974, section 4.3) let their rules hold at every place where a unit
of a turn may be complete, and MMAgents (section 7) wishes them there. At such a place the words so
far select the next speaker (1a), or a listener comes in (1b), or the speaker goes on (1c).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from mmagents.floor.adjacency import FirstPairPart, Obligation
from mmagents.floor.bids import HIGHEST
from mmagents.floor.conditions import Condition
from mmagents.floor.situation import Decision, Situation
from mmagents.floor.strategies import designation

UNDISTURBED = HIGHEST + 1
"""The hold of whoever was asked and has not answered yet. It alone has the right to speak, by rule
1a: no bid is that high."""
TIRES = 1.0
"""What a unit that was said takes off the hold. A turn is given for one unit (SSJ, section 4.3);
each further one rests on nobody else starting. So a bid of 7 stands off one of 6 for one unit."""
UNFINISHED = 6.0
"""What a place adds to the hold if nothing speaks for the unit being complete there. Listeners
start where they project an end (SSJ, section 4.4). With it, a middling speaker (4) is not cut at
such a place by any bid but the highest."""
PRESSED = UNDISTURBED + UNFINISHED
"""The height at which a person comes in. It is above any hold, so that no figure outbids a person.
Whoever the words select by rule 1a goes before them. It has no source."""

PREFACES: frozenset[FirstPairPart] = frozenset(
    {"greeting", "summons", "assessment", "announcement", "apology"}
)
"""First pair parts that select nobody while their speaker has more to say: they often lead up to
one that asks for more (Schegloff 2007, chapter 4: pre-sequences)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A listener's wish to come in at a place.

    Attributes:
        seat: whose it is.
        height: how much it matters to that seat, 0-9, on the scale of bids; `PRESSED` for a person.
        why: what it heard, in a few words, for the ledger.
    """

    seat: str
    height: float
    why: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place within a turn at which its speaker may be followed.

    Attributes:
        turn: the number of the turn, from 1.
        seed: of the game; lots are drawn from it, the turn and the place.
        units: how many units of the turn were heard, at least 1.
        completion: how surely the last of them is complete, 0-1.
        speaker: who has the floor.
        bid: what the speaker bid for it, 0-9.
        owes: whether the speaker was asked something and has not taken it up yet.
        seats: ids of all who are present.
        pair: what the words so far put to whom, or None.
        offers: of those who would come in here.
    """

    turn: int
    seed: int
    units: int
    completion: float
    speaker: str
    bid: float
    owes: bool
    seats: Sequence[str]
    pair: Obligation | None = None
    offers: Sequence[Offer] = ()


def hold_of(place: Place) -> float:
    """Return how firmly the speaker holds the floor at a place, 0-15, rounded to two decimals.

    It begins with the speaker's own bid, falls by `TIRES` with every unit after the first, and
    rises with `UNFINISHED` by as much as the unit is unlikely to be complete.
    """
    if place.owes:
        return UNDISTURBED
    tired = TIRES * (place.units - 1)
    return round(max(0.0, place.bid - tired) + UNFINISHED * (1 - place.completion), 2)


def at_place(place: Place, condition: Condition) -> Decision:
    """Return who has the floor from here on: somebody selected, a listener, or the speaker still.

    Rule 1a holds where the condition obliges whoever is asked, rule 1b where seats bid for the
    floor. Elsewhere the speaker says all that it wants to say.
    """
    if condition.obliges and place.pair and place.pair.first_pair_part not in PREFACES:
        now = Situation(place.turn, place.seed, place.seats, (), place.speaker, place.pair)
        seat, why = designation(now)
        if seat is not None:
            return Decision(seat, "1a", f"{why} with unit {place.units}", due=place.pair)
    hold = hold_of(place)
    others = [one for one in place.offers if one.seat != place.speaker]
    if not condition.bids_count or not others:
        return Decision(place.speaker, "1c", f"nobody would come in after unit {place.units}")
    top = max(one.height for one in others)
    if top <= hold:
        best = min(one.seat for one in others if one.height == top)
        why = f"{best} would come in at {top:g}, and {place.speaker} holds the floor at {hold:g}"
        return Decision(place.speaker, "1c", why)
    highest = {one.seat: one for one in others if one.height == top}
    lot = Random(f"{place.seed}:{place.turn}:{place.units}:place")
    chosen = highest[lot.choice(sorted(highest))]
    why = f"{chosen.seat} comes in at {top:g} ({chosen.why}), above {place.speaker}'s hold {hold:g}"
    tied = tuple(sorted(highest)) if len(highest) > 1 else ()
    return Decision(chosen.seat, "1b", why, tied)


def came_in(chosen: Decision, by: str | None, condition: Condition, now: Situation) -> Decision:
    """Return the floor of the turn after one that was cut: its own who came in, unless 1a holds.

    Args:
        chosen: what the condition decides by what was heard.
        by: who came in, or None if nobody did.
        condition: who speaks next.
        now: all that the rules may look at.
    """
    rule = condition.entering
    if by is None or rule is None or by not in now.seats or chosen.due is not None:
        return chosen
    why = f"{by} came in at a place where {now.previous}'s turn could end"
    return Decision(by, rule.code, why)
