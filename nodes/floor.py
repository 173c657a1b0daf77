"""Who has the floor next: pure rules, one function a condition, behind one signature.

The rules are those of Sacks, Schegloff & Jefferson (1974), section 4.3, as MMAgents section 3.2
uses them. Every strategy yields a speaker who is at the table, whatever it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from mmagents.nodes.state import Bid, OpenPair, Rule
from mmagents.scenarios.schema import EVERYONE


@dataclass(frozen=True, slots=True)
class Round:
    """All that the rules may look at.

    Attributes:
        turn: the turn to be given, from 1.
        seats: ids of all who are played, in order of the cast; at least one.
        bids: one a seat.
        previous: who spoke last, or None at the first turn.
        pair: the first pair part of the last turn, or None.
    """

    turn: int
    seed: int
    seats: Sequence[str]
    bids: Sequence[Bid]
    previous: str | None
    pair: OpenPair | None


@dataclass(frozen=True, slots=True)
class Decision:
    """Who has the floor, by which rule, and why."""

    speaker: str
    rule: Rule
    reason: str
    tie: tuple[str, ...] = ()
    due: OpenPair | None = None


Strategy = Callable[[Round], Decision]


def ranked(bids: Sequence[Bid]) -> list[Bid]:
    """Return the bids, those who want to speak first, then by importance, then by seat."""
    return sorted(bids, key=lambda bid: (bid["action"] != "speak", -bid["importance"], bid["seat"]))


def designation(table: Round) -> tuple[str | None, str]:
    """Return whom the last turn selected, or None, and why in words.

    One addressee who sits at the table and is not the speaker is selected. Several, or everyone,
    select nobody: whoever takes the turn may answer.
    """
    pair = table.pair
    if pair is None:
        return None, "the last turn put nothing to anybody"
    what = pair["first_pair_part"]
    if pair["to"] == [EVERYONE]:
        return None, f"{pair['by']}'s {what} was put to everyone"
    if len(pair["to"]) > 1:
        return None, f"{pair['by']}'s {what} was put to {', '.join(pair['to'])}: any may answer"
    if not pair["to"]:
        return None, f"{pair['by']}'s {what} was put to nobody"
    [seat] = pair["to"]
    if seat == table.previous:
        return None, f"{seat} addressed itself"
    if seat not in table.seats:
        return None, f"{seat}, whom {pair['by']} addressed, has no seat at the table"
    return seat, f"{pair['by']} put a {what} to {seat}"


def by_lot(table: Round, among: Sequence[str]) -> str:
    """Return one of `among`, drawn from the seed and the turn, in whatever order they come."""
    return Random(f"{table.seed}:{table.turn}:lot").choice(sorted(among))


def _first(table: Round) -> Decision:
    speaker = by_lot(table, table.seats)
    return Decision(speaker, "first", "the first speaker is drawn by lot", tuple(table.seats))


def _self_selection(table: Round, why_not_1a: str) -> Decision:
    """Rules 1b and 1c: the highest bid that wants to speak; if none does, the speaker goes on."""
    if table.previous is None:
        return _first(table)
    willing = [bid for bid in ranked(table.bids) if bid["action"] == "speak"]
    if not willing:
        reason = f"{why_not_1a}; everybody listens, so {table.previous} goes on"
        return Decision(table.previous, "1c", reason)
    top = willing[0]["importance"]
    tied = tuple(bid["seat"] for bid in willing if bid["importance"] == top)
    if len(tied) == 1:
        what = "alone wants to speak" if len(willing) == 1 else f"bids highest, {top}"
        return Decision(tied[0], "1b", f"{why_not_1a}; {tied[0]} {what}")
    speaker = by_lot(table, tied)
    return Decision(
        speaker, "1b", f"{why_not_1a}; {', '.join(tied)} bid {top}, the lot fell on {speaker}", tied
    )


def cssn_or_ss(table: Round) -> Decision:
    """Current speaker selects next, otherwise self-selection."""
    if table.previous is None:
        return _first(table)
    seat, why = designation(table)
    if seat is not None:
        return Decision(seat, "1a", why, due=table.pair)
    return _self_selection(table, why)


def ss(table: Round) -> Decision:
    """Self-selection alone: rule 1a is switched off."""
    return _self_selection(table, "rule 1a is switched off")


def equal(table: Round) -> Decision:
    """Everybody once a round, in an order shuffled anew each round."""
    lap, place = divmod(table.turn - 1, len(table.seats))
    order = sorted(table.seats)
    Random(f"{table.seed}:{lap}:order").shuffle(order)
    reason = f"place {place + 1} of {len(order)} in round {lap + 1}, shuffled"
    return Decision(order[place], "equal", reason)


STRATEGIES: Mapping[str, Strategy] = {"cssn-or-ss": cssn_or_ss, "ss": ss, "equal": equal}
