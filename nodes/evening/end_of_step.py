"""The end of a step beside the talk: what happened, what it cost, whether the game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.runnables import RunnableConfig

from mmagents.nodes.context import Context
from mmagents.nodes.evening.agenda import asks_more
from mmagents.nodes.evening.rows import Happening, put_on_record
from mmagents.nodes.spending import plus, reached
from mmagents.nodes.state import State
from mmagents.nodes.tools import Desk, dies_with_the_call
from mmagents.nodes.views.long_term import let_go


async def close_deeds(  # noqa: PLR0913  # a step has that much to hand in
    state: State,
    desk: Desk,
    context: Context,
    config: RunnableConfig,
    happenings: Sequence[Happening],
    calls: list[dict[str, Any]],
    change: Mapping[str, Any],
    *,
    once_more: bool = False,
) -> dict[str, Any]:
    """Return the update of a step beside the talk, as `close_turn` does for a turn.

    Args:
        state: the game before the step.
        desk: table and memories.
        context: the run.
        config: of the call.
        happenings: what goes on the record.
        calls: the questions that were put to models.
        change: what else the step changes.
        once_more: the same step is to be taken again, whatever else is to come.
    """
    recorded = await asyncio.to_thread(put_on_record, state, desk, happenings, calls)
    spent = plus(state["spent"], calls, context.prices)
    more = once_more or asks_more({**state, **change})  # type: ignore[typeddict-item]  # its keys
    stopped = reached(spent, context.limits()) if more else ""
    if stopped and dies_with_the_call(context, config):
        await asyncio.to_thread(let_go, desk.recollection)
    turn = recorded["turn"] - bool(stopped)
    ending = {"turn": turn, "spent": spent, "stopped": stopped, "ended": bool(stopped)}
    return {**recorded, **change, **ending}
