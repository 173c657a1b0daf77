"""Close the turn: put it on the record, settle what it answered, see whether the talk is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langgraph.types import Overwrite

from mmagents.analysts.rules.insertions import asks_back
from mmagents.floor.adjacency import Obligation
from mmagents.floor.pairs import STAYS_OPEN, Closed, lapsed, of_turn, take_up
from mmagents.nodes.chat.times import as_message
from mmagents.nodes.evening.agenda import moved_on, what_next
from mmagents.nodes.record import Ledger, TurnRow, nothing_yet, row_of
from mmagents.nodes.spending import limit_reached, plus
from mmagents.nodes.state import OpenPair
from mmagents.nodes.step import Step
from mmagents.nodes.talk.minutes import NONE_NOTED, Minutes, note
from mmagents.nodes.talk.recorded import BACKCHANNEL
from mmagents.nodes.talk.select_speaker import condition_now
from mmagents.nodes.units.rows import Planned, Units
from mmagents.nodes.units.times import timed, times_of
from mmagents.nodes.usable import NOT_YET, after_calls, nothing_usable
from mmagents.nodes.values import designation_of, obligation, open_pair
from mmagents.nodes.views.view import utterance_of
from mmagents.prompts.tasks import TASKS


async def close_turn(step: Step) -> dict[str, Any]:
    """Put the turn on the record and go on to the next, or end after the last or at a limit.

    A limit ends the game between two turns, and so do models that give nothing usable. What has
    been thought of the next turn already is kept for whoever goes on with the game, and counts.
    """
    state, context, ahead = step.state, step.context, step.state["ahead"]
    still_open, closed = take_up(
        [obligation(pair) for pair in state["open_pairs"]],
        designation_of(state["reading"]),
        speaker=state["words"]["speaker"],
        text=state["words"]["text"],
        turn=state["turn"],
        hearers=step.here,
        lapses_after=STAYS_OPEN[context.medium],
        aside=backchannels(state["history"], since=state["open_pairs"]),
        asks_back=asks_back(utterance_of(step)) if context.units else None,
    )
    to = what_next(state, context, owed=_owed(step, still_open))
    if to in ("room", "phase"):  # nobody there could still take up what is open
        closed += lapsed(still_open)
        still_open = []
    calls = ahead["calls"] if ahead else []
    spent = plus(state["spent"], state["calls"], context.prices)
    limit = limit_reached(plus(spent, calls, context.prices), context.limits())
    lately = state.get("lately", NOT_YET)
    last = to == "over"
    useless = "" if context.tolerate else nothing_usable(lately, state["calls"], last=last)
    stopped = limit or useless
    if last:  # there is no limit to raise
        stopped = useless
    ended = last or bool(stopped)
    rows, minutes = await on_record(step, closed, over=ended)
    if context.medium == "chat":
        rows[-1] = as_message(rows[-1], state, over=ended or to != "turn")
    spent = plus(spent, minutes.calls, context.prices)
    await step.aside(step.forget_if_over, over=ended)
    return {
        **minutes.change,
        **moved_on(state, to),
        **({"repair": None} if state.get("repair") else {}),
        **({"drafts": {}} if state.get("drafts") else {}),
        **({"planned": None} if state.get("planned") else {}),
        **({"writing": []} if state.get("writing") and (ended or to != "turn") else {}),
        "history": rows,
        "open_pairs": [open_pair(pair) for pair in still_open],
        "turn": state["turn"] + (0 if ended else 1),
        "ledger": {**nothing_yet(), "bids": ahead["bids"] if ahead else []},
        "calls": Overwrite(calls),
        "ahead": None,
        "spent": spent,
        "stopped": stopped,
        **after_calls(lately, state["calls"], anew=bool(stopped)),
        "knowledge": [],
        "facts": [],
        "facts_by": "",
        "ended": ended,
    }


def backchannels(history: Sequence[TurnRow], since: Sequence[OpenPair]) -> list[int]:
    """Return the numbers of the backchannels after the oldest pair that is open."""
    first = min((pair["turn"] for pair in since), default=len(history))
    return [row["turn"] for row in history[first:] if row["rule"] == BACKCHANNEL]


def _owed(step: Step, still_open: Sequence[Obligation]) -> bool:
    """Tell whether the turn just spoken obliges one of those who are here to take the next.

    Not under interrogation: there whoever asks would but ask again.
    """
    condition = condition_now(step)
    if not condition.obliges or condition.interrogates:
        return False
    pair = of_turn(still_open, step.state["turn"])
    return pair is not None and len(pair.to) == 1 and pair.to[0] in step.here


async def on_record(
    step: Step, closed: Sequence[Closed], *, over: bool
) -> tuple[list[TurnRow], Minutes]:
    """Return the turn as the record holds it, after those before it that are noted only now.

    What was put off is noted where the game is over.
    """
    state, row = step.state, turn_row(step, closed)
    if not over or not state.get("unread"):
        return [row], NONE_NOTED
    minutes = await note(step, [*state["history"], row])
    calls = {**state, "calls": [*state["calls"], *minutes.calls]}
    *before, last = minutes.rows
    ledger = turn_row(replace(step, state=calls), closed)["ledger"]  # type: ignore[arg-type]  # a state
    if last["turn"] != row["turn"]:
        return [*minutes.rows, {**row, "ledger": ledger}], minutes
    return [*before, {**last, "ledger": ledger}], minutes


def turn_row(step: Step, closed: Sequence[Closed]) -> TurnRow:
    """Return the turn as the record holds it, the questions put to models in their own order."""
    state, words = step.state, step.state["words"]
    calls = sorted(state["calls"], key=lambda call: (TASKS.index(call["task"]), call["seat"]))
    row = row_of(
        state["turn"],
        words["speaker"],
        words["text"],
        state["floor"]["rule"],
        heard_by=step.here,
        phase=state["phase"],
        ledger={**state["ledger"], "calls": calls},
        facts=state["facts"],
        by_model=state.get("facts_by") == "model",
        knowledge=state["knowledge"],
        reading=state["reading"],
        closed=closed,
        shown=words.get("shown", ()),
    )
    planned = state.get("planned")
    return in_units(row, planned, step) if planned else row


def in_units(row: TurnRow, planned: Planned, step: Step) -> TurnRow:
    """Return the row of a turn with the units that were heard, and when; the rest in its ledger."""
    said = planned["said"]
    units: Units = {"ends": planned["ends"][:said], "completion": planned["completion"][:said]}
    ledger: Ledger = {**row["ledger"], "places": planned["places"]}
    if cut := planned.get("cut"):
        units["cut"] = cut
        ledger["unsaid"] = planned["text"][units["ends"][-1] :].strip()
    state, language = step.state, step.table.language
    times = times_of(row, units, state["history"], seed=state["seed"], language=language)
    units["times"] = times
    if again := planned.get("again"):
        units["again"] = [one for one in again if one < said]
    row = {**row, "units": units, "ledger": ledger, "start": times[0][0], "end": times[-1][1]}
    if asides := planned.get("asides"):
        row["asides"] = timed(asides, row, seed=step.state["seed"], language=step.table.language)
    return row
