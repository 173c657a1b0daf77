"""Normalise what was said into facts, and write them to all who heard it (section 3.1.2)."""

from __future__ import annotations

import asyncio
from typing import Any

from mmagents.analysts.repair.triplets.rules import meant_by
from mmagents.nodes.step import Step
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.long_term import next_tip
from mmagents.nodes.views.view import listened_of, words_of
from mmagents.scenarios.game import Clue
from mmagents.scenarios.recognise.facts import recognise
from mmagents.stores.memory import MemoryRow


async def normalize_knowledge(step: Step) -> dict[str, Any]:
    """Read the utterance for what it says, and remember it."""
    utterance = words_of(step)
    with step.recording() as calls:
        items = await step.context.analyst().normalize(utterance)
    facts = facts_said(step)
    seen = (clue.text.in_(utterance.language) for clue in clues_shown(step))
    change = await asyncio.to_thread(remember, step, (*items, *seen), facts)
    return {**change, "calls": calls}


def facts_said(step: Step) -> tuple[str, ...]:
    """Return the facts of the story that the words convey, and those that a clue shown tells.

    Those meant by a fact must be named, or be the speaker, or be whom the question was about that
    this utterance answers.
    """
    utterance = listened_of(step)
    meant, language = meant_by(utterance), utterance.language
    found = recognise(utterance.text, language, step.table.facts, meant)
    told = (fact for clue in clues_shown(step) for fact in clue.facts)
    return tuple(dict.fromkeys((*found, *told)))


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
