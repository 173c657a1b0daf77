"""What the rules of the floor look at besides the bids: who was named, who was silent. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from mmagents.analysts.text.mentions import named_in
from mmagents.floor.bids import REMEMBERED, Bid
from mmagents.floor.situation import Situation, silences
from mmagents.interfaces.analyst import Gathering
from mmagents.nodes.evening.influence import order_of_influence
from mmagents.nodes.evening.stages import IN_ROUNDS, those_with_aims
from mmagents.nodes.record import TurnRow, is_talk, shown_row
from mmagents.nodes.step import Step
from mmagents.nodes.values import heard_turn, obligation
from mmagents.nodes.views.knowledge import speakers_of
from mmagents.nodes.views.room import heard_by_all, of_this_talk, pair_now, public_in
from mmagents.nodes.views.talk import shown_by, window_for_all
from mmagents.scenarios.game import IN_PAIRS


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
        talkativeness=step.context.talkativeness,
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
    recent = heard_by_all(state["history"], here, step.context.k)
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
