"""Think: every seat plans its turn and bids for the floor (MMAgents, section 3.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mmagents.floor.bids import ranked
from mmagents.interfaces.player import Thought
from mmagents.interfaces.view import View
from mmagents.nodes.record import bid_row
from mmagents.nodes.step import Step
from mmagents.nodes.turn.floor import bid_of, condition_now, thinkers
from mmagents.nodes.views.view import due_to, views_of


async def think_all(step: Step) -> dict[str, Any]:
    """Ask all seats that think, side by side; return their bids, ranked, and their notes."""
    seats = thinkers(step) if step.thinking is None else step.thinking
    return await ask_all(step, await step.aside(views_for_thinking, step, seats))


def views_for_thinking(
    step: Step, seats: tuple[str, ...], *, memory_lags: bool = False
) -> dict[str, View]:
    """Return the view of each seat that thinks before the floor is given. Blocks."""
    alone = condition_now(step).speaker_thinks
    views = views_of(step, seats, lambda seat: due_to(step, seat), memory_lags=memory_lags)
    return {seat: replace(view, about_to_speak=alone) for seat, view in views.items()}


async def ask_all(step: Step, views: Mapping[str, View]) -> dict[str, Any]:
    """Return what each seat thinks, as it changes the state; tell each bid when it is made."""

    async def ask(seat: str, view: View) -> Thought:
        thought = await step.player(seat).think(view)
        thought = no_bid(thought) if view.about_to_speak else thought
        bid = bid_row(bid_of(seat, thought))
        step.tell({"turn": step.state["turn"], "bid": bid, "present": list(views)})
        return thought

    with step.recording() as calls:
        thoughts = await step.together(*(ask(seat, view) for seat, view in views.items()))
    by_seat = dict(zip(views, thoughts, strict=True))
    bids = ranked([bid_of(seat, thought) for seat, thought in by_seat.items()])
    return {
        "ledger": {**step.state["ledger"], "bids": [bid_row(bid) for bid in bids]},
        "calls": calls,
        "notes": {seat: dict(one.notes) for seat, one in by_seat.items() if one.notes},
    }


def no_bid(thought: Thought) -> Thought:
    """Return the thought of a seat that has the floor already: it weighs nothing."""
    return replace(thought, action="speak", importance=0)
