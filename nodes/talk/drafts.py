"""Drafts: the words that a seat finds while it thinks, at the pace `draft`.

A draft is private until its seat has the floor; those of the others are never heard, and are gone
with the turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mmagents.analysts.declared import checked, takes_up
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.player import Drafter, Thought
from mmagents.interfaces.view import View
from mmagents.nodes.record import Drafted
from mmagents.nodes.state import DraftRow, Words
from mmagents.nodes.step import Step
from mmagents.nodes.values import designation_of, reading_of
from mmagents.nodes.views.view import utterance_of


async def think(step: Step, view: View) -> tuple[Thought, DraftRow | None]:
    """Ask a seat for its thought, and at the pace `draft` for its words, if it can draft."""
    player = step.context.player(view.seat)
    if step.context.pace != "draft" or not isinstance(player, Drafter):
        return await player.think(view), None
    draft = await player.draft(view)
    return draft.thought, {
        "words": " ".join(draft.words.split()),
        "declared": reading_of(draft.declared),
    }


def words_drafted(step: Step) -> str | None:
    """Return what the seat that has the floor drafted, if that can be said now.

    Whoever owes something and did not draft an answer to it is asked again, so that rule 1a holds.
    """
    draft = _draft_of(step)
    if draft is None or not draft["words"]:
        return None
    due = step.state["floor"]["due"]
    if due is not None:
        said = utterance_of(_saying(step, draft["words"]))
        if not takes_up(due["turn"], designation_of(draft["declared"]), said):
            return None
    return draft["words"]


def how_drafted(step: Step, words: str | None) -> dict[str, Any]:
    """Return what the ledger says of the draft of the seat that has the floor; nothing elsewhere.

    Args:
        step: what it works with.
        words: what of the draft is said, or None.
    """
    if step.context.pace != "draft":
        return {}
    how: Drafted = "none" if _draft_of(step) is None else "asked again" if words is None else "said"
    return {"ledger": {**step.state["ledger"], "drafted": how}}


def declared(step: Step) -> Designation | None:
    """Return what drafted words do, as was declared and checked; None of words not drafted."""
    draft = _draft_of(step)
    if draft is None or draft["words"] != step.state["words"]["text"]:
        return None
    return checked(designation_of(draft["declared"]), utterance_of(step))


def _draft_of(step: Step) -> DraftRow | None:
    drafts: Mapping[str, DraftRow] = step.state.get("drafts", {})
    return drafts.get(step.state["floor"]["speaker"])


def _saying(step: Step, words: str) -> Step:
    """Return the step in which the seat that has the floor has said words."""
    said: Words = {"speaker": step.state["floor"]["speaker"], "text": words}
    return replace(step, state={**step.state, "words": said})
