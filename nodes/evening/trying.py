"""Try the models of a game before its first turn: who answers, and in which forms."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from mmagents.errors import MMAgentsError
from mmagents.floor.conditions import condition_of
from mmagents.models.choice import check_prompts
from mmagents.nodes.context import Context
from mmagents.nodes.middleware import WAYS
from mmagents.nodes.spending import price_of
from mmagents.nodes.table import Table
from mmagents.players.open import as_strategist, slots_of
from mmagents.prompts.tasks import Task


async def try_models(context: Context, table: Table, *, once: bool = False) -> None:
    """Try every model of a game: whether it answers, and in which form.

    Args:
        context: the run.
        table: the story.
        once: leave out models of which this process has tried all forms.

    Raises:
        MMAgentsError: for the first that cannot be had or has no price, with the reason.
    """
    slots = slots_of(context.choice_of_models(), context.seats, len(table.seats))
    unpriced = [slot.name for slot in slots if not price_of(slot.name, context.limits.prices)]
    if unpriced and (context.limits.prices or context.limits.money):
        raise MMAgentsError(
            f"There is no price for {unpriced[0]}. Give --prices a YAML file with what a million "
            f'tokens of it cost: "{unpriced[0].partition("@")[0]}": {{input: 0.15, output: 0.60}}'
        )
    if slots:
        check_models = await asyncio.to_thread(_ready, context, table)
        wanted = asked_by(context)
        await check_models({slot: wanted & set(slots[slot]) for slot in slots}, once=once)


def _ready(context: Context, table: Table) -> Callable[..., Awaitable[None]]:
    """See that all prompts are there; return what tries models. Blocks: it reads files.

    Raises:
        MMAgentsError: if a prompt is missing or wrong.
    """
    check_prompts(context.choice_of_models(), table.language)
    from mmagents.models.client.probe import check_models

    return check_models


def asked_by(context: Context) -> frozenset[Task]:
    """Return what a game of this context asks of models, whoever they are."""
    wanted: set[Task] = {"think", "speak", "normalise", "detect"}
    strategist = context.evening.persona == "strategist"
    if strategist or any(as_strategist(one)[0] for one in context.seats.values()):
        wanted |= {"consider", "choose", "summarise", "reflect", "guess", "perceive"}
    if context.evening.kind == "whole":
        wanted.add("choose")
    if condition_of(context.condition).asks_moderator:
        wanted.add("moderate")
    return frozenset(wanted.union(*(way.tasks(context) for way in WAYS)))
