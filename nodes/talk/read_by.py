"""Who found the facts of the story in a turn: a model, or rules."""

from __future__ import annotations

from typing import Literal

from mmagents.nodes.record import TurnRow

FactsReadBy = Literal["model", "rules", "keys"]
"""Who found the facts of a turn: a model, checked by rule; rules; or the story's own words."""


def facts_read_by(row: TurnRow, recognition: str) -> FactsReadBy:
    """Return who found the facts of a turn in a game with that `Context.recognition`."""
    if row.get("facts_by") == "model":
        return "model"
    return "keys" if recognition == "keys" else "rules"
