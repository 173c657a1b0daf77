"""Speak: the seat that has the floor finds its words (MMAgents, section 3.2.3)."""

from __future__ import annotations

from typing import Any

from mmagents.interfaces.view import View
from mmagents.nodes.interrupts import SILENCE
from mmagents.nodes.step import Step
from mmagents.nodes.views.view import memories_of, view_of
from mmagents.scenarios.plain import in_print


async def speak(step: Step) -> dict[str, Any]:
    """Ask the seat that has the floor for its words."""
    view = await step.aside(view_for_speaking, step)
    with step.recording() as calls:
        text = await step.player(view.seat).speak(view)
    return {"words": {"speaker": view.seat, "text": one_line(text)}, "calls": calls}


def view_for_speaking(step: Step) -> View:
    """Return the view of the seat that has the floor, with what is due from it. Blocks."""
    floor, bids = step.state["floor"], step.state["ledger"]["bids"]
    seat = floor["speaker"]
    thought = next(bid["thought"] for bid in bids if bid["seat"] == seat)
    memories = memories_of(step, (seat,), thought=thought)[seat]
    plan = thought if step.context.wording().plan else ""
    return view_of(step, seat, memories, floor["due"], plan)


def one_line(text: str) -> str:
    """Return words as one line of printable characters: a turn is speech, never structure."""
    return in_print(text) or SILENCE
