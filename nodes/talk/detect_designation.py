"""Detect whether the utterance selects the next speaker, and what it answers (section 3.2.4)."""

from __future__ import annotations

import asyncio
from typing import Any

from langgraph.runtime import Runtime

from mmagents.floor.adjacency import Designation
from mmagents.interfaces.accounts import recording
from mmagents.nodes.context import Context
from mmagents.nodes.state import Reading, State
from mmagents.nodes.table import table_for
from mmagents.nodes.views.utterance import utterance_of


def reading_of(found: Designation) -> Reading:
    """Return a designation as plain JSON."""
    return {
        "first_pair_part": found.first_pair_part,
        "addressees": list(found.addressees),
        "expects": list(found.expects),
        "answers": found.answers,
        "second_pair_part": found.second_pair_part,
        "closes": found.closes,
    }


async def detect_designation(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Read the utterance for what it does to the floor."""
    context = Context.of(runtime)
    table = await asyncio.to_thread(table_for, state["scenario"], context)
    with recording(game=state["game"], turn=state["turn"]) as calls:
        found = await context.analyst().detect(utterance_of(state, table, context))
    return {"reading": reading_of(found), "calls": [call.as_json() for call in calls]}
