"""Normalise what was said into facts, and write them to all who heard it (section 3.1.2)."""

from __future__ import annotations

from typing import Any

from mmagents.nodes.step import Step
from mmagents.nodes.talk.recognition import read
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.long_term import next_tip
from mmagents.nodes.views.view import words_of
from mmagents.scenarios.game import Clue
from mmagents.stores.memory import MemoryRow


async def normalize_knowledge(step: Step) -> dict[str, Any]:
    """Read the utterance for what it says, and remember it."""
    utterance = words_of(step)
    with step.recording() as calls:
        found = await read(step, utterance)
    facts = with_clues(step, found.facts)
    seen = (clue.text.in_(utterance.language) for clue in clues_shown(step))
    change = await step.aside(remember, step, (*found.items, *seen), facts)
    return {**change, "calls": calls, "facts_by": "model" if found.by_model else ""}


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
