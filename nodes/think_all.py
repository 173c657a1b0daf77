"""Think: every seat at once (MMAgents, section 3.2.1)."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.nodes.context import Context
from mmagents.nodes.desk import Desk, desk_for, memories_of
from mmagents.nodes.floor import ranked
from mmagents.nodes.state import Bid, State
from mmagents.nodes.view import due_to, view_of
from mmagents.players.base import Thought, View
from mmagents.players.llm_accounts import recording


def views_for_thinking(state: State, desk: Desk, context: Context) -> dict[str, View]:
    """Return the view of every seat before the floor is given."""
    memories = memories_of(state, desk, context, desk.table.seats)
    return {
        seat: view_of(
            seat,
            state=state,
            table=desk.table,
            context=context,
            memories=memories[seat],
            due=due_to(state, seat, context),
        )
        for seat in desk.table.seats
    }


def bid_of(seat: str, thought: Thought) -> Bid:
    """Return a thought as a bid for the floor; importance is kept within 0-9."""
    return {
        "seat": seat,
        "action": thought.action,
        "importance": min(9, max(0, thought.importance)),
        "thought": thought.thought,
    }


async def think_all(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Ask every seat for its thought, at once; return the bids ranked and the notes kept."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    views = await asyncio.to_thread(views_for_thinking, state, desk, context)
    with recording() as calls:
        thoughts = await asyncio.gather(
            *(context.player(seat).think(view) for seat, view in views.items())
        )
    by_seat = dict(zip(views, thoughts, strict=True))
    bids = ranked([bid_of(seat, thought) for seat, thought in by_seat.items()])
    return {
        "ledger": {**state["ledger"], "bids": bids},
        "calls": [call.as_json() for call in calls],
        "notes": {seat: dict(thought.notes) for seat, thought in by_seat.items() if thought.notes},
    }
