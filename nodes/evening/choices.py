"""A choice put to seats: whoever cannot choose, or chooses what is not there, draws a lot.

A person who passes has chosen nothing: the id is "", and the reason says how it passed.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from mmagents.interfaces.player import Asked, Chooser, Chosen
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.interrupts import choices_of_people
from mmagents.nodes.step import Step
from mmagents.nodes.table import people_among
from mmagents.nodes.views.view import views_of


def drawn_by_lot(view: View, asked: Asked) -> Chosen:
    """Return one of the options, drawn from seed, turn and seat."""
    lot = Random(f"{view.seed}:{view.turn}:{view.seat}:{asked.kind}")
    return Chosen(lot.choice([option.id for option in asked.options]))


async def chosen_by(seat: str, view: View, asked: Asked, context: Context) -> Chosen:
    """Return what a seat chooses.

    In a talk without a story a vote is an opinion: whoever gives none that counts, gives none.
    """
    player = context.player(seat)
    found = await player.choose(view, asked) if isinstance(player, Chooser) else None
    if found is None or found.id not in {option.id for option in asked.options}:
        opinion = asked.kind == "vote" and view.public.question
        return Chosen("") if opinion else drawn_by_lot(view, asked)
    return found


async def ask_people(step: Step, asked: Mapping[str, Asked]) -> dict[str, Chosen]:
    """Put a choice to the people among those asked, and to nobody else."""
    seats = people_among(step.context, tuple(asked))
    views = await step.aside(views_of, step, seats)
    return choices_of_people(step, views, asked)


async def ask_seats(
    step: Step, asked: Mapping[str, Asked]
) -> tuple[dict[str, Chosen], list[dict[str, Any]]]:
    """Put a choice to several seats at once; return what each chose, and the calls it took.

    People are asked first, so that nobody else is asked twice.
    """
    views = await step.aside(views_of, step, tuple(asked))
    chosen = choices_of_people(step, views, asked)
    others = [seat for seat in asked if seat not in chosen]
    with step.recording() as calls:
        found = await step.together(
            *(chosen_by(seat, views[seat], asked[seat], step.context) for seat in others)
        )
    chosen |= dict(zip(others, found, strict=True))
    return {seat: chosen[seat] for seat in asked}, calls
