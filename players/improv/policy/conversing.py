"""The decision of a turn where people converse: stay with a matter, listen, or raise another.

The two who talk bid high while their matter is open. The others listen, unless what is said
concerns them or they know better. Where it is closed, whoever has most to say, and talks most,
raises the next one. The rules of the floor are the same as ever: only the bids differ.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.talk import HeardTurn
from mmagents.players.improv.policy.initiative import initiatives
from mmagents.players.improv.policy.uptake import (
    PROMISING,
    account,
    disposition,
    fullness,
    pressed,
    replying,
    sayable,
    uptake,
)
from mmagents.players.improv.state.mind import Mind
from mmagents.players.improv.state.moves import Move

_URGENT = 8.0
"""The importance of a move that somebody who knows better, or is named, would not keep back."""
_BREAKS_IN = 7.4
"""The bid from which somebody breaks into the talk of two others."""
_WANTS = 4.0
"""The importance from which a seat takes up what was told to the table, or raises a matter."""
_ASKS = 0.35
"""How often a matter is raised by a question rather than by telling something."""
_CONCERNED = 1.2
"""What it adds that something is told that is about this seat, or about what it wants to know."""
_DONE = 1.5
"""How far those two stand back whose matter has just ended."""
_LULLS = 0.09
"""How often, after a turn that asks for nothing, the table falls silent."""


def lull(mind: Mind) -> bool:
    """Tell whether the table falls silent for a moment, which all who sit there feel alike.

    A lapse comes where nobody has been selected (Sacks, Schegloff & Jefferson 1974, section 4.15).
    """
    last = mind.last
    if last is None or last.first_pair_part is not None or mind.view.turn < 4:
        return False
    return Random(f"{mind.view.seed}:{mind.view.turn}:lull").random() < _LULLS


def decide(mind: Mind) -> tuple[Move, float, bool]:
    """Return a move, its importance as a bid (0-9), and whether the seat wants the floor."""
    last = mind.last
    if mind.due is not None:
        move = replying(mind, mind.due)
        return move, max(7.5, move.importance), True
    if last is None:
        return _raising(mind), 4.0 + disposition(mind), True
    if last.speaker != mind.seat:
        if _spoken_to(mind, last) and (taken := uptake(mind, last)):
            return taken, _height(mind, taken, 7.4), True
        if _told_to_all(mind, last) and (taken := uptake(mind, last)):
            worth = _height(mind, taken, 5.0 + _concern(mind, last))
            return taken, worth, worth >= _WANTS and not lull(mind)
    move = _raising(mind)
    if last.speaker == mind.seat:
        return move, min(4.0, move.importance - 2.5 + 0.5 * disposition(mind)), False
    worth = _height(mind, move, min(move.importance, 6.0))
    if _others_talk(mind) and worth < _BREAKS_IN:
        return move, min(5.0, worth - 2.0), False
    worth -= _was_in_it(mind)
    return move, worth, worth >= _WANTS and not lull(mind)


def _height(mind: Mind, move: Move, usual: float) -> float:
    """Return how much a seat wants the floor for a move: what must be said more than `usual`."""
    weight = 0.4 if pressed(mind) else 1.0
    if move.importance >= _URGENT:
        return move.importance - 0.2 + 0.3 * weight * disposition(mind)
    return usual + 1.2 * weight * disposition(mind)


def _spoken_to(mind: Mind, last: HeardTurn) -> bool:
    """Tell whether the last turn was spoken to this seat, in a matter that is still open."""
    matter = mind.matter
    if matter is None or len(matter.two) == 1 or matter.over(mind.view.seed):
        return False
    return mind.seat in matter.two and last.speaker in matter.two


def _told_to_all(mind: Mind, last: HeardTurn) -> bool:
    """Tell whether the last turn raised a matter that nobody has taken up, and asks nothing."""
    return mind.matter is not None and len(mind.matter.two) == 1 and not last.addressees


def _others_talk(mind: Mind) -> bool:
    """Tell whether two others are in the middle of a matter."""
    matter = mind.matter
    if matter is None or len(matter.two) == 1 or matter.over(mind.view.seed):
        return False
    return mind.seat not in matter.two


def _concern(mind: Mind, last: HeardTurn) -> float:
    """Return how near what was told is to this seat, by what it is about, and by chance."""
    told = mind.facts_in(last)
    wanted = {topic for one in mind.view.sheet.missions for topic in one.about}
    near = any(mind.seat in fact.people or fact.topic in wanted for fact in told)
    return _CONCERNED * near + 1.5 * mind.lot("concern").random()


def _was_in_it(mind: Mind) -> float:
    """Return how far a seat stands back that was in the matter which has just ended."""
    return _DONE if mind.matter is not None and mind.seat in mind.matter.two else 0.0


def _suits(move: Move, *, asks: bool) -> bool:
    """Tell whether a move raises a matter: a question that promises something, or a telling."""
    if move.kind == "ask":
        return asks and move.ask is not None and move.ask.worth >= PROMISING
    return asks or move.kind != "propose"


def _is_greeted(mind: Mind) -> bool:
    """Tell whether somebody else has just greeted all who sit there, and no more than that."""
    last = mind.last
    return last is not None and last.speaker != mind.seat and last.first_pair_part == "greeting"


def _raising(mind: Mind) -> Move:
    """Return what to say to the table: rather something told than something asked."""
    found = [one for one in initiatives(mind) if sayable(mind, one)]
    found = found or [Move("propose", 1.0, topic=None)]
    to_all = mind.last is not None and EVERYONE in mind.last.addressees
    asks = mind.lot("raise").random() < _ASKS - 0.3 * fullness(mind)
    move = next((one for one in found if _suits(one, asks=asks)), found[0])
    if move.kind in ("tell", "answer") and move.tells:
        move = replace(move, tells=account(mind, move.tells))
    keeps = move.kind == "ask" or (not to_all and mind.lot("keeps").random() < 0.3)
    hailed = to_all and _is_greeted(mind)
    return replace(move, ask=move.ask if keeps else None, opening="hail" if hailed else "")
