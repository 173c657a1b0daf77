"""The utterance as its analysts receive it. Pure."""

from __future__ import annotations

from mmagents.interfaces.talk import Utterance
from mmagents.nodes.context import Context
from mmagents.nodes.state import State
from mmagents.nodes.table import Table
from mmagents.nodes.views.room import heard_by_all, present, public_in
from mmagents.nodes.views.view import heard_turn, obligation


def utterance_of(state: State, table: Table, context: Context) -> Utterance:
    """Return what was just said, with what a bystander would know."""
    words, here = state["words"], present(state, table.seats)
    speaker = words["speaker"]
    pairs = [pair for pair in state["open_pairs"] if pair["by"] != speaker]
    asked = [pair for pair in pairs if pair["to"] == [speaker]]
    due = state["floor"]["due"] or (asked[-1] if asked else None)
    return Utterance(
        speaker=speaker,
        text=words.get("said", words["text"]),
        language=table.language,
        cast=public_in(table.public, table.seats, here).cast,
        recent=tuple(heard_turn(row) for row in heard_by_all(state["history"], here, context.k)),
        due=obligation(due) if due else None,
        open_pairs=tuple(obligation(pair) for pair in pairs),
    )
