"""The phases that are not talk, a step each: opening one, exploring, pairing up, reflecting."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.interfaces.accounts import recording
from mmagents.interfaces.persona import Reflecting, for_the_record
from mmagents.interfaces.player import Asked, Chosen, Option, Thought
from mmagents.nodes import interrupts as people
from mmagents.nodes.context import Context
from mmagents.nodes.detective import INTERROGATION, asking
from mmagents.nodes.evening.agenda import one_by_one, whole_table
from mmagents.nodes.evening.choices import choices, choices_of_people, views_of
from mmagents.nodes.evening.end_of_step import close_deeds
from mmagents.nodes.evening.influence import by_influence
from mmagents.nodes.evening.rows import Happening, put_on_record
from mmagents.nodes.spending import plus
from mmagents.nodes.state import State
from mmagents.nodes.table import Table, table_for
from mmagents.nodes.talk.speak import one_line
from mmagents.nodes.tools import desk_for
from mmagents.nodes.views.since_reflection import lately
from mmagents.nodes.wording import say
from mmagents.scenarios.schema import Clue

ALONE = ""
"""The option of talking to nobody."""


async def open_phase(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Begin the next phase of the evening."""
    context = Context.of(runtime)
    table = await asyncio.to_thread(table_for, state["scenario"], context)
    item, *rest = state["agenda"]
    change: dict[str, Any] = {
        "agenda": rest,
        "now": item,
        "phase": item["kind"],
        "room_from": state["turn"] - 1,
        "rooms": _rooms(table, item, context),
        "looks_left": item["looks"] if item["kind"] == "exploration" else 0,
    }
    if item["kind"] in ("accusation", "vote"):
        change |= {"votes": [], "ballots": 0, "tie": item["tie"]}
    return change


def _rooms(table: Table, item: dict[str, Any], context: Context) -> list[Any]:
    """Return who talks with whom from the beginning of a phase; nobody where pairs are to form."""
    if item["kind"] in ("introduction", "discussion"):
        return whole_table(table.seats, item["turns"])
    if item["kind"] == INTERROGATION:
        return one_by_one(table.seats, asking(table.scenario, context.detective), item["turns"])
    return []


def lying(state: State, table: Table, place: str) -> Clue | None:
    """Return the next clue of a place that nobody has found."""
    taken = {clue for found in state["cards"].values() for clue in found}
    here = (clue for clue in table.scenario.clues if clue.place == place)
    return next((clue for clue in here if clue.id not in taken), None)


def look(state: State, table: Table, places: dict[str, str]) -> tuple[list[Happening], State]:
    """Return what each seat finds where it looks, in an order drawn by lot, and the state then."""
    order = list(places)
    Random(f"{state['seed']}:{state['turn']}:looks").shuffle(order)
    happenings: list[Happening] = []
    for seat in order:
        clue = lying(state, table, places[seat])
        place = table.public.places[places[seat]]
        if clue is None:
            text = say(table.language, "nothing", place=place)
            happenings.append(Happening(seat, "look", text, (seat,), items=()))
            continue
        found = clue.text.in_(table.language)
        happenings.append(
            Happening(
                seat, "look", say(table.language, "found", place=place, text=found), (seat,),
                items=(found,), facts=tuple(clue.facts),
            )
        )  # fmt: skip
        turn = state["turn"] + len(happenings) - 1
        cards = {**state["cards"], seat: {**state["cards"].get(seat, {}), clue.id: turn}}
        state = {**state, "cards": cards}
    return happenings, state


def _where(state: State, table: Table, seat: str, places: list[str]) -> tuple[Option, ...]:
    """Return where a seat may look: not where it found nothing, unless that is everywhere."""
    bare = state["bare"].get(seat, [])
    open_ones = [place for place in places if place not in bare] or places
    return tuple(Option(place, table.public.places[place]) for place in open_ones)


async def explore(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Let every seat look at a place of its choice, all at once."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    table = desk.table
    places = dict.fromkeys(clue.place for clue in table.scenario.clues)
    if not places:
        return {"looks_left": 0}
    asked = {seat: Asked("look", _where(state, table, seat, list(places))) for seat in table.seats}
    wanted, calls = await choices(state, desk, context, asked)
    going = {seat: chosen.id for seat, chosen in wanted.items() if chosen.id}
    happenings, after = look(state, table, going)
    found = {
        one.seat: dict.fromkeys(one.facts, state["turn"] + at)
        for at, one in enumerate(happenings)
        if one.facts
    }
    change = {
        "cards": after["cards"],
        "bare": {
            **state["bare"],
            **{
                seat: [*state["bare"].get(seat, []), place]
                for seat, place in going.items()
                if seat not in found
            },
        },
        "found": found,
        "looks_left": state["looks_left"] - 1,
    }
    return await close_deeds(state, desk, context, config, happenings, calls, change)


async def pair_up(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Let the principals choose whom to talk to, in order of influence; none talks to two.

    Equals choose in an order drawn by lot, which in most mysteries is all of them. Whoever is no
    principal may be chosen, and does not choose (AgentGroupChat, section 3.1). People say
    beforehand whom they would talk to; whoever is taken when it is their turn is not to be had.
    """
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    table = desk.table
    order = by_influence(state, table, table.scenario.principals(), f"{state['turn']}:partners")
    wishes = await choices_of_people(
        state, desk, context, {seat: _partners(table, seat, table.seats) for seat in order}
    )
    free, pairs, calls = list(table.seats), list[tuple[str, str]](), list[dict[str, Any]]()
    notes: dict[str, dict[str, Any]] = {}
    for seat in order:
        asked = _partners(table, seat, free)
        if seat not in free or len(asked.options) == 1:
            continue
        if seat in wishes:
            wish = wishes[seat].id if wishes[seat].id in free else ALONE
        else:
            wanted, more = await choices(state, desk, context, {seat: asked})
            wish, calls = wanted[seat].id, calls + more
            notes[seat] = dict(wanted[seat].notes)
        if wish != ALONE:
            pairs.append((seat, wish))
            free = [one for one in free if one not in pairs[-1]]
    happenings = [*_meetings(state, table, pairs), *_in_vain(table, wishes, pairs)]
    turns = state["now"]["turns"]
    change = {
        "rooms": [{"members": list(pair), "turns": turns} for pair in pairs],
        "notes": {seat: kept for seat, kept in notes.items() if kept},
    }
    return await close_deeds(state, desk, context, config, happenings, calls, change)


def _partners(table: Table, seat: str, free: Sequence[str]) -> Asked:
    """Return the choice of whom to talk to, among those who are free, or nobody."""
    others = [one for one in table.seats if one in free and one != seat]
    options = [Option(one, table.public.person(one).name) for one in others]
    return Asked("partner", (*options, Option(ALONE, say(table.language, "alone"))))


def _meetings(state: State, table: Table, pairs: list[tuple[str, str]]) -> list[Happening]:
    """Return who goes aside with whom, as far as it is noticed."""
    seen = state["phase"] == "confidential_meeting"
    return [
        Happening(
            first, "meet",
            say(
                table.language, "meet", one=table.public.person(first).name,
                other=table.public.person(second).name,
            ),
            table.seats if seen else (first, second), items=None if seen else (),
        )
        for first, second in pairs
    ]  # fmt: skip


def _in_vain(
    table: Table, wishes: Mapping[str, Chosen], pairs: list[tuple[str, str]]
) -> list[Happening]:
    """Return which of the people did not get whom they wished for, as far as they notice."""
    met = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    names = {person.id: person.name for person in table.public.cast}
    return [
        Happening(
            seat, "meet", say(table.language, "in-vain", one=names[seat], other=names[wish.id]),
            (seat,), items=(),
        )
        for seat, wish in wishes.items()
        if wish.id and met.get(seat) != wish.id
    ]  # fmt: skip


async def reflect(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Let every seat think over what has happened; what it thinks it keeps to itself."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    seats = desk.table.seats
    views = await views_of(state, desk, context, seats)
    by_people = people.reflections(state, views, context)
    others = [seat for seat in seats if seat not in by_people]

    async def reflection(seat: str) -> Thought:
        player = context.player(seat)
        if isinstance(player, Reflecting):
            return await player.reflect(views[seat], lately(state["history"], seat))
        return await player.think(views[seat])

    with recording(game=state["game"], turn=state["turn"]) as recorded:
        found = await asyncio.gather(*(reflection(seat) for seat in others))
    calls = [call.as_json() for call in recorded]
    thoughts = {**by_people, **dict(zip(others, found, strict=True))}
    personas = {seat: for_the_record(thoughts[seat].notes) for seat in seats}
    happenings = [
        Happening(
            seat,
            "reflect",
            one_line(thoughts[seat].thought),
            (seat,),
            noted={"persona": personas[seat]} if personas[seat] else {},
        )
        for seat in seats
        if thoughts[seat].thought or personas[seat]
    ]
    notes = {seat: dict(thoughts[seat].notes) for seat in seats if thoughts[seat].notes}
    change = await asyncio.to_thread(put_on_record, state, desk, happenings, calls)
    return {**change, "notes": notes, "spent": plus(state["spent"], calls, context.prices)}
