"""The phases that are not talk, a step each: opening one, exploring, pairing up, reflecting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from mmagents.interfaces.persona import Reflecting, for_the_record
from mmagents.interfaces.player import Asked, Chosen, Option, Thought
from mmagents.interfaces.texts.catalogue import game as sentence
from mmagents.nodes.detective import INTERROGATION, asking
from mmagents.nodes.evening.agenda import one_by_one, whole_table
from mmagents.nodes.evening.choices import ask_people, ask_seats
from mmagents.nodes.evening.deeds import Deed, end_step, within_pause
from mmagents.nodes.evening.influence import order_of_influence
from mmagents.nodes.interrupts import reflections_of_people
from mmagents.nodes.state import Item, Room, State
from mmagents.nodes.step import Step
from mmagents.nodes.table import Table
from mmagents.nodes.turn.speak import one_line
from mmagents.nodes.views.view import since_reflection, views_of
from mmagents.scenarios.game import Clue

ALONE = ""
"""The option of talking to nobody."""


async def open_phase(step: Step) -> dict[str, Any]:
    """Begin the next phase of the evening."""
    item, *rest = step.state["agenda"]
    change: dict[str, Any] = {
        "agenda": rest,
        "now": item,
        "phase": item["kind"],
        "room_from": step.state["turn"] - 1,
        "rooms": _rooms(step, item),
        "looks_left": item["looks"] if item["kind"] == "exploration" else 0,
    }
    if item["kind"] in ("accusation", "vote"):
        change |= {"votes": [], "ballots": 0, "tie": item["tie"]}
    return change


def _rooms(step: Step, item: Item) -> list[Room]:
    """Return who talks with whom from the beginning of a phase; nobody where pairs are to form."""
    table = step.table
    if item["kind"] in ("introduction", "discussion"):
        return whole_table(table.seats, item["turns"])
    if item["kind"] == INTERROGATION:
        asker = asking(table.scenario, step.context.floor.detective)
        return one_by_one(table.seats, asker, item["turns"])
    return []


def next_clue_at(state: State, table: Table, place: str) -> Clue | None:
    """Return the next clue of a place that nobody has found."""
    taken = {clue for found in state["cards"].values() for clue in found}
    here = (clue for clue in table.scenario.clues if clue.place == place)
    return next((clue for clue in here if clue.id not in taken), None)


def look_round(state: State, table: Table, places: dict[str, str]) -> tuple[list[Deed], State]:
    """Return what each seat finds where it looks, in an order drawn by lot, and the state then."""
    order, language = list(places), table.language
    Random(f"{state['seed']}:{state['turn']}:looks").shuffle(order)
    deeds: list[Deed] = []
    for seat in order:
        clue = next_clue_at(state, table, places[seat])
        place = table.public.places[places[seat]]
        if clue is None:
            text = sentence(language, "nothing", place=place)
            deeds.append(Deed(seat, "look", text, (seat,), items=()))
            continue
        found = clue.text.in_(language)
        text = sentence(language, "found", place=place, text=found)
        facts = tuple(clue.facts)
        deeds.append(Deed(seat, "look", text, (seat,), items=(found,), facts=facts))
        turn = state["turn"] + len(deeds) - 1
        cards = {**state["cards"], seat: {**state["cards"].get(seat, {}), clue.id: turn}}
        state = {**state, "cards": cards}
    return deeds, state


def _where(step: Step, seat: str, places: list[str]) -> tuple[Option, ...]:
    """Return where a seat may look: not where it found nothing, unless that is everywhere."""
    bare = step.state["bare"].get(seat, [])
    open_ones = [place for place in places if place not in bare] or places
    return tuple(Option(place, step.table.public.places[place]) for place in open_ones)


async def explore(step: Step) -> dict[str, Any]:
    """Let every seat look at a place of its choice, all at once."""
    state, table = step.state, step.table
    places = list(dict.fromkeys(clue.place for clue in table.scenario.clues))
    if not places:
        return {"looks_left": 0}
    asked = {seat: Asked("look", _where(step, seat, places)) for seat in table.seats}
    wanted, calls = await ask_seats(step, asked)
    going = {seat: chosen.id for seat, chosen in wanted.items() if chosen.id}
    deeds, after = look_round(state, table, going)
    found = {
        one.seat: dict.fromkeys(one.facts, state["turn"] + at)
        for at, one in enumerate(deeds)
        if one.facts
    }
    bare = {
        seat: [*state["bare"].get(seat, []), place]
        for seat, place in going.items()
        if seat not in found
    }
    change = {
        "cards": after["cards"],
        "bare": {**state["bare"], **bare},
        "found": found,
        "looks_left": state["looks_left"] - 1,
    }
    return await end_step(step, deeds, calls, change)


async def pair_up(step: Step) -> dict[str, Any]:
    """Let the principals choose whom to talk to, in order of influence; none talks to two.

    Equals choose in an order drawn by lot, which in most mysteries is all of them. Whoever is no
    principal may be chosen, and does not choose (AgentGroupChat, section 3.1). People say
    beforehand whom they would talk to; whoever is taken when it is their turn is not to be had.
    """
    state, table = step.state, step.table
    choosing, lot = table.scenario.principals(), f"{state['turn']}:partners"
    order = order_of_influence(state, table, choosing, lot)
    wishes = await ask_people(step, {seat: _partners(table, seat, table.seats) for seat in order})
    free, pairs, calls = list(table.seats), list[tuple[str, str]](), list[dict[str, Any]]()
    notes: dict[str, dict[str, Any]] = {}
    for seat in order:
        asked = _partners(table, seat, free)
        if seat not in free or len(asked.options) == 1:
            continue
        if seat in wishes:
            wish = wishes[seat].id if wishes[seat].id in free else ALONE
        else:
            wanted, more = await ask_seats(step, {seat: asked})
            wish, calls = wanted[seat].id, calls + more
            notes[seat] = dict(wanted[seat].notes)
        if wish != ALONE:
            pairs.append((seat, wish))
            free = [one for one in free if one not in pairs[-1]]
    deeds = [*_meetings(state, table, pairs), *_in_vain(table, wishes, pairs)]
    turns = state["now"]["turns"]
    change = {
        "rooms": [{"members": list(pair), "turns": turns} for pair in pairs],
        "notes": {seat: kept for seat, kept in notes.items() if kept},
    }
    return await end_step(step, deeds, calls, change)


def _partners(table: Table, seat: str, free: Sequence[str]) -> Asked:
    """Return the choice of whom to talk to, among those who are free, or nobody."""
    others = [one for one in table.seats if one in free and one != seat]
    options = [Option(one, table.name(one)) for one in others]
    return Asked("partner", (*options, Option(ALONE, sentence(table.language, "alone"))))


def _meeting(table: Table, how: str, seat: str, other: str) -> str:
    return sentence(table.language, how, one=table.name(seat), other=table.name(other))


def _meetings(state: State, table: Table, pairs: list[tuple[str, str]]) -> list[Deed]:
    """Return who goes aside with whom, as far as it is noticed."""
    seen = state["phase"] == "confidential_meeting"
    items = None if seen else ()
    return [
        Deed(pair[0], "meet", _meeting(table, "meet", *pair), table.seats if seen else pair, items)
        for pair in pairs
    ]


def _in_vain(
    table: Table, wishes: Mapping[str, Chosen], pairs: list[tuple[str, str]]
) -> list[Deed]:
    """Return which of the people did not get whom they wished for, as far as they notice."""
    met = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    return [
        Deed(seat, "meet", _meeting(table, "in-vain", seat, wish.id), (seat,), items=())
        for seat, wish in wishes.items()
        if wish.id and met.get(seat) != wish.id
    ]


async def reflect(step: Step) -> dict[str, Any]:
    """Let every seat think over what has happened; what it thinks it keeps to itself."""
    seats = step.table.seats
    views = await step.aside(views_of, step, seats)
    thoughts = reflections_of_people(step, views)
    others = [seat for seat in seats if seat not in thoughts]

    async def reflection(seat: str) -> Thought:
        player = step.context.player(seat)
        if isinstance(player, Reflecting):
            return await player.reflect(views[seat], since_reflection(step, seat))
        return await player.think(views[seat])

    with step.recording() as calls:
        found = await step.together(*(reflection(seat) for seat in others))
    thoughts |= dict(zip(others, found, strict=True))
    personas = {seat: for_the_record(thoughts[seat].notes) for seat in seats}
    deeds = [
        Deed(
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
    return await within_pause(step, deeds, calls, {"notes": notes})
