"""The phases that are not talk, a step each: opening one, exploring, pairing up, reflecting."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from mmagents.nodes.agenda import whole_table
from mmagents.nodes.choosing import choices
from mmagents.nodes.context import Context
from mmagents.nodes.desk import desk_for, memories_of
from mmagents.nodes.happening import Happening, put_on_record
from mmagents.nodes.spending import plus
from mmagents.nodes.state import State
from mmagents.nodes.table import Table, table_for
from mmagents.nodes.view import view_of
from mmagents.nodes.wording import say
from mmagents.players.base import Asked, Option
from mmagents.players.llm_accounts import recording
from mmagents.scenarios.schema import Clue

ALONE = ""
"""The option of talking to nobody."""


async def open_phase(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Begin the next phase of the evening."""
    context = Context.of(runtime)
    table = await asyncio.to_thread(table_for, state["scenario"], context)
    item, *rest = state["agenda"]
    at_table = item["kind"] in ("introduction", "discussion")
    change: dict[str, Any] = {
        "agenda": rest,
        "now": item,
        "phase": item["kind"],
        "room_from": state["turn"] - 1,
        "rooms": whole_table(table.seats, item["turns"]) if at_table else [],
        "looks_left": item["looks"] if item["kind"] == "exploration" else 0,
    }
    if item["kind"] in ("accusation", "vote"):
        change |= {"votes": [], "ballots": 0, "tie": item["tie"]}
    return change


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
    going = {seat: chosen.id for seat, chosen in wanted.items()}
    happenings, after = look(state, table, going)
    change = await asyncio.to_thread(put_on_record, state, desk, happenings, calls)
    found = {
        one.seat: dict.fromkeys(one.facts, state["turn"] + at)
        for at, one in enumerate(happenings)
        if one.facts
    }
    return {
        **change,
        "cards": after["cards"],
        "bare": {
            seat: [*state["bare"].get(seat, []), *([going[seat]] if seat not in found else [])]
            for seat in table.seats
        },
        "found": found,
        "looks_left": state["looks_left"] - 1,
        "spent": plus(state["spent"], calls, context.prices),
    }


async def pair_up(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Let the seats choose, in an order drawn by lot, whom to talk to; none talks to two."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    table = desk.table
    order = list(table.seats)
    Random(f"{state['seed']}:{state['turn']}:partners").shuffle(order)
    free, pairs, calls = list(order), list[tuple[str, str]](), list[dict[str, Any]]()
    for seat in order:
        others = [one for one in table.seats if one in free and one != seat]
        if seat not in free or not others:
            continue
        options = [Option(one, table.public.person(one).name) for one in others]
        options.append(Option(ALONE, say(table.language, "alone")))
        asked = {seat: Asked("partner", tuple(options))}
        wanted, more = await choices(state, desk, context, asked)
        calls += more
        if wanted[seat].id != ALONE:
            pairs.append((seat, wanted[seat].id))
            free = [one for one in free if one not in pairs[-1]]
    happenings = _meetings(state, table, pairs)
    change = await asyncio.to_thread(put_on_record, state, desk, happenings, calls)
    turns = state["now"]["turns"]
    return {
        **change,
        "rooms": [{"members": list(pair), "turns": turns} for pair in pairs],
        "spent": plus(state["spent"], calls, context.prices),
    }


def _meetings(state: State, table: Table, pairs: list[tuple[str, str]]) -> list[Happening]:
    """Return who goes aside with whom, as far as it is noticed."""
    seen = state["phase"] == "confidential_meeting"
    return [
        Happening(
            first, "meet",
            say(
                table.language, "meet", one=table.public.person(first).call,
                other=table.public.person(second).call,
            ),
            table.seats if seen else (first, second), items=None if seen else (),
        )
        for first, second in pairs
    ]  # fmt: skip


async def reflect(
    state: State, config: RunnableConfig, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Let every seat think over what has happened; what it thinks it keeps to itself."""
    context = Context.of(runtime)
    desk = await asyncio.to_thread(desk_for, state, context, config)
    seats = desk.table.seats
    memories = await asyncio.to_thread(memories_of, state, desk, context, seats)
    with recording(game=state["game"], turn=state["turn"]) as recorded:
        thoughts = await asyncio.gather(
            *(
                context.player(seat).think(
                    view_of(
                        seat, state=state, table=desk.table, context=context,
                        memories=memories[seat], due=None,
                    )
                )
                for seat in seats
            )
        )  # fmt: skip
    calls = [call.as_json() for call in recorded]
    happenings = [
        Happening(seat, "reflect", thought.thought, (seat,))
        for seat, thought in zip(seats, thoughts, strict=True)
        if thought.thought
    ]
    change = await asyncio.to_thread(put_on_record, state, desk, happenings, calls)
    notes = {s: dict(t.notes) for s, t in zip(seats, thoughts, strict=True) if t.notes}
    return {**change, "notes": notes, "spent": plus(state["spent"], calls, context.prices)}
