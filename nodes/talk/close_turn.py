"""Close the turn: put it on the record, settle what it answered, see whether the talk is over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from mmagents.floor.pairs import take_up
from mmagents.models.choice import TASKS
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import moved_on, what_next
from mmagents.nodes.spending import plus, reached
from mmagents.nodes.state import (
    ClosedPair,
    Ledger,
    OpenPair,
    Reading,
    State,
    TurnRow,
    Words,
    nothing_yet,
)
from mmagents.nodes.tools import desk_for, dies_with_the_call
from mmagents.nodes.views.long_term import let_go
from mmagents.nodes.views.room import present
from mmagents.nodes.views.view import designation_of, obligation, open_pair


def ledger_of(state: State) -> Ledger:
    """Return the ledger of the turn, with the questions put to models, in an order of their own."""
    calls = sorted(state["calls"], key=lambda call: (TASKS.index(call["task"]), call["seat"]))
    return {**state["ledger"], "calls": calls}


def row_of(state: State, closed: list[ClosedPair], heard_by: tuple[str, ...]) -> TurnRow:
    """Return the turn as the record holds it."""
    reading, floor = state["reading"], state["floor"]
    row: TurnRow = {
        "turn": state["turn"],
        "speaker": state["words"]["speaker"],
        "text": state["words"]["text"],
        "rule": floor["rule"],
        "first_pair_part": reading["first_pair_part"],
        "addressees": reading["addressees"],
        "expects": reading["expects"],
        "answers": reading["answers"],
        "second_pair_part": reading["second_pair_part"],
        "closes_sequence": reading["closes"],
        "closed": closed,
        "heard_by": list(heard_by),
        "phase": state["phase"],
        "facts": state["facts"],
        "knowledge": state["knowledge"],
        "ledger": ledger_of(state),
    }
    shown = state["words"].get("shown")
    return {**row, "shown": shown} if shown else row


def taken_up(
    open_pairs: Sequence[OpenPair], reading: Reading, words: Words, turn: int
) -> tuple[list[OpenPair], list[ClosedPair]]:
    """Return what is open after a turn and what it closed, as JSON (see :mod:`floor.pairs`)."""
    still, closed = take_up(
        [obligation(pair) for pair in open_pairs],
        designation_of(reading),
        speaker=words["speaker"],
        text=words["text"],
        turn=turn,
    )
    return [open_pair(pair) for pair in still], [{"turn": c.turn, "how": c.how} for c in closed]


async def close_turn(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Put the turn on the record and go on to the next, or end after the last or at a limit.

    A limit ends the game between two turns. What has been thought of the next turn already is kept
    for whoever goes on with the game, and counts.
    """
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    still_open, closed = taken_up(
        state["open_pairs"], state["reading"], state["words"], state["turn"]
    )
    step, ahead = what_next(state, context), state["ahead"]
    if step in ("room", "phase"):  # nobody there could still take up what is open
        closed += [{"turn": pair["turn"], "how": "lapsed"} for pair in still_open]
        still_open = []
    over = step == "over"
    calls = ahead["calls"] if ahead else []
    spent = plus(state["spent"], state["calls"], context.prices)
    stopped = "" if over else reached(plus(spent, calls, context.prices), context.limits())
    ended = over or bool(stopped)
    if ended and dies_with_the_call(context, config):
        await asyncio.to_thread(let_go, desk.recollection)
    return {
        **moved_on(state, step),
        **({"repair": None} if state.get("repair") else {}),
        "history": [row_of(state, closed, present(state, desk.table.seats))],
        "open_pairs": still_open,
        "turn": state["turn"] + (0 if ended else 1),
        "ledger": {**nothing_yet(), "bids": ahead["bids"] if ahead else []},
        "calls": Overwrite(calls),
        "ahead": None,
        "spent": spent,
        "stopped": stopped,
        "knowledge": [],
        "facts": [],
        "ended": ended,
    }
