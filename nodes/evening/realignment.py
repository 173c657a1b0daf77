"""After a pause to think: changing sides, and handing over what one has, a step each.

Both come before the next talk, in stories that have camps or resources that can change hands
(AgentGroupChat, sections 3.2 and 5). The first pause, before anybody has talked, is for thinking.
A limit that is reached in a pause ends the game when the pause is over.
"""

from __future__ import annotations

from typing import Any

from mmagents.interfaces.player import Asked, Option
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.nodes.evening.choices import ask_seats
from mmagents.nodes.evening.deeds import Deed, end_step, within_pause
from mmagents.nodes.evening.influence import in_hand, sides_open_to
from mmagents.nodes.record import is_talk
from mmagents.nodes.state import State
from mmagents.nodes.step import Step
from mmagents.nodes.table import Table
from mmagents.scenarios.stakes import Resource

KEEP = ""
"""The option of handing over nothing."""


def has_talked(state: State) -> bool:
    """Tell whether there was any talk beside the introductions."""
    rows = reversed(state["history"])
    return any(is_talk(row) and row["phase"] != "introduction" for row in rows)


async def take_sides(step: Step) -> dict[str, Any]:
    """Ask all who may, on which side they stand now; whoever changes does so before everybody."""
    state, table, language = step.state, step.table, step.table.language
    asked: dict[str, Asked] = {}
    for seat in table.seats if has_talked(state) else ():
        camps = sides_open_to(state, table, seat)
        if len(camps) > 1:
            options = tuple(Option(camp.id, camp.name.in_(language)) for camp in camps)
            asked[seat] = Asked("side", options)
    if not asked:
        return {}
    chosen, calls = await ask_seats(step, asked)
    sides = state["sides"]
    moves = {s: one for s, one in chosen.items() if one.id and one.id != sides.get(s, "")}
    names = {camp.id: camp.name.in_(language) for camp in table.scenario.camps}
    deeds = [
        Deed(
            seat, "side", sentence(language, "side", one=table.name(seat), camp=names[one.id]),
            table.seats, reason=one.reason,
        )
        for seat, one in moves.items()
    ]  # fmt: skip
    change = {"sides": {**sides, **{seat: one.id for seat, one in moves.items()}}}
    return await within_pause(step, deeds, calls, change)


async def hand_over(step: Step) -> dict[str, Any]:
    """Ask the owners of what can change hands whether to keep it, the first thing of each."""
    state, table, language = step.state, step.table, step.table.language
    things: dict[str, Resource] = {}
    asked: dict[str, Asked] = {}
    for seat in table.seats if has_talked(state) else ():
        for resource in in_hand(state, table, seat)[:1]:
            others = (one for one in table.public.seats() if one.id != seat)
            options = [Option(one.id, one.name) for one in others]
            keep = Option(KEEP, sentence(language, "keep"))
            name = resource.name.in_(language)
            things[seat] = resource
            asked[seat] = Asked("transfer", (keep, *options), name)
    if not asked:
        return await end_step(step, (), [], {})
    chosen, calls = await ask_seats(step, asked)
    given = {seat: one for seat, one in chosen.items() if one.id != KEEP}
    deeds = [
        transfer(things[seat], seat, one.id, table, reason=one.reason)
        for seat, one in given.items()
    ]
    owners = {**state["owners"], **{things[s].id: one.id for s, one in given.items()}}
    return await end_step(step, deeds, calls, {"owners": owners})


def transfer(resource: Resource, giver: str, receiver: str, table: Table, reason: str = "") -> Deed:
    """Return a change of hands as it is noticed: by all, or of a hidden thing by the two alone."""
    text = sentence(
        table.language, "transfer", one=table.name(giver), other=table.name(receiver),
        thing=resource.name.in_(table.language),
    )  # fmt: skip
    there = tuple(s for s in table.seats if resource.public or s in (giver, receiver))
    return Deed(giver, "transfer", text, there, reason=reason)
