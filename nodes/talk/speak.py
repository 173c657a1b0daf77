"""Speak: whoever has the floor (MMAgents, section 3.2.3)."""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.interfaces.accounts import recording
from mmagents.interfaces.view import View
from mmagents.nodes import interrupts as people
from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import last_turn
from mmagents.nodes.repair.candidate import begun
from mmagents.nodes.state import State, Words
from mmagents.nodes.tools import Desk, desk_for, memories_of
from mmagents.nodes.views.room import present
from mmagents.nodes.views.view import view_of


def view_for_speaking(state: State, desk: Desk, context: Context) -> View:
    """Return the view of the seat that has the floor, with what is due from it."""
    seat = state["floor"]["speaker"]
    return view_of(
        seat,
        state=state,
        table=desk.table,
        context=context,
        memories=memories_of(state, desk, context, (seat,))[seat],
        due=state["floor"]["due"],
        thought=next(b["thought"] for b in state["ledger"]["bids"] if b["seat"] == seat),
    )


def one_line(text: str) -> str:
    """Return words as one line of printable characters: a turn is speech, never structure."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printable.split()) or people.SILENCE


async def speak(state: State, config: RunnableConfig, runtime: Runtime[Context]) -> dict[str, Any]:
    """Ask the seat that has the floor for its words.

    With people at the table nobody thinks ahead: they could not, and the others should not have
    thought before they were heard.
    """
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    view = await asyncio.to_thread(view_for_speaking, state, desk, context)
    by_person = people.spoken(state, view, context, desk.table)
    if by_person is not None:
        reason = "; ".join(filter(None, (state["ledger"]["reason"], by_person.note)))
        return {
            "words": by_person.words,
            "overlap": False,
            "ledger": {**state["ledger"], "reason": reason},
        }
    player = context.player(view.seat)
    with recording(game=state["game"], turn=state["turn"]) as calls:
        text = await player.speak(view)
    words: Words = {"speaker": view.seat, "text": one_line(text)}
    alone = not people.seated(context, present(state, desk.table.seats))
    repair = begun(context, player)
    return {
        **({"repair": repair} if repair else {}),
        "words": words,
        "overlap": context.overlap and alone and state["turn"] < last_turn(state, context),
        "calls": [call.as_json() for call in calls],
    }
