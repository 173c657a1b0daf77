"""Who would come in at a place within a turn, by what each thought before and heard of it."""

from __future__ import annotations

from typing import cast

from mmagents.floor.bids import HIGHEST
from mmagents.floor.places import PRESSED, Offer
from mmagents.interfaces.player import Listener, Wish
from mmagents.interfaces.view import View
from mmagents.nodes.interrupts import people_coming_in
from mmagents.nodes.step import Step
from mmagents.nodes.turn.row import as_heard
from mmagents.nodes.values import heard_turn
from mmagents.nodes.views.view import view_of
from mmagents.nodes.ways.units.planned import UnitsState, units_in
from mmagents.nodes.ways.units.stated import stated_by, wish_on

A_PERSON = "a person"
"""Why a person comes in, as the ledger has it: nobody asks them for a reason."""


def offers_of_people(step: Step) -> tuple[Offer, ...]:
    """Ask the people who listen whether they come in here; return the offers of those who do.

    The graph is interrupted for it, so this comes before anything else in a step.
    """
    speaker, planned = step.state["words"]["speaker"], cast("UnitsState", step.state).get("planned")
    listening = tuple(seat for seat in step.people if seat != speaker)
    if not (listening and units_in(step).come_in and planned):
        return ()
    heard = as_heard(step)
    views = {seat: view_of(heard, seat) for seat in listening}
    found = people_coming_in(heard, views, planned["said"])
    return tuple(Offer(seat, PRESSED, A_PERSON) for seat in found)


async def offers_at(step: Step) -> tuple[Offer, ...]:
    """Return who of those who listen would come in here, the highest first.

    A player that has a method `listen` says so itself. For others, what they stated while thinking
    is checked by rule. A seat that neither listens nor stated anything never comes in.
    """
    speaker = step.state["words"]["speaker"]
    there = {seat: step.player(seat) for seat in step.here if seat != speaker}
    listeners = {seat: one for seat, one in there.items() if isinstance(one, Listener)}
    views = views_at(step, tuple(listeners))
    found = await step.together(*(one.listen(views[seat]) for seat, one in listeners.items()))
    wishes: dict[str, Wish | None] = dict(zip(listeners, found, strict=True))
    wishes |= _by_rule(step, tuple(seat for seat in there if seat not in listeners))
    offers = (
        Offer(seat, min(float(HIGHEST), max(0.0, wish.height)), wish.why)
        for seat, wish in wishes.items()
        if wish is not None
    )
    return tuple(sorted(offers, key=lambda one: (-one.height, one.seat)))


def _by_rule(step: Step, seats: tuple[str, ...]) -> dict[str, Wish | None]:
    """Return by seat the wish to come in on what it stated, of those who stated anything."""
    stating = [seat for seat in seats if stated_by(step, seat)]
    if not stating:
        return {}
    heard = heard_turn(as_heard(step).state["history"][-1])
    return {seat: wish_on(step, heard, seat) for seat in stating}


def views_at(step: Step, seats: tuple[str, ...]) -> dict[str, View]:
    """Return what each seat knows by now: its view, with this turn in it as far as it was heard.

    Nothing is recalled, for a place passes faster than that.
    """
    if not seats:
        return {}
    heard = as_heard(step)
    return {seat: view_of(heard, seat) for seat in seats}
