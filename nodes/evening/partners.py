"""Choosing a partner, one principal after another, each for itself (AgentGroupChat, section 3.3).

Whoever has most influence chooses first, and talks, before the next one chooses. The same person
may be chosen by two, and has two talks then.
"""

from __future__ import annotations

from typing import Any

from mmagents.interfaces.player import Asked, Option
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.nodes.evening.choices import ask_seats
from mmagents.nodes.evening.deeds import Deed, end_step
from mmagents.nodes.evening.influence import order_of_influence
from mmagents.nodes.evening.stages import those_with_aims
from mmagents.nodes.step import Step
from mmagents.nodes.table import Table


async def choose_partner(step: Step) -> dict[str, Any]:
    """Let the next principal choose whom to talk to; a person who passes talks to nobody."""
    state, table, now = step.state, step.table, step.state["now"]
    waiting = now.get("chooses")
    if waiting is None:
        lot = f"{state['turn']}:partners"
        waiting = order_of_influence(state, table, those_with_aims(table.scenario), lot)
    seat, *rest = waiting
    chosen, calls = await ask_seats(step, {seat: _others(table, seat)})
    whom, notes = chosen[seat].id, dict(chosen[seat].notes)
    change = {
        "rooms": [{"members": [seat, whom], "turns": now["turns"]}] if whom else [],
        "agenda": [*([{**now, "chooses": rest}] if rest else []), *state["agenda"]],
        "notes": {seat: notes} if notes else {},
    }
    return await end_step(step, [_going(step, seat, whom)] if whom else [], calls, change)


def _others(table: Table, seat: str) -> Asked:
    """Return the choice among all others; talking to nobody is none of the options."""
    others = [one for one in table.seats if one != seat]
    return Asked("partner", tuple(Option(one, table.name(one)) for one in others))


def _going(step: Step, seat: str, whom: str) -> Deed:
    """Return who goes aside with whom, as far as it is noticed."""
    table, seen = step.table, step.state["phase"] == "confidential_meeting"
    text = sentence(table.language, "meet", one=table.name(seat), other=table.name(whom))
    return Deed(seat, "meet", text, table.seats if seen else (seat, whom), None if seen else ())
