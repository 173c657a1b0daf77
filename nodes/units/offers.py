"""Who would come in at a place within a turn, by what each thought before and heard of it."""

from __future__ import annotations

from mmagents.floor.bids import HIGHEST
from mmagents.floor.places import PRESSED, Offer
from mmagents.interfaces.player import Listener
from mmagents.interfaces.view import View
from mmagents.nodes.interrupts import people_among, people_coming_in
from mmagents.nodes.step import Step
from mmagents.nodes.talk.think_ahead import as_heard
from mmagents.nodes.views.view import view_of

A_PERSON = "a person"
"""Why a person comes in, as the ledger has it: nobody asks them for a reason."""


def offers_of_people(step: Step) -> tuple[Offer, ...]:
    """Ask the people who listen whether they come in here; return the offers of those who do.

    The graph is interrupted for it, so this comes before anything else in a step.
    """
    speaker, planned = step.state["words"]["speaker"], step.state.get("planned")
    others = tuple(seat for seat in step.here if seat != speaker)
    listening = people_among(step.context, others) if step.context.come_in else ()
    if not listening or planned is None:
        return ()
    heard = as_heard(step)
    views = {seat: view_of(heard, seat) for seat in listening}
    found = people_coming_in(heard, views, planned["said"])
    return tuple(Offer(seat, PRESSED, A_PERSON) for seat in found)


async def offers_at(step: Step) -> tuple[Offer, ...]:
    """Ask those who listen whether they would come in here; return the offers, the highest first.

    A seat whose player has no method `listen` never comes in.
    """
    speaker, context = step.state["words"]["speaker"], step.context
    there = {seat: context.player(seat) for seat in step.here if seat != speaker}
    listeners = {seat: one for seat, one in there.items() if isinstance(one, Listener)}
    views = views_at(step, tuple(listeners))
    found = await step.together(*(one.listen(views[seat]) for seat, one in listeners.items()))
    offers = (
        Offer(seat, min(float(HIGHEST), max(0.0, wish.height)), wish.why)
        for seat, wish in zip(listeners, found, strict=True)
        if wish is not None
    )
    return tuple(sorted(offers, key=lambda one: (-one.height, one.seat)))


def views_at(step: Step, seats: tuple[str, ...]) -> dict[str, View]:
    """Return what each seat knows by now: its view, with this turn in it as far as it was heard.

    Nothing is recalled, for a place passes faster than that.
    """
    if not seats:
        return {}
    heard = as_heard(step)
    return {seat: view_of(heard, seat) for seat in seats}
