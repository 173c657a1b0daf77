"""Select the speaker: apply the rules of the floor and write down why (section 3.2.2)."""

from __future__ import annotations

import asyncio
from typing import Any

from langgraph.runtime import Runtime

from mmagents.floor.bids import Bid, calibrated, heeded, ranked, too_low
from mmagents.floor.conditions import (
    INTRODUCTIONS,
    Condition,
    by_influence,
    condition_of,
    in_pairs,
)
from mmagents.floor.rules import rule_of
from mmagents.floor.situation import Decision
from mmagents.interfaces.accounts import recording
from mmagents.interfaces.analyst import Moderator
from mmagents.nodes.context import Context
from mmagents.nodes.state import Floor, State, as_json
from mmagents.nodes.table import Table, table_for
from mmagents.nodes.talk.situation import gathering_of, own_past, situation_of
from mmagents.scenarios.game import IN_PAIRS


async def nominate(
    state: State, context: Context, table: Table
) -> tuple[str | None, list[dict[str, Any]]]:
    """Return whom the moderator names, None where none is asked, and the calls it took."""
    analyst = context.analyst() if condition_now(state, context).asks_moderator else None
    if not isinstance(analyst, Moderator):
        return None, []
    with recording(game=state["game"], turn=state["turn"]) as calls:
        named = await analyst.moderate(gathering_of(state, context, table))
    return named, [call.as_json() for call in calls]


def weighed(state: State, context: Context) -> list[Bid]:
    """Return the bids of the turn as the ledger holds them: calibrated if wanted, ranked."""
    bids = [Bid.of(bid) for bid in state["ledger"]["bids"]]
    if context.calibrate:
        bids = calibrated(bids, own_past(state["history"]))
    by_seat = {bid.seat: bid for bid in bids}
    return [by_seat[bid.seat] for bid in ranked(heeded(bids, context.threshold))]


def condition_now(state: State, context: Context) -> Condition:
    """Return who speaks next in the talk under way: the run's condition, as its phase has it."""
    condition = condition_of(context.condition)
    if state["phase"] == "introduction":
        return INTRODUCTIONS
    if state["now"].get("order") == "influence":
        return by_influence(condition)
    return in_pairs(condition) if state["phase"] in IN_PAIRS else condition


def decide(
    state: State, context: Context, table: Table, bids: list[Bid], nominated: str | None
) -> Decision:
    """Return who has the floor in this turn."""
    heard = heeded(bids, context.threshold)
    now = situation_of(state, context, table, heard, nominated)
    return condition_now(state, context).choose(now)


def bids_count(state: State, context: Context, table: Table) -> bool:
    """Tell whether the floor of this turn depends on who wants it."""
    if not condition_now(state, context).bids_count:
        return False
    # If nobody wants the floor and a rule of bids decides, then bids count.
    return rule_of(decide(state, context, table, [], None).rule).by_bids


def unheeded(bids: list[Bid], threshold: int) -> str:
    """Return in words whose wish to speak was too low, or nothing."""
    low = [f"{bid.seat} at {bid.importance}" for bid in bids if too_low(bid, threshold)]
    return f"; below the threshold of {threshold}: {', '.join(low)}" if low else ""


async def select_speaker(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Decide by the condition's strategy; complete the ledger of the turn."""
    context = Context.of(runtime)
    table = await asyncio.to_thread(table_for, state["scenario"], context)
    nominated, calls = await nominate(state, context, table)
    bids = weighed(state, context)
    decision = decide(state, context, table, bids, nominated)
    low = unheeded(bids, context.threshold) if rule_of(decision.rule).by_bids else ""
    pair = next((one for one in state["open_pairs"] if one["turn"] == state["turn"] - 1), None)
    due = pair if decision.due else None
    floor: Floor = {"speaker": decision.speaker, "rule": decision.rule, "due": due}
    return {
        "floor": floor,
        "calls": calls,
        "ledger": {
            "bids": [as_json(bid) for bid in bids],
            "designated": list(pair["to"]) if pair else [],
            "tie": list(decision.tie),
            "reason": decision.reason + low,
        },
    }
