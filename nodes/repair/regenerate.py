"""Regenerate: the speaker says something else (SDR, section 2.3)."""

from __future__ import annotations

import asyncio
from typing import Any

from mmagents.interfaces.repair import Repairer
from mmagents.nodes.repair.candidate import dropped_so_far, repair_of
from mmagents.nodes.step import Step
from mmagents.nodes.talk.speak import one_line, view_for_speaking


async def regenerate(step: Step) -> dict[str, Any]:
    """Show the speaker what was wrong with its candidates, and ask for other words."""
    words, repair = step.state["words"], repair_of(step.state)
    view = await asyncio.to_thread(view_for_speaking, step)
    player, text = step.context.player(view.seat), words["text"]
    with step.recording(round=len(repair["attempts"])) as calls:
        if isinstance(player, Repairer):
            text = one_line(await player.repair(view, dropped_so_far(repair)))
    return {
        "words": {**words, "text": text},
        "repair": {**repair, "rounds_left": repair["rounds_left"] - 1},
        "calls": calls,
    }
