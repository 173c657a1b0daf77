"""Detect whether the utterance selects the next speaker, and what it answers (section 3.2.4)."""

from __future__ import annotations

from typing import Any

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.nodes.step import Step
from mmagents.nodes.talk.drafts import declared
from mmagents.nodes.talk.minutes import rules_read_it
from mmagents.nodes.values import reading_of
from mmagents.nodes.views.view import utterance_of


async def detect_designation(step: Step) -> dict[str, Any]:
    """Read the utterance for what it does to the floor.

    At `lean` and `draft` the rules read the last turn of a discussion: nobody is selected after it.
    """
    drafted = declared(step)
    if drafted is not None:
        return {"reading": reading_of(drafted)}
    if rules_read_it(step):
        return {"reading": reading_of(await RulesAnalyst().detect(utterance_of(step)))}
    with step.recording() as calls:
        found = await step.context.analyst().detect(utterance_of(step))
    return {"reading": reading_of(found), "calls": calls}
