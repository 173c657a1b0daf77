"""What happens beside the talk, put on the record as it is heard, and remembered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mmagents.nodes.state import Deed, State, TurnRow, nothing_yet
from mmagents.nodes.tools import Desk
from mmagents.stores.memory import MemoryRow


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that a seat did or thought, and who noticed.

    Attributes:
        items: what goes into the memory of those who noticed; the text itself if left out.
        reason: why, for the ledger.
        noted: what else its ledger holds: of a reflection the `persona`, of a vote the `vote`.
    """

    seat: str
    rule: Deed
    text: str
    heard_by: tuple[str, ...]
    items: tuple[str, ...] | None = None
    facts: tuple[str, ...] = ()
    reason: str = ""
    noted: Mapping[str, Any] = field(default_factory=dict)


def put_on_record(
    state: State,
    desk: Desk,
    happenings: Sequence[Happening],
    calls: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:
    """Return the rows of what happened, one a turn, written to the memories of who noticed.

    The calls it took stand in the ledger of the first.
    """
    desk.recollection.agree_with(state["history"], state["memory_tip"])
    rows: list[TurnRow] = []
    tip, turn = state["memory_tip"], state["turn"]
    for at, one in enumerate(happenings):
        items = (one.text,) if one.items is None else one.items
        ledger = {**nothing_yet(), "reason": one.reason, "calls": [] if at else list(calls)}
        ledger |= one.noted
        row: TurnRow = {
            "turn": turn + at,
            "speaker": one.seat,
            "text": one.text,
            "rule": one.rule,
            "first_pair_part": None,
            "addressees": [],
            "expects": [],
            "answers": None,
            "second_pair_part": None,
            "closes_sequence": False,
            "closed": [],
            "heard_by": list(one.heard_by),
            "phase": state["phase"],
            "facts": list(one.facts),
            "knowledge": list(items),
            "ledger": ledger,  # type: ignore[typeddict-item]  # the keys are those of a ledger
        }
        rows.append(row)
        tip = desk.recollection.write(
            MemoryRow(row["turn"], one.seat, tuple(items), one.heard_by), tip
        )
    return {
        "history": rows,
        "memory_tip": tip,
        "turn": turn + len(rows),
        "room_from": turn + len(rows) - 1,
    }
