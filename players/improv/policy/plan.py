"""The decision of a turn: what to do with the floor, whether to want it, and how much."""

from __future__ import annotations

from dataclasses import dataclass

from mmagents.floor.bids import Action
from mmagents.players.improv.policy.conversing import decide, lull
from mmagents.players.improv.policy.initiative import initiatives
from mmagents.players.improv.policy.reply import reply
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Move

_TEMPER = {1: -1.0, 2: -0.6, 3: 0.0, 4: 0.5, 5: 1.0}
"""What talkativeness adds to importance."""
_WANTS = {1: 5, 2: 4, 3: 4, 4: 3, 5: 3}
"""The importance from which a seat of that talkativeness wants the floor."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A move, and the bid it makes. The move is there even for a seat that listens."""

    move: Move
    action: Action
    importance: int


def plan_turn(mind: Mind) -> Plan:
    """Return what this seat would do with the floor now. Obligation first, then worth."""
    if mind.conversing:
        move, worth, wants_it = decide(mind)
        return Plan(move, "speak" if wants_it else "listen", _level(worth))
    if mind.due is not None:
        move = reply(mind, mind.due)
        return Plan(move, "speak", _level(move.importance))
    move, last = initiatives(mind)[0], mind.last
    worth = move.importance
    if last is not None and 1.5 <= worth < 8.5:
        worth += _TEMPER[mind.me.talkativeness] - _just_spoke(mind)
    importance = _level(worth)
    held = last is not None and len(last.addressees) == 1 and last.addressees[0] in mind.suspicion
    wants = 9 if lull(mind) else 7 if held else _WANTS[mind.me.talkativeness]
    return Plan(move, "speak" if importance >= wants else "listen", importance)


def _level(worth: float) -> int:
    return max(0, min(9, int(worth)))


def _just_spoke(mind: Mind) -> float:
    """Return how far this seat stands back, having had the floor."""
    if mind.last is not None and mind.last.speaker == mind.seat:
        return 2.5
    lately = mind.spoke_lately(6) - max(1, 6 // (len(mind.others) + 1))
    return 0.9 * max(0, lately)
