"""Diagnose: which suspicion is a fault, and what to do about it (SDR, section 2.2)."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.interfaces.accounts import recording
from mmagents.nodes.context import Context
from mmagents.nodes.repair.candidate import of_round, repair_of, suspected
from mmagents.nodes.repair.screen import about_candidate
from mmagents.nodes.state import State
from mmagents.nodes.tools import desk_for


async def diagnose(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Diagnose every suspicion against the candidate, side by side."""
    context, repair = Context.of(runtime), repair_of(state)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    about, _ = await asyncio.to_thread(about_candidate, state, desk, context)
    *before, attempt = repair["attempts"]
    ask = context.checks().diagnose
    with recording(game=state["game"], turn=state["turn"]) as calls:
        findings = await asyncio.gather(
            *(ask(attempt["text"], one, about) for one in suspected(attempt))
        )
    done = {**attempt, "findings": [one.as_json() for one in findings]}
    return {
        "repair": {**repair, "attempts": [*before, done]},
        "calls": of_round(calls, repair),
    }
