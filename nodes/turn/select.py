"""Select the speaker: apply the rules of the floor and write down why (MMAgents, section 3.2.2)."""

from __future__ import annotations

from typing import Any

from mmagents.floor.bids import Bid, too_low
from mmagents.floor.rules import rule_of
from mmagents.interfaces.analyst import Moderator
from mmagents.nodes.record import bid_row
from mmagents.nodes.state import Floor
from mmagents.nodes.step import Step
from mmagents.nodes.turn.floor import condition_now, decide, gathering_of, weighed
from mmagents.nodes.views.room import pair_now


async def select_speaker(step: Step) -> dict[str, Any]:
    """Decide by the condition's strategy; complete the ledger of the turn."""
    nominated, calls = await nominate(step)
    bids = weighed(step)
    decision = decide(step, bids, nominated)
    low = unheeded(bids, step.context.floor.threshold) if rule_of(decision.rule).by_bids else ""
    pair = pair_now(step.state)
    due = pair if decision.due else None
    floor: Floor = {"speaker": decision.speaker, "rule": decision.rule, "due": due}
    return {
        "floor": floor,
        "calls": calls,
        "ledger": {
            "bids": [bid_row(bid) for bid in bids],
            "designated": list(pair["to"]) if pair else [],
            "tie": list(decision.tie),
            "reason": decision.reason + low,
        },
    }


async def nominate(step: Step) -> tuple[str | None, list[dict[str, Any]]]:
    """Return whom the moderator names, None where none is asked, and the calls it took."""
    analyst = step.analyst() if condition_now(step).asks_moderator else None
    if not isinstance(analyst, Moderator):
        return None, []
    with step.recording() as calls:
        named = await analyst.moderate(gathering_of(step))
    return named, calls


def unheeded(bids: list[Bid], threshold: int) -> str:
    """Return in words whose wish to speak was too low, or nothing."""
    low = [f"{bid.seat} at {bid.importance}" for bid in bids if too_low(bid, threshold)]
    return f"; below the threshold of {threshold}: {', '.join(low)}" if low else ""
