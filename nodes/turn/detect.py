"""Detect whether the words select the next speaker, and what they answer (section 3.2.4)."""

from __future__ import annotations

from typing import Any

from mmagents.nodes.step import Step
from mmagents.nodes.values import reading_of
from mmagents.nodes.views.view import utterance_of


async def detect_designation(step: Step) -> dict[str, Any]:
    """Read the words for what they do to the floor."""
    with step.recording() as calls:
        found = await step.analyst().detect(utterance_of(step))
    return {"reading": reading_of(found), "calls": calls}
