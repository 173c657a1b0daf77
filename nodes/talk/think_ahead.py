"""Think ahead: of the next turn, while the one just spoken is being read. Only with `overlap`."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.nodes.context import Context
from mmagents.nodes.state import Reading, State, merge_rows, merge_seats, nothing_yet
from mmagents.nodes.talk.close_turn import row_of
from mmagents.nodes.talk.normalize_knowledge import facts_said
from mmagents.nodes.talk.think_all import ask_all, views_for_thinking
from mmagents.nodes.tools import Desk, desk_for
from mmagents.nodes.views.knowledge import newly_aired, newly_heard
from mmagents.nodes.views.room import present
from mmagents.nodes.views.utterance import utterance_of

UNREAD: Reading = {
    "first_pair_part": None,
    "addressees": [],
    "expects": [],
    "answers": None,
    "second_pair_part": None,
    "closes": False,
}


def as_heard(state: State, desk: Desk, context: Context) -> State:
    """Return the state of the next turn as those see it who have heard this one and no more.

    The words stand in it and the facts recognised in them; what they put to whom is not read yet.
    """
    turn, hearers = state["turn"], present(state, desk.table.seats)
    facts = list(facts_said(state, utterance_of(state, desk.table, context), desk))
    row = row_of({**state, "reading": UNREAD, "facts": facts, "knowledge": []}, [], hearers)
    news = newly_heard(facts, hearers, state["known"], turn)
    return {
        **state,
        "turn": turn + 1,
        "history": merge_rows(state["history"], [[row]]),
        "known": merge_seats(state["known"], [news]),
        "aired": merge_seats(state["aired"], [newly_aired(facts, hearers, state["aired"])]),
        "ledger": nothing_yet(),
    }


async def think_ahead(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Ask every seat for its thought of the next turn, while this one is being read."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    heard = as_heard(state, desk, context)
    views = await asyncio.to_thread(views_for_thinking, heard, desk, context, memory_lags=True)
    thought, notes = await ask_all(heard, views, context, runtime.stream_writer)
    return {"ahead": thought, "notes": notes}
