"""Select the speaker: apply the rules of the floor and write down why (section 3.2.2)."""

from __future__ import annotations

import asyncio
from typing import Any

from langgraph.runtime import Runtime

from mmagents.nodes.context import Context
from mmagents.nodes.floor import STRATEGIES, Decision, Round
from mmagents.nodes.pairs import of_turn
from mmagents.nodes.state import Floor, State
from mmagents.nodes.table import table_for


def decide(state: State, context: Context, seats: tuple[str, ...]) -> Decision:
    """Return who has the floor in this turn."""
    history = state["history"]
    return STRATEGIES[context.condition](
        Round(
            turn=state["turn"],
            seed=state["seed"],
            seats=seats,
            bids=state["ledger"]["bids"],
            previous=history[-1]["speaker"] if history else None,
            pair=of_turn(state["open_pairs"], state["turn"] - 1),
        )
    )


async def select_speaker(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
    """Decide by the condition's strategy; complete the ledger of the turn."""
    context = Context.of(runtime)
    table = await asyncio.to_thread(table_for, state["scenario"], context)
    decision = decide(state, context, table.seats)
    pair = of_turn(state["open_pairs"], state["turn"] - 1)
    floor: Floor = {"speaker": decision.speaker, "rule": decision.rule, "due": decision.due}
    return {
        "floor": floor,
        "ledger": {
            "bids": state["ledger"]["bids"],
            "designated": list(pair["to"]) if pair else [],
            "tie": list(decision.tie),
            "reason": decision.reason,
        },
    }
