"""Normalise what was said into facts, for all who heard it (MMAgents, section 3.1.2)."""

from __future__ import annotations

from typing import Any

from mmagents.nodes.step import Step
from mmagents.nodes.turn.recognition import Read, read
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.long_term import next_tip
from mmagents.nodes.views.view import words_of
from mmagents.stores.memory import MemoryRow


async def normalize_knowledge(step: Step) -> dict[str, Any]:
    """Read the words for what they say; have all who heard them remember it."""
    with step.recording() as calls:
        found = await read(step, words_of(step))
    return {**await step.aside(remember, step, found), "calls": calls}


def remember(step: Step, found: Read) -> dict[str, Any]:
    """Write the turn to the memory of all who heard it; return the update of the state. Blocks.

    Without long-term memory nothing is written. Should it be asked for later, the index differs
    from the digest, and is made from the history.
    """
    state = step.state
    row = MemoryRow(state["turn"], state["words"]["speaker"], found.items, step.here)
    if "long-term" in step.context.memory.layers:
        step.recollection.agree_with(state["history"], state["memory_tip"])
        tip = step.recollection.write(row, state["memory_tip"])
    else:
        tip = next_tip(state["memory_tip"], row)
    return {**heard(step, found), "memory_tip": tip}


def heard(step: Step, found: Read) -> dict[str, Any]:
    """Return the update of the state by which those who heard the turn know its facts."""
    state, hearers = step.state, step.here
    return {
        "knowledge": list(found.items),
        "facts": list(found.facts),
        "facts_by": "model" if found.by_model else "",
        "known": newly_heard(found.facts, hearers, state["known"], state["turn"]),
        "aired": newly_aired(found.facts, hearers, state["aired"]),
    }
