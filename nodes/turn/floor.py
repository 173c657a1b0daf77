"""What the rules of the floor look at in a turn, and whom they give it to.

The rules themselves are pure functions in :mod:`mmagents.floor`; here they get the state of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from mmagents.analysts.text.names import named_in
from mmagents.floor.bids import REMEMBERED, Bid, calibrated, heeded, ranked
from mmagents.floor.conditions import INTRODUCTIONS, Condition, by_influence, in_pairs, in_rounds
from mmagents.floor.places import came_in
from mmagents.floor.rules import rule_of
from mmagents.floor.situation import Decision, Situation, silences
from mmagents.interfaces.analyst import Gathering
from mmagents.interfaces.player import Thought
from mmagents.nodes.evening.influence import order_of_influence
from mmagents.nodes.evening.stages import IN_ROUNDS, those_with_aims
from mmagents.nodes.record import TurnRow, is_talk, shown_row
from mmagents.nodes.step import Step
from mmagents.nodes.values import heard_turn, obligation
from mmagents.nodes.views.knowledge import speakers_of
from mmagents.nodes.views.room import heard_by_all, of_this_talk, pair_now, public_in
from mmagents.nodes.views.talk import shown_by, window_for_all
from mmagents.scenarios.game import IN_PAIRS


def bid_of(seat: str, thought: Thought) -> Bid:
    """Return a thought as a bid for the floor; importance is kept within 0-9."""
    importance = min(9, max(0, thought.importance))
    return Bid(seat, thought.action, importance, thought.thought, come_in=thought.come_in)


def condition_now(step: Step) -> Condition:
    """Return who speaks next in the talk under way: the run's condition, as its phase has it."""
    condition, phase = step.context.played_condition(), step.state["phase"]
    if phase == "introduction":
        return INTRODUCTIONS
    order = step.state["now"].get("order")
    if order == "influence":
        return by_influence(condition)
    if order == IN_ROUNDS:
        return in_rounds(condition)
    return in_pairs(condition) if phase in IN_PAIRS else condition


def weighed(step: Step) -> list[Bid]:
    """Return the bids of the turn as the ledger holds them: calibrated if wanted, ranked."""
    bids = [Bid.of(bid) for bid in step.state["ledger"]["bids"]]
    if step.context.floor.calibrate:
        bids = calibrated(bids, own_past(step.state["history"]))
    by_seat = {bid.seat: bid for bid in bids}
    return [by_seat[bid.seat] for bid in ranked(heeded(bids, step.context.floor.threshold))]


def decide(step: Step, bids: list[Bid], nominated: str | None = None) -> Decision:
    """Return who has the floor in this turn."""
    now = situation_of(step, heeded(bids, step.context.floor.threshold), nominated)
    condition = condition_now(step)
    return came_in(condition.choose(now), who_came_in(step), condition, now)


def who_came_in(step: Step) -> str | None:
    """Return who came in at a place within the last turn of this talk, if anybody did."""
    last = of_this_talk(step.state)
    cut = last["units"].get("cut") if last and "units" in last else None
    return cut["by"] if cut and cut["rule"] == "1b" else None


def bids_count(step: Step) -> bool:
    """Tell whether the floor of this turn depends on who wants it."""
    if not condition_now(step).bids_count:
        return False
    # If nobody wants the floor and a rule of bids decides, then bids count.
    return rule_of(decide(step, []).rule).by_bids


def a_bid_changes_it(step: Step) -> bool:
    """Tell whether the floor of this turn depends on bids: not where somebody came in before."""
    return bids_count(step) and who_came_in(step) not in step.here


def thinkers(step: Step) -> tuple[str, ...]:
    """Return who thinks before this turn: all who are there, or the one who is about to speak."""
    return (decide(step, []).speaker,) if condition_now(step).speaker_thinks else step.here


def own_past(history: Sequence[TurnRow]) -> dict[str, list[int]]:
    """Return by seat the importances of its bids in the last `REMEMBERED` turns, oldest first.

    One that was kept counts once, as it was made.
    """
    past: dict[str, list[int]] = {}
    for row in history[-REMEMBERED:]:
        for bid in row["ledger"]["bids"]:
            if "kept_from" in bid:
                continue
            past.setdefault(bid["seat"], []).append(bid["importance"])
    return past


def _own_order(step: Step) -> tuple[tuple[str, ...], int]:
    """Return who speaks in an order of this talk's own, and how many turns it has given so far."""
    state, table = step.state, step.table
    if state["phase"] == "introduction":
        return table.seats, state["turn"] - state["room_from"] - 1
    order, lot = state["now"].get("order"), f"{state['room_from']}:standing"
    if order not in ("influence", IN_ROUNDS):
        return (), 0
    rows = takewhile(lambda row: row["turn"] > state["room_from"], reversed(state["history"]))
    first = those_with_aims(table.scenario)
    ranked = order_of_influence(state, table, first, lot)
    if order == "influence":
        return tuple(ranked), sum(row["rule"] == "influence" for row in rows)
    others = order_of_influence(state, table, [s for s in table.seats if s not in first], lot)
    return (*ranked, *others), sum(map(is_talk, rows))


def situation_of(step: Step, bids: Sequence[Bid], nominated: str | None = None) -> Situation:
    """Return all that the rules may look at in this turn.

    Args:
        step: what it works with.
        bids: the bids as they count.
        nominated: whom a moderator named, if one was asked.
    """
    state, table = step.state, step.table
    history, cast, last = state["history"], table.public.cast, of_this_talk(state)
    order, given = _own_order(step)
    pair = pair_now(state)
    return Situation(
        turn=state["turn"],
        seed=state["seed"],
        seats=step.here,
        bids=bids,
        previous=last and last["speaker"],
        pair=obligation(pair) if pair else None,
        named=named_in(last["text"], cast, table.language, speaker=last["speaker"]) if last else (),
        silent_for=silences(speakers_of(history), step.here),
        talkativeness=step.context.floor.talkativeness,
        nominated=nominated,
        opener=state["rooms"][0]["members"][0] if state["phase"] in IN_PAIRS else None,
        order=order,
        given=given,
    )


def gathering_of(step: Step) -> Gathering:
    """Return what a moderator may know: what was said of late, and who may speak next."""
    state, table, here = step.state, step.table, step.here
    last_row = of_this_talk(state)
    last = last_row["speaker"] if last_row else None
    recent = heard_by_all(state["history"], here, step.context.memory.k)
    shown = tuple(heard_turn(shown_row(row, shown_by(step))) for row in recent)
    window = window_for_all(step, shown_by(step))
    return Gathering(
        turn=state["turn"],
        seed=state["seed"],
        language=table.language,
        cast=public_in(table.public, table.seats, here).cast,
        recent=shown if window is None else window,
        candidates=tuple(seat for seat in here if seat != last) or here,
        question=table.public.question,
    )
