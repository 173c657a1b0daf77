"""Regenerate: the speaker says something else (SDR, section 2.3)."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.interfaces.accounts import recording
from mmagents.interfaces.repair import Repairer
from mmagents.nodes.context import Context
from mmagents.nodes.repair.candidate import dropped, of_round, repair_of
from mmagents.nodes.state import State
from mmagents.nodes.talk.speak import one_line, view_for_speaking
from mmagents.nodes.tools import desk_for


async def regenerate(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Show the speaker what was wrong with its candidates, and ask for other words."""
    context, repair = Context.of(runtime), repair_of(state)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    view = await asyncio.to_thread(view_for_speaking, state, desk, context)
    player, text = context.player(view.seat), state["words"]["text"]
    with recording(game=state["game"], turn=state["turn"]) as calls:
        if isinstance(player, Repairer):
            text = one_line(await player.repair(view, dropped(repair)))
    return {
        "words": {**state["words"], "text": text},
        "repair": {**repair, "rounds_left": repair["rounds_left"] - 1},
        "calls": of_round(calls, repair),
    }
