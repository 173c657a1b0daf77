"""Diagnose: which suspicion is a fault, and what to do about it (SDR, section 2.2)."""

from __future__ import annotations

import asyncio
from typing import Any

from mmagents.nodes.repair.candidate import repair_of, suspicions_of
from mmagents.nodes.repair.screen import about_candidate
from mmagents.nodes.step import Step


async def diagnose(step: Step) -> dict[str, Any]:
    """Diagnose every suspicion against the candidate, side by side."""
    repair = repair_of(step.state)
    about, _ = await asyncio.to_thread(about_candidate, step)
    *before, attempt = repair["attempts"]
    ask = step.context.checks().diagnose
    with step.recording(round=len(repair["attempts"])) as calls:
        findings = await asyncio.gather(
            *(ask(attempt["text"], one, about) for one in suspicions_of(attempt))
        )
    done = {**attempt, "findings": [one.as_json() for one in findings]}
    return {"repair": {**repair, "attempts": [*before, done]}, "calls": calls}
