"""The utterance as its analysts receive it. Pure."""

from __future__ import annotations

from mmagents.interfaces.talk import Utterance
from mmagents.nodes.step import Step
from mmagents.nodes.values import heard_turn, obligation
from mmagents.nodes.views.room import heard_by_all, public_in


def utterance_of(step: Step) -> Utterance:
    """Return what was just said, with what a bystander would know."""
    state, table, here = step.state, step.table, step.here
    words = state["words"]
    speaker = words["speaker"]
    pairs = [pair for pair in state["open_pairs"] if pair["by"] != speaker]
    asked = [pair for pair in pairs if pair["to"] == [speaker]]
    due = state["floor"]["due"] or (asked[-1] if asked else None)
    recent = heard_by_all(state["history"], here, step.context.k)
    return Utterance(
        speaker=speaker,
        text=words.get("said", words["text"]),
        language=table.language,
        cast=public_in(table.public, table.seats, here).cast,
        recent=tuple(map(heard_turn, recent)),
        due=obligation(due) if due else None,
        open_pairs=tuple(map(obligation, pairs)),
    )
