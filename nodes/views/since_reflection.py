"""What happened to a seat since it last reflected, from the record. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.interfaces.persona import SinceReflection, talks_of
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.values import heard_turn

SEEN = frozenset({"meet", "side", "transfer"})
"""The deeds that those who notice them reflect on."""


def since_reflection(history: Sequence[TurnRow], seat: str) -> SinceReflection:
    """Return the talks that `seat` heard and the deeds it noticed since its last reflection."""
    rows: list[TurnRow] = []
    for row in reversed(history):
        if row["rule"] == "reflect" and row["speaker"] == seat:
            break
        if seat in row["heard_by"]:
            rows.append(row)
    rows.reverse()
    return SinceReflection(
        talks_of(
            [
                (row["phase"], tuple(row["heard_by"]), heard_turn(row))
                for row in rows
                if is_talk(row) and row["phase"] != "introduction"
            ]
        ),
        tuple(row["text"] for row in rows if row["rule"] in SEEN and row["speaker"] != seat),
    )
