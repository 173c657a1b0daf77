"""A turn as the record holds it, and as those have it who have just heard it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mmagents.floor.pairs import Closed
from mmagents.nodes.middleware import WAYS
from mmagents.nodes.record import (
    BACKCHANNEL,
    UNREAD,
    BidRow,
    TurnRow,
    merge_rows,
    nothing_yet,
    row_of,
)
from mmagents.nodes.state import State, merge_seats
from mmagents.nodes.step import Step
from mmagents.nodes.turn.recognition import facts_by_rule
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.prompts.tasks import TASKS


def turn_row(step: Step, closed: Sequence[Closed]) -> TurnRow:
    """Return the turn as the record holds it, with what the ways of taking turns add."""
    state, words = step.state, step.state["words"]
    row = row_of(
        state["turn"],
        words["speaker"],
        words["text"],
        state["floor"]["rule"],
        heard_by=step.here,
        phase=state["phase"],
        ledger={**state["ledger"], "calls": in_order(state["calls"])},
        facts=state["facts"],
        by_model=state.get("facts_by") == "model",
        knowledge=state["knowledge"],
        reading=state["reading"],
        closed=closed,
        shown=words.get("shown", ()),
    )
    for way in (one for one in WAYS if one.on(step)):
        row = way.row(step, row)
    return row


def in_order(calls: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return questions put to models in the order of their tasks, then of the seats."""
    return sorted(calls, key=lambda call: (TASKS.index(call["task"]), call["seat"]))


def backchannels(state: State) -> list[int]:
    """Return the numbers of the backchannels after the oldest pair that is open."""
    history = state["history"]
    first = min((pair["turn"] for pair in state["open_pairs"]), default=len(history))
    return [row["turn"] for row in history[first:] if row["rule"] == BACKCHANNEL]


def as_heard(step: Step) -> Step:
    """Return the step of the next turn as those see it who have heard this one and no more.

    The words stand in it and the facts that rules recognise in them; what they put to whom is not
    read yet, nor which facts a model finds.
    """
    state, turn, hearers = step.state, step.state["turn"], step.here
    facts = list(facts_by_rule(step))
    unread = replace(
        step, state={**state, "reading": UNREAD, "facts": facts, "facts_by": "", "knowledge": []}
    )
    news = newly_heard(facts, hearers, state["known"], turn)
    return replace(
        step,
        state={
            **state,
            "turn": turn + 1,
            "history": merge_rows(state["history"], [[turn_row(unread, [])]]),
            "known": merge_seats(state["known"], [news]),
            "aired": merge_seats(state["aired"], [newly_aired(facts, hearers, state["aired"])]),
            "ledger": nothing_yet(),
        },
    )


def last_thought(step: Step, seat: str) -> tuple[int | None, BidRow | None]:
    """Return before which turn of this talk a seat last thought, and its bid; None if never.

    What is older than History is too old to be kept, and not looked for.
    """
    state = step.state
    for row in reversed(state["history"][-step.context.memory.k :]):
        if row["turn"] <= state["room_from"]:
            break
        for bid in row["ledger"]["bids"]:
            if bid["seat"] == seat and "kept_from" not in bid:
                return row["turn"], bid
    return None, None
