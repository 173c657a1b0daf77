"""After a pause to think: changing sides, and handing over what one has, a step each.

Both come before the next talk, in stories that have camps or resources that can change hands
(AgentGroupChat, sections 3.2 and 5). The first pause, before anybody has talked, is for thinking.
A limit that is reached in a pause ends the game when the pause is over.
"""

from __future__ import annotations

import asyncio
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.interfaces.player import Asked, Option
from mmagents.nodes.context import Context
from mmagents.nodes.evening.choices import choices
from mmagents.nodes.evening.end_of_step import close_deeds
from mmagents.nodes.evening.influence import in_hand, sides_open_to
from mmagents.nodes.evening.rows import Happening, put_on_record
from mmagents.nodes.spending import plus
from mmagents.nodes.state import State
from mmagents.nodes.table import Table
from mmagents.nodes.tools import desk_for
from mmagents.nodes.views.room import is_talk
from mmagents.nodes.wording import say
from mmagents.scenarios.schema import Resource

KEEP = ""
"""The option of handing over nothing."""


def talked(state: State) -> bool:
    """Tell whether anybody has talked but to say who they are."""
    rows = reversed(state["history"])
    return any(is_talk(row) and row["phase"] != "introduction" for row in rows)


async def take_sides(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Ask all who may, on which side they stand now; whoever changes does so before everybody."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    table, language = desk.table, desk.table.language
    asked: dict[str, Asked] = {}
    for seat in table.seats if talked(state) else ():
        camps = sides_open_to(state, table, seat)
        if len(camps) > 1:
            options = tuple(Option(camp.id, camp.name.in_(language)) for camp in camps)
            asked[seat] = Asked("side", options)
    if not asked:
        return {}
    chosen, calls = await choices(state, desk, context, asked)
    moves = {
        seat: one
        for seat, one in chosen.items()
        if one.id and one.id != state["sides"].get(seat, "")
    }
    names = {camp.id: camp.name.in_(language) for camp in table.scenario.camps}
    happenings = [
        Happening(
            seat, "side",
            say(language, "side", one=table.public.person(seat).name, camp=names[one.id]),
            table.seats, reason=one.reason,
        )
        for seat, one in moves.items()
    ]  # fmt: skip
    change = await asyncio.to_thread(put_on_record, state, desk, happenings, calls)
    return {
        **change,
        "sides": {**state["sides"], **{seat: one.id for seat, one in moves.items()}},
        "spent": plus(state["spent"], calls, context.prices),
    }


async def hand_over(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Ask the owners of what can change hands whether to keep it, the first thing of each."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    table, language = desk.table, desk.table.language
    things: dict[str, Resource] = {}
    asked: dict[str, Asked] = {}
    for seat in table.seats if talked(state) else ():
        for resource in in_hand(state, table, seat)[:1]:
            others = (one for one in table.public.seats() if one.id != seat)
            options = [Option(one.id, one.name) for one in others]
            keep = Option(KEEP, say(language, "keep"))
            name = resource.name.in_(language)
            things[seat] = resource
            asked[seat] = Asked("transfer", (keep, *options), name)
    if not asked:
        return await close_deeds(state, desk, context, config, (), [], {})
    chosen, calls = await choices(state, desk, context, asked)
    given = {seat: one for seat, one in chosen.items() if one.id != KEEP}
    happenings = [
        transfer(things[seat], seat, one.id, table, reason=one.reason)
        for seat, one in given.items()
    ]
    owners = {**state["owners"], **{things[s].id: one.id for s, one in given.items()}}
    change = {"owners": owners}
    return await close_deeds(state, desk, context, config, happenings, calls, change)


def transfer(
    resource: Resource, giver: str, receiver: str, table: Table, reason: str = ""
) -> Happening:
    """Return a change of hands as it is noticed: by all, or of a hidden thing by the two alone."""
    people = {person.id: person.name for person in table.public.cast}
    text = say(
        table.language, "transfer", one=people[giver], other=people[receiver],
        thing=resource.name.in_(table.language),
    )  # fmt: skip
    there = tuple(s for s in table.seats if resource.public or s in (giver, receiver))
    return Happening(giver, "transfer", text, there, reason=reason)
