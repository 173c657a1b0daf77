"""Close the turn: put it on the record, settle what it answered, see whether the talk is over."""

from __future__ import annotations

from typing import Any

from langgraph.types import Overwrite

from mmagents.floor.adjacency import Obligation
from mmagents.floor.pairs import STAYS_OPEN, Closed, lapsed, of_turn, take_up
from mmagents.nodes.evening.agenda import Next, moved_on, what_next
from mmagents.nodes.record import nothing_yet
from mmagents.nodes.step import Step
from mmagents.nodes.turn.floor import condition_now
from mmagents.nodes.turn.row import backchannels, turn_row
from mmagents.nodes.values import designation_of, obligation, open_pair


async def close_turn(step: Step) -> dict[str, Any]:
    """Put the turn on the record and go on to the next, or end after the last."""
    state, (still_open, closed), to = step.state, settled(step), after(step)
    if to in ("room", "phase"):  # nobody there could still take up what is open
        still_open, closed = [], [*closed, *lapsed(still_open)]
    ended = to == "over" or bool(step.stopped)
    return {
        **moved_on(state, to),
        "history": [turn_row(step, closed)],
        "open_pairs": [open_pair(pair) for pair in still_open],
        "turn": state["turn"] + (0 if ended else 1),
        "ledger": nothing_yet(),
        "calls": Overwrite([]),
        "knowledge": [],
        "facts": [],
        "facts_by": "",
        "ended": ended,
    }


def settled(step: Step) -> tuple[list[Obligation], list[Closed]]:
    """Return the first pair parts that are open after the turn, and those that it closed."""
    state, words = step.state, step.state["words"]
    open_pairs, reading = map(obligation, state["open_pairs"]), designation_of(state["reading"])
    how = {"lapses_after": STAYS_OPEN["speech"], "aside": backchannels(state), **step.pairs}
    return take_up(
        [*open_pairs], reading, speaker=words["speaker"], text=words["text"],
        turn=state["turn"], hearers=step.here, **how,
    )  # fmt: skip


def after(step: Step) -> Next:
    """Return what comes after the turn: another one, another room or phase, or the end.

    A turn that obliges one of those here is answered, but not under interrogation: there the
    detective would only ask again.
    """
    condition, pair = condition_now(step), of_turn(settled(step)[0], step.state["turn"])
    asks_one = pair is not None and len(pair.to) == 1 and pair.to[0] in step.here
    owed = asks_one and condition.obliges and not condition.interrogates
    return what_next(step.state, step.context, owed=owed)
