"""Think: every seat at once (MMAgents, section 3.2.1), before the floor is given."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.floor.bids import Bid, ranked
from mmagents.interfaces.accounts import recording
from mmagents.interfaces.player import Thought
from mmagents.interfaces.view import View
from mmagents.nodes import interrupts as people
from mmagents.nodes.context import Context
from mmagents.nodes.state import Ahead, State, as_json
from mmagents.nodes.talk.select_speaker import bids_count
from mmagents.nodes.tools import Desk, desk_for, memories_of
from mmagents.nodes.views.room import present
from mmagents.nodes.views.view import due_to, view_of


def views_for_thinking(
    state: State, desk: Desk, context: Context, *, memory_lags: bool = False
) -> dict[str, View]:
    """Return the view of every seat before the floor is given.

    Args:
        state: the game.
        desk: table and memories.
        context: the run.
        memory_lags: the last turn is only now being read, and not remembered yet.
    """
    here = present(state, desk.table.seats)
    memories = memories_of(state, desk, context, here, lags=memory_lags)
    return {
        seat: view_of(
            seat,
            state=state,
            table=desk.table,
            context=context,
            memories=memories[seat],
            due=due_to(state, seat, context),
        )
        for seat in here
    }


def bid_of(seat: str, thought: Thought) -> Bid:
    """Return a thought as a bid for the floor; importance is kept within 0-9."""
    return Bid(seat, thought.action, min(9, max(0, thought.importance)), thought.thought)


async def ask_all(
    state: State,
    views: Mapping[str, View],
    context: Context,
    tell: Callable[[Any], None],
    by_people: Mapping[str, Thought] | None = None,
) -> tuple[Ahead, dict[str, dict[str, Any]]]:
    """Return the bids ranked, the calls, and the notes by seat.

    Args:
        state: the game.
        views: what each seat that thinks may know.
        context: the run.
        tell: is told of each bid as it comes in, for whoever watches.
        by_people: what people thought already, by seat.
    """

    async def ask(seat: str, view: View) -> Thought:
        given = (by_people or {}).get(seat)
        thought = given or await context.player(seat).think(view)
        tell({"turn": state["turn"], "bid": as_json(bid_of(seat, thought)), "present": list(views)})
        return thought

    with recording(game=state["game"], turn=state["turn"]) as calls:
        thoughts = await asyncio.gather(*(ask(seat, view) for seat, view in views.items()))
    by_seat = dict(zip(views, thoughts, strict=True))
    bids = ranked([bid_of(seat, thought) for seat, thought in by_seat.items()])
    notes = {seat: dict(thought.notes) for seat, thought in by_seat.items() if thought.notes}
    return {
        "bids": [as_json(bid) for bid in bids],
        "calls": [call.as_json() for call in calls],
    }, notes


async def think_all(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Ask every seat for its thought, at once; return the bids ranked and the notes kept."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    views = await asyncio.to_thread(views_for_thinking, state, desk, context)
    count = bids_count(state, context, desk.table)
    by_people = people.thoughts(state, views, context, bids_count=count)
    thought, notes = await ask_all(state, views, context, runtime.stream_writer, by_people)
    return {
        "ledger": {**state["ledger"], "bids": thought["bids"]},
        "calls": thought["calls"],
        "notes": notes,
    }
