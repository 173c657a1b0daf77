"""Normalising put off: several turns of a talk in one question, before they are needed.

At the pace of the paper every turn is normalised at once. What it yields is recalled from long-term
memory, which with `recall` beyond-history gives a seat only what has left its History. So at the
other paces a model notes several turns together: beside the thinking, before the oldest of them
leaves anybody's History, and all that is left with the last turn of a talk. The facts of the story
are found by rule at once; what the model finds beside them is known from then on.

The last turn of a discussion ends the game, and nobody recalls it. So the turns before it are noted
beside the thinking, and it is noted by the rules: nothing waits for a model after the last words.
For the same reason the rules find whom it is put to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from mmagents.analysts.open import Readers
from mmagents.interfaces.analyst import Minuter, Noted, Said
from mmagents.nodes.evening.agenda import last_turn, what_next
from mmagents.nodes.record import TurnRow, merge_rows
from mmagents.nodes.state import merge_seats
from mmagents.nodes.step import Step
from mmagents.nodes.turn.normalize import heard, remember
from mmagents.nodes.turn.recognition import Read, facts_by_rule, listed_for, read_as, with_clues
from mmagents.nodes.views.grown import NOTING
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.long_term import next_tip
from mmagents.nodes.views.view import words_of
from mmagents.nodes.ways.pace.thinking import own
from mmagents.scenarios.texts import OFFLINE
from mmagents.stores.memory import MemoryRow

T = TypeVar("T")
LEAST_HISTORY = 3
"""The shortest History, in turns, with which there is anything to gain."""


class DeferredNotes(NamedTuple):
    """Turns noted: the rows that are different for it, and what else it changes in the state.

    `calls` are the questions it took, as JSON.
    """

    rows: list[TurnRow]
    change: dict[str, Any]
    calls: list[dict[str, Any]]

    def update(self, found: dict[str, Any]) -> dict[str, Any]:
        """Return what noting adds to the update of the step beside which it was done."""
        if not self.rows:
            return {}
        return {"history": self.rows, **self.change, "calls": [*found["calls"], *self.calls]}


NONE_NOTED = DeferredNotes([], {}, [])


def minuter_of(step: Step) -> Minuter | None:
    """Return who reads several turns at once, where the run puts that off; None elsewhere."""
    context, analyst = step.context, step.analyst()
    put_off = context.pace.kind != "paper" and context.memory.recall == "beyond-history"
    if not put_off or "history" not in context.memory.layers or context.memory.k < LEAST_HISTORY:
        return None
    if isinstance(analyst, Readers):
        return analyst.minuter()
    return analyst if isinstance(analyst, Minuter) else None


def puts_off(step: Step) -> bool:
    """Tell whether what was just said is normalised later.

    Not in the last turn of a talk, nor where clues were shown, which stand in no row as words.
    """
    state = step.state
    if "shown" in state["words"] or state["turn"] >= last_turn(state, step.context):
        return False
    return minuter_of(step) is not None


def rules_read_it(step: Step) -> bool:
    """Tell whether the rules read this turn because it ends a discussion: no prompt needs it.

    At the pace of the paper a model does. Code of the user's own reads it as every other turn, and
    so does a model in a language that the rules do not know.
    """
    state, context = step.state, step.context
    if context.pace.kind == "paper" or state["rooms"][0]["turns"] is not None:
        return False
    ours = context.floor.read_by is None and isinstance(step.analyst(), Readers)
    return ours and step.table.language in OFFLINE and what_next(state, context) == "over"


def nobody_recalls(step: Step) -> bool:
    """Tell whether the rules note this turn, which ends a discussion, where noting is put off."""
    return rules_read_it(step) and minuter_of(step) is not None


def due_now(step: Step) -> bool:
    """Tell whether turns have to be noted before the turn that is being thought of is over."""
    unread = own(step).get("unread", [])
    if not unread:
        return False
    return step.state["turn"] - unread[0] >= step.context.memory.k - 1 or nobody_recalls(step)


async def beside_noting(step: Step, work: Awaitable[T]) -> tuple[T, DeferredNotes]:
    """Return what `work` comes to, and the turns noted beside it, if it is time for that."""
    if not due_now(step):
        return await work, NONE_NOTED
    if not step.waits:
        return await work, await note(step, step.state["history"])
    done, notes = await asyncio.gather(work, note(step, step.state["history"]))
    return done, notes


async def note(step: Step, history: Sequence[TurnRow]) -> DeferredNotes:
    """Note all turns that were put off.

    Args:
        step: what it works with.
        history: the record, with those turns in it.
    """
    unread = own(step).get("unread", [])
    rows = [history[turn - 1] for turn in unread]
    if not rows:
        return NONE_NOTED
    with step.recording() as calls:
        reads = await read_turns([as_said(step, row) for row in rows])
    noted = [with_read(row, read) for row, read in zip(rows, reads, strict=True)]
    change = await step.aside(remember_all, step, noted)
    return DeferredNotes(noted, {**change, "unread": []}, calls)


def as_said(step: Step, row: TurnRow) -> Step:
    """Return the step in which a turn of this talk was said."""
    before = step.state["history"][: row["turn"] - 1]
    words: dict[str, Any] = {"speaker": row["speaker"], "text": row["text"]}
    words |= row.get("written", {})
    if "cut" in row.get("units", {}):
        words["cut"] = True
    state = {**step.state, "turn": row["turn"], "history": before, "words": words}
    return replace(step, state=state)  # type: ignore[arg-type]  # a state with some keys changed


async def read_turns(steps: Sequence[Step]) -> list[Read]:
    """Return what turns say, in one question."""
    first = steps[0]
    minuter = minuter_of(first)
    analyst = first.analyst()
    if minuter is None:  # the run has changed since they were put off
        return [
            read_as(one, Noted(await analyst.normalize(words_of(one)), None), ()) for one in steps
        ]
    wanted = first.context.floor.recognition == "analyst"
    shown = [listed_for(one) if wanted else () for one in steps]
    listed = tuple(dict.fromkeys(fact for some in shown for fact in some))
    said = [Said(one.state["turn"], words_of(one, NOTING)) for one in steps]
    noted = await minuter.recognize_turns(said, listed)
    return [read_as(*each) for each in zip(steps, noted, shown, strict=True)]


def with_read(row: TurnRow, read: Read) -> TurnRow:
    """Return a row with what was read of it; facts found by rule stay."""
    facts = list(dict.fromkeys((*row["facts"], *read.facts)))
    changed: TurnRow = {**row, "knowledge": list(read.items), "facts": facts}
    if read.by_model:
        changed["facts_by"] = "model"
    return changed


def remember_all(step: Step, rows: Sequence[TurnRow]) -> dict[str, Any]:
    """Write turns to the memory of all who heard them; return the update of the state. Blocks."""
    state, remembers = step.state, "long-term" in step.context.memory.layers
    tip, known, aired = state["memory_tip"], state["known"], state["aired"]
    heard: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    if remembers:
        step.recollection.agree_with(state["history"], tip)
    for row in rows:
        remembered = MemoryRow(
            row["turn"], row["speaker"], tuple(row["knowledge"]), tuple(row["heard_by"])
        )
        tip = step.recollection.write(remembered, tip) if remembers else next_tip(tip, remembered)
        heard.append(newly_heard(row["facts"], row["heard_by"], known, row["turn"]))
        told.append(newly_aired(row["facts"], row["heard_by"], aired))
    return {
        "memory_tip": tip,
        "known": merge_seats({}, _oldest_last(heard)),
        "aired": merge_seats({}, told),
    }


def _oldest_last(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what was heard in turn with the oldest last, so that it is what counts."""
    return heard[::-1]


def put_off(step: Step) -> dict[str, Any]:
    """Return the update of the state when this turn is normalised later: its facts are known."""
    unread = [*own(step).get("unread", []), step.state["turn"]]
    return {**heard(step, Read((), facts_by_rule(step), False)), "unread": unread}


async def with_those_put_off(step: Step) -> dict[str, Any]:
    """Read the words and all that was put off before them, in one question."""
    state = step.state
    rows = [state["history"][turn - 1] for turn in own(step).get("unread", [])]
    with step.recording() as calls:
        *before, now = await read_turns([*(as_said(step, row) for row in rows), step])
    noted = [with_read(row, found) for row, found in zip(rows, before, strict=True)]
    change = await step.aside(remember_all, step, noted)
    later = replace(
        step,
        state={
            **state,
            "history": merge_rows(state["history"], [noted]),
            "memory_tip": change["memory_tip"],
            "known": merge_seats(state["known"], [change["known"]]),
            "aired": merge_seats(state["aired"], [change["aired"]]),
        },
    )
    facts = tuple(dict.fromkeys((*facts_by_rule(step), *now.facts)))
    last = await step.aside(remember, later, with_clues(step, now._replace(facts=facts)))
    return {
        **last,
        "known": merge_seats(change["known"], [last["known"]]),
        "aired": merge_seats(change["aired"], [last["aired"]]),
        "history": noted,
        "unread": [],
        "calls": calls,
    }
