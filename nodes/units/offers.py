"""Who would come in at a place within a turn, by what each thought before and heard of it."""

from __future__ import annotations

from mmagents.floor.bids import HIGHEST
from mmagents.floor.places import PRESSED, Offer
from mmagents.interfaces.player import Interrupter, Listener, Wish
from mmagents.interfaces.view import View
from mmagents.nodes.interrupts import people_among, people_coming_in
from mmagents.nodes.step import Step
from mmagents.nodes.talk.think_ahead import as_heard
from mmagents.nodes.units.asking import ask_those_who_might
from mmagents.nodes.units.rows import Planned
from mmagents.nodes.units.stated import stated_by, wish_on
from mmagents.nodes.values import heard_turn
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


async def offers_at(step: Step, planned: Planned, *, settled: bool) -> tuple[Offer, ...]:
    """Return who of those who listen would come in here, the highest first.

    A player that has a method `listen` says so itself. For others, what they stated while thinking
    is checked by rule, or those who can be asked are (`Context.listen`). Whoever neither listens
    nor stated anything never comes in by rule. No model is asked where it is settled already who
    has the floor.
    """
    speaker, context = step.state["words"]["speaker"], step.context
    there = {seat: context.player(seat) for seat in step.here if seat != speaker}
    listeners = {seat: one for seat, one in there.items() if isinstance(one, Listener)}
    views = views_at(step, tuple(listeners))
    found = await step.together(*(one.listen(views[seat]) for seat, one in listeners.items()))
    wishes: dict[str, Wish | None] = dict(zip(listeners, found, strict=True))
    others = {seat: one for seat, one in there.items() if seat not in listeners}
    if context.listen == "model":
        asked = {seat: one for seat, one in others.items() if isinstance(one, Interrupter)}
        wishes |= {} if settled else await ask_those_who_might(step, planned, asked)
        others = {seat: one for seat, one in others.items() if seat not in asked}
    wishes |= _by_rule(step, tuple(others))
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
