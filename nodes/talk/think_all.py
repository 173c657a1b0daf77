"""Think: all who have to, at once (MMAgents, section 3.2.1), before the floor is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from mmagents.floor.bids import Bid, ranked
from mmagents.interfaces.player import Thought
from mmagents.interfaces.view import View
from mmagents.nodes.interrupts import thoughts_of_people
from mmagents.nodes.record import bid_row
from mmagents.nodes.state import DraftRow, ThoughtAhead
from mmagents.nodes.step import Step
from mmagents.nodes.talk.drafts import think
from mmagents.nodes.talk.minutes import beside_noting
from mmagents.nodes.talk.pace import Thinking, who_thinks
from mmagents.nodes.talk.select_speaker import a_bid_changes_it, condition_now
from mmagents.nodes.views.view import due_to, views_of


async def think_all(step: Step) -> dict[str, Any]:
    """Ask those who think for their thoughts, at once; return the bids ranked and the notes."""
    thinking = who_thinks(step)
    views = await step.aside(views_for_thinking, step, thinking)
    by_people = thoughts_of_people(step, views, bids_count=a_bid_changes_it(step))
    asked = ask_all(step, views, by_people, thinking.kept)
    found, minutes = await beside_noting(step, asked)
    return {
        **minutes.update(),
        **({"drafts": found.drafts} if found.drafts else {}),
        "ledger": {**step.state["ledger"], "bids": found.ahead["bids"]},
        "calls": [*found.ahead["calls"], *minutes.calls],
        "notes": found.notes,
    }


def views_for_thinking(
    step: Step, thinking: Thinking, *, memory_lags: bool = False
) -> dict[str, View]:
    """Return the view of every seat that thinks before the floor is given. Blocks."""
    seats, alone = thinking.seats, condition_now(step).speaker_thinks
    views = views_of(step, seats, lambda seat: due_to(step, seat), memory_lags=memory_lags)
    return {seat: replace(view, about_to_speak=alone) for seat, view in views.items()}


def bid_of(seat: str, thought: Thought) -> Bid:
    """Return a thought as a bid for the floor; importance is kept within 0-9."""
    importance = min(9, max(0, thought.importance))
    return Bid(seat, thought.action, importance, thought.thought, come_in=thought.come_in)


def no_bid(thought: Thought) -> Thought:
    """Return the thought of a seat that has the floor already: it weighs nothing."""
    return replace(thought, action="speak", importance=0)


class Thoughts(NamedTuple):
    """What those who were asked thought: bids ranked and calls, notes by seat, drafts by seat."""

    ahead: ThoughtAhead
    notes: dict[str, dict[str, Any]]
    drafts: dict[str, DraftRow]


async def ask_all(
    step: Step,
    views: Mapping[str, View],
    by_people: Mapping[str, Thought] | None = None,
    kept: Sequence[Bid] = (),
) -> Thoughts:
    """Return what all think.

    Whoever watches is told of each bid as it comes in.

    Args:
        step: what it works with.
        views: what each seat that thinks may know.
        by_people: what people thought already, by seat.
        kept: the bids of those whose last thought stands.
    """

    async def ask(seat: str, view: View) -> tuple[Thought, DraftRow | None]:
        given = (by_people or {}).get(seat)
        thought, draft = (given, None) if given else await think(step, view)
        thought = no_bid(thought) if view.about_to_speak else thought
        bid, turn = bid_row(bid_of(seat, thought)), step.state["turn"]
        step.tell({"turn": turn, "bid": bid, "present": list(views)})
        return thought, draft

    with step.recording() as calls:
        thoughts = await step.together(*(ask(seat, view) for seat, view in views.items()))
    by_seat = dict(zip(views, thoughts, strict=True))
    bids = ranked([*(bid_of(seat, thought) for seat, (thought, _) in by_seat.items()), *kept])
    return Thoughts(
        {"bids": [bid_row(bid) for bid in bids], "calls": calls},
        {seat: dict(one.notes) for seat, (one, _) in by_seat.items() if one.notes},
        {seat: draft for seat, (_, draft) in by_seat.items() if draft is not None},
    )
