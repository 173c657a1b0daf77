"""Normalise what was said into facts, and write them to all who heard it (section 3.1.2)."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.analysts.repair.triplets.rules import meant_by
from mmagents.interfaces.accounts import recording
from mmagents.interfaces.talk import Utterance
from mmagents.nodes.context import Context
from mmagents.nodes.state import State
from mmagents.nodes.tools import Desk, desk_for
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.long_term import next_tip
from mmagents.nodes.views.room import present
from mmagents.nodes.views.utterance import utterance_of
from mmagents.scenarios.game import Clue
from mmagents.scenarios.recognise.facts import recognise
from mmagents.stores.memory import MemoryRow


def facts_said(state: State, utterance: Utterance, desk: Desk) -> tuple[str, ...]:
    """Return the facts of the story that the words convey, and those that a clue shown tells.

    Those meant by a fact must be named, or be the speaker, or be whom the question was about that
    this utterance answers.
    """
    meant, language = meant_by(utterance), utterance.language
    found = recognise(utterance.text, language, desk.table.facts, meant)
    told = (fact for clue in shown(state, desk) for fact in clue.facts)
    return tuple(dict.fromkeys((*found, *told)))


def shown(state: State, desk: Desk) -> list[Clue]:
    """Return the clues that were shown with the words."""
    ids = state["words"].get("shown", [])
    return [clue for clue in desk.table.scenario.clues if clue.id in ids]


def remember(
    state: State, desk: Desk, items: tuple[str, ...], facts: tuple[str, ...], *, kept: bool = True
) -> dict[str, Any]:
    """Write the turn to the memory of all who heard it; return the update of the state.

    Where it is not `kept`, nothing is written: should it be asked for after all, the index differs
    from the digest and is made from the history.
    """
    turn, hearers = state["turn"], present(state, desk.table.seats)
    row = MemoryRow(turn, state["words"]["speaker"], items, hearers)
    if kept:
        desk.recollection.agree_with(state["history"], state["memory_tip"])
        tip = desk.recollection.write(row, state["memory_tip"])
    else:
        tip = next_tip(state["memory_tip"], row)
    return {
        "knowledge": list(items),
        "facts": list(facts),
        "memory_tip": tip,
        "known": newly_heard(facts, hearers, state["known"], turn),
        "aired": newly_aired(facts, hearers, state["aired"]),
    }


async def normalize_knowledge(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Read the utterance for what it says, and remember it."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    utterance = utterance_of(state, desk.table, context)
    with recording(game=state["game"], turn=state["turn"]) as calls:
        items = await context.analyst().normalize(utterance)
    facts, kept = facts_said(state, utterance, desk), "long-term" in context.memories
    seen = (clue.text.in_(utterance.language) for clue in shown(state, desk))
    change = await asyncio.to_thread(remember, state, desk, (*items, *seen), facts, kept=kept)
    return {**change, "calls": [call.as_json() for call in calls]}
