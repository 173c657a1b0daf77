"""Deeds: what happens beside the talk, put on the record, remembered, and paid for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mmagents.nodes.evening.agenda import asks_more
from mmagents.nodes.model_health import NOT_YET, after_calls, counted, paused
from mmagents.nodes.record import Ledger, TurnRow, nothing_yet, row_of
from mmagents.nodes.spending import plus
from mmagents.nodes.step import Step
from mmagents.stores.memory import MemoryRow


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a seat did or thought, and who noticed.

    Attributes:
        rule: the code of a rule that gives no turn at talk.
        items: what goes into the memory of those who noticed; the text itself if left out.
        reason: why, for the ledger.
        noted: what else its ledger holds: of a reflection the `persona`, of a vote the `vote`.
    """

    seat: str
    rule: str
    text: str
    noticed_by: tuple[str, ...]
    items: tuple[str, ...] | None = None
    facts: tuple[str, ...] = ()
    reason: str = ""
    noted: Mapping[str, Any] = field(default_factory=dict)


async def end_step(
    step: Step,
    deeds: Sequence[Deed],
    calls: list[dict[str, Any]],
    change: Mapping[str, Any],
    *,
    once_more: bool = False,
) -> dict[str, Any]:
    """Return the update of a step beside the talk, as `close_turn` does for a turn.

    After the last deed the settlement still follows, even where models gave nothing usable; the
    game then says so when it is over.

    Args:
        step: what it works with.
        deeds: what goes on the record.
        calls: the questions that were put to models.
        change: what else the step changes.
        once_more: the same step is to be taken again, whatever else is to come.
    """
    recorded = await _recorded(step, deeds, calls, change)
    more = once_more or asks_more({**step.state, **change})  # type: ignore[typeddict-item]  # its keys
    cost = counted(step.state, step.context, calls, last=not more)
    ended = more and bool(cost["stopped"])
    await step.aside(step.forget_if_over, over=ended)
    return {**recorded, **cost, "turn": recorded["turn"] - ended, "ended": ended}


async def within_pause(
    step: Step, deeds: Sequence[Deed], calls: list[dict[str, Any]], change: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the update of a step that others follow before anything can end the game."""
    recorded = await _recorded(step, deeds, calls, change)
    lately = step.state.get("lately", NOT_YET)
    counted = after_calls(lately, calls, anew=False)
    return {**recorded, **(counted if step.context.limits.tolerate else paused(lately, calls))}


async def _recorded(
    step: Step, deeds: Sequence[Deed], calls: list[dict[str, Any]], change: Mapping[str, Any]
) -> dict[str, Any]:
    recorded = await step.aside(put_on_record, step, deeds, calls)
    spent = plus(step.state["spent"], calls, step.context.limits.prices)
    return {**recorded, **change, "spent": spent}


def put_on_record(
    step: Step, deeds: Sequence[Deed], calls: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """Return the rows of deeds, one a turn, written to the memories of who noticed. Blocks.

    The calls they took stand in the ledger of the first.
    """
    state, recollection = step.state, step.recollection
    recollection.agree_with(state["history"], state["memory_tip"])
    rows: list[TurnRow] = []
    tip, turn = state["memory_tip"], state["turn"]
    for at, one in enumerate(deeds):
        items = (one.text,) if one.items is None else one.items
        ledger: Ledger = {
            **nothing_yet(),
            "reason": one.reason,
            "calls": [] if at else list(calls),
            **one.noted,  # type: ignore[typeddict-item]  # the keys are those of a ledger
        }
        row = row_of(
            turn + at,
            one.seat,
            one.text,
            one.rule,
            heard_by=one.noticed_by,
            phase=state["phase"],
            ledger=ledger,
            facts=one.facts,
            knowledge=items,
        )
        rows.append(row)
        tip = recollection.write(MemoryRow(row["turn"], one.seat, items, one.noticed_by), tip)
    return {
        "history": rows,
        "memory_tip": tip,
        "turn": turn + len(rows),
        "room_from": turn + len(rows) - 1,
    }
