"""People at the table: a step asks them, by interrupting the graph, before it asks anybody else."""

from __future__ import annotations

from typing import NamedTuple

from mmagents.interfaces.player import Thought
from mmagents.interfaces.view import View
from mmagents.nodes.interrupts import READY, SILENCE, thoughts_of_people, turn_of_person
from mmagents.nodes.middleware import Do, TurnMiddleware, Update
from mmagents.nodes.record import Ledger
from mmagents.nodes.step import Step
from mmagents.nodes.turn.floor import a_bid_changes_it, thinkers
from mmagents.nodes.turn.speak import view_for_speaking
from mmagents.nodes.turn.think import views_for_thinking


class Answered(NamedTuple):
    """A person who has answered already what they think."""

    thought: Thought

    async def think(self, view: View) -> Thought:
        """Return what they answered."""
        return self.thought

    async def speak(self, view: View) -> str:
        """Say nothing: a person who has the floor is asked by :class:`People`."""
        return SILENCE


class People(TurnMiddleware):
    """Seats taken by people. They obey the floor like everybody."""

    name = "people"

    def on(self, step: Step) -> bool:
        """Tell whether a person is among those who are here."""
        return bool(step.people)

    async def wrap_think(self, step: Step, think: Do) -> Update:
        """Ask people for their bids first; where no bid changes the floor, they listen."""
        seats = tuple(seat for seat in thinkers(step) if seat in step.people)
        views = await step.aside(views_for_thinking, step, seats) if seats else {}
        thoughts = thoughts_of_people(step, views, bids_count=a_bid_changes_it(step))
        return await think(step.seating({seat: Answered(one) for seat, one in thoughts.items()}))

    async def wrap_speak(self, step: Step, speak: Do) -> Update:
        """Ask the person who has the floor for their words, and note how they came by them."""
        seat = step.state["floor"]["speaker"]
        if seat not in step.people:
            return await speak(step)
        turn = turn_of_person(step, await step.aside(view_for_speaking, step))
        assert turn is not None, "a person sits there"
        reason = "; ".join(filter(None, (step.state["ledger"]["reason"], turn.note)))
        ledger: Ledger = {**step.state["ledger"], "reason": reason}
        forgotten = {seat: {READY: None}}  # words given with a bid, of which some may not be heard
        return {"words": turn.words, "ledger": ledger, "notes": forgotten, "calls": []}
