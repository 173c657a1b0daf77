"""A choice put to seats: whoever cannot choose, or chooses what is not there, draws a lot."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

from mmagents.nodes.context import Context
from mmagents.nodes.desk import Desk, memories_of
from mmagents.nodes.state import State
from mmagents.nodes.view import view_of
from mmagents.players.base import Asked, Chooser, Chosen, View
from mmagents.players.llm_accounts import recording


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


async def choices(
    state: State, desk: Desk, context: Context, asked: Mapping[str, Asked]
) -> tuple[dict[str, Chosen], list[dict[str, Any]]]:
    """Put a choice to several seats at once; return what each chose, and the calls it took."""
    seats = tuple(asked)
    memories = await asyncio.to_thread(memories_of, state, desk, context, seats)
    views = {
        seat: view_of(
            seat, state=state, table=desk.table, context=context, memories=memories[seat], due=None
        )
        for seat in seats
    }
    with recording(game=state["game"], turn=state["turn"]) as calls:
        found = await asyncio.gather(
            *(chosen_by(seat, views[seat], asked[seat], context) for seat in seats)
        )
    return dict(zip(seats, found, strict=True)), [call.as_json() for call in calls]
