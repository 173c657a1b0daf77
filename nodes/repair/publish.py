"""Publish: the words are heard; what was dropped, and why, stays in the ledger."""

from __future__ import annotations

from typing import Any

from mmagents.nodes.repair.candidate import repair_of, settled
from mmagents.nodes.state import State


async def publish(state: State) -> dict[str, Any]:
    """Let the candidate be heard, or the best there was where repair has failed."""
    done = settled(repair_of(state))
    return {
        "words": {**state["words"], "text": done["attempts"][done["spoken"]]["text"]},
        "ledger": {**state["ledger"], "repair": done},
    }
