"""A choice put to seats: whoever cannot choose, or chooses what is not there, draws a lot.

A person who passes has chosen nothing: the id is "", and the reason says how it passed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

from mmagents.interfaces.accounts import recording
from mmagents.interfaces.player import Asked, Chooser, Chosen
from mmagents.interfaces.view import View
from mmagents.nodes import interrupts as people
from mmagents.nodes.context import Context
from mmagents.nodes.state import State
from mmagents.nodes.tools import Desk, memories_of
from mmagents.nodes.views.view import view_of


def by_lot(view: View, asked: Asked) -> Chosen:
    """Return one of the options, drawn from seed, turn and seat."""
    lot = Random(f"{view.seed}:{view.turn}:{view.seat}:{asked.kind}")
    return Chosen(lot.choice([option.id for option in asked.options]))


async def chosen_by(seat: str, view: View, asked: Asked, context: Context) -> Chosen:
    """Return what a seat chooses."""
    player = context.player(seat)
    found = await player.choose(view, asked) if isinstance(player, Chooser) else None
    if found is None or found.id not in {option.id for option in asked.options}:
        return by_lot(view, asked)
    return found


async def views_of(
    state: State, desk: Desk, context: Context, seats: tuple[str, ...]
) -> dict[str, View]:
    """Return by seat its view where nobody has the floor."""
    memories = await asyncio.to_thread(memories_of, state, desk, context, seats)
    return {
        seat: view_of(
            seat, state=state, table=desk.table, context=context, memories=memories[seat], due=None
        )
        for seat in seats
    }


async def choices_of_people(
    state: State, desk: Desk, context: Context, asked: Mapping[str, Asked]
) -> dict[str, Chosen]:
    """Put a choice to the people among those asked, and to nobody else."""
    seats = people.seated(context, tuple(asked))
    return people.choices(state, await views_of(state, desk, context, seats), asked, context)


async def choices(
    state: State, desk: Desk, context: Context, asked: Mapping[str, Asked]
) -> tuple[dict[str, Chosen], list[dict[str, Any]]]:
    """Put a choice to several seats at once; return what each chose, and the calls it took.

    People are asked first, so that nobody else is asked twice.
    """
    seats = tuple(asked)
    views = await views_of(state, desk, context, seats)
    by_people = people.choices(state, views, asked, context)
    others = [seat for seat in seats if seat not in by_people]
    with recording(game=state["game"], turn=state["turn"]) as calls:
        found = await asyncio.gather(
            *(chosen_by(seat, views[seat], asked[seat], context) for seat in others)
        )
    chosen = {**by_people, **dict(zip(others, found, strict=True))}
    return {seat: chosen[seat] for seat in seats}, [call.as_json() for call in calls]
