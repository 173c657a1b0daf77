"""Normalise what was said into facts, for all who heard it, at once or later (section 3.1.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mmagents.nodes.record import merge_rows
from mmagents.nodes.state import merge_seats
from mmagents.nodes.step import Step
from mmagents.nodes.talk.minutes import (
    as_said,
    nobody_recalls,
    puts_off,
    read_turns,
    remember_all,
    with_read,
)
from mmagents.nodes.talk.recognition import Read, facts_by_rule, read, read_by_rule
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.long_term import next_tip
from mmagents.nodes.views.view import words_of
from mmagents.scenarios.game import Clue
from mmagents.stores.memory import MemoryRow


async def normalize_knowledge(step: Step) -> dict[str, Any]:
    """Read the utterance for what it says, and remember it; or put that off.

    What was put off before is noted with it where it is not.
    """
    unread = step.state.get("unread", [])
    if puts_off(step):
        facts = with_clues(step, facts_by_rule(step))
        found = heard_at_once(step, facts)
        return {**found, "unread": [*unread, step.state["turn"]], "facts_by": ""}
    if unread:
        return await with_those_put_off(step)
    utterance = words_of(step)
    with step.recording() as calls:
        by_rule = nobody_recalls(step)
        read_now = await (read_by_rule if by_rule else read)(step, utterance)
    facts = with_clues(step, read_now.facts)
    change = await step.aside(remember, step, items_of(step, read_now), facts)
    return {**change, "calls": calls, "facts_by": "model" if read_now.by_model else ""}


def items_of(step: Step, found: Read) -> tuple[str, ...]:
    """Return what is remembered of the turn: what was said, and what a clue shown with it says."""
    seen = (clue.text.in_(step.table.language) for clue in clues_shown(step))
    return (*found.items, *seen)


def heard_at_once(step: Step, facts: tuple[str, ...]) -> dict[str, Any]:
    """Return the update of the state by which those who heard the turn know its facts."""
    state, hearers = step.state, step.here
    return {
        "knowledge": [],
        "facts": list(facts),
        "known": newly_heard(facts, hearers, state["known"], state["turn"]),
        "aired": newly_aired(facts, hearers, state["aired"]),
    }


async def with_those_put_off(step: Step) -> dict[str, Any]:
    """Read the utterance and all that was put off before it, in one question."""
    state = step.state
    rows = [state["history"][turn - 1] for turn in state.get("unread", [])]
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
    facts = with_clues(step, tuple(dict.fromkeys((*facts_by_rule(step), *now.facts))))
    last = await step.aside(remember, later, items_of(step, now), facts)
    return {
        **last,
        "known": merge_seats(change["known"], [last["known"]]),
        "aired": merge_seats(change["aired"], [last["aired"]]),
        "history": noted,
        "unread": [],
        "calls": calls,
        "facts_by": "model" if now.by_model else "",
    }


def with_clues(step: Step, said: tuple[str, ...]) -> tuple[str, ...]:
    """Return the facts that the words tell, and those that a clue shown with them tells."""
    told = (fact for clue in clues_shown(step) for fact in clue.facts)
    return tuple(dict.fromkeys((*said, *told)))


def clues_shown(step: Step) -> list[Clue]:
    """Return the clues that were shown with the words."""
    ids = step.state["words"].get("shown", [])
    return [clue for clue in step.table.scenario.clues if clue.id in ids]


def remember(step: Step, items: tuple[str, ...], facts: tuple[str, ...]) -> dict[str, Any]:
    """Write the turn to the memory of all who heard it; return the update of the state. Blocks.

    Without long-term memory nothing is written: should it be asked for after all, the index differs
    from the digest and is made from the history.
    """
    state, turn, hearers = step.state, step.state["turn"], step.here
    row = MemoryRow(turn, state["words"]["speaker"], items, hearers)
    if "long-term" in step.context.memories:
        recollection = step.recollection
        recollection.agree_with(state["history"], state["memory_tip"])
        tip = recollection.write(row, state["memory_tip"])
    else:
        tip = next_tip(state["memory_tip"], row)
    return {
        "knowledge": list(items),
        "facts": list(facts),
        "memory_tip": tip,
        "known": newly_heard(facts, hearers, state["known"], turn),
        "aired": newly_aired(facts, hearers, state["aired"]),
    }
