"""Conversations made by hand: rows of the record, and the value that the evaluation reads."""

from collections.abc import Sequence
from typing import Any, cast

from mmagents.lab.conversation import Conversation
from mmagents.nodes.context import Context
from mmagents.nodes.record import BidRow, ClosedPair, TurnRow, nothing_found
from mmagents.nodes.table import table_for


def bid(seat: str, importance: int, action: str = "speak", thought: str = "") -> BidRow:
    return {"seat": seat, "action": action, "importance": importance, "thought": thought}  # type: ignore[typeddict-item]  # tests name actions freely


def bids(**by_seat: int) -> dict[str, Any]:
    """A ledger in which every seat wants to speak: `row(..., ledger=bids(petra=8, bram=7))`."""
    return {
        "bids": [bid(seat, importance) for seat, importance in by_seat.items()],
        "designated": [],
        "tie": [],
        "reason": "",
    }


def closed(turn: int, how: str = "answered") -> list[ClosedPair]:
    """One pair closed: `row(..., closed=closed(1, "evaded"))`."""
    return [{"turn": turn, "how": how}]  # type: ignore[typeddict-item]  # tests name endings freely


def row(turn: int, speaker: str, text: str = "Well.", **changes: Any) -> TurnRow:
    """A turn that does nothing but say `text`; `changes` are the columns that differ.

    `to` is short for a question put to one: `row(1, "petra", "Where?", to="bram")`.
    """
    if "to" in changes:
        changes = {
            "first_pair_part": "wh-question",
            "expects": ["answer"],
            "addressees": [changes.pop("to")],
            **changes,
        }
    plain: dict[str, Any] = {
        "turn": turn,
        "speaker": speaker,
        "text": text,
        "rule": "first" if turn == 1 else "1b",
        **nothing_found(),
        "heard_by": ["petra", "bram", "kit"],
        "phase": "discussion",
        "facts": [],
        "knowledge": [],
        "ledger": bids(),
    }
    if unknown := sorted(set(changes) - set(plain)):
        raise TypeError(f"a row has no column {unknown[0]!r}")
    return cast("TurnRow", {**plain, **changes})


def conversation(
    rows: Sequence[TurnRow] = (),
    scenario: str = "mini",
    language: str = "en",
    id: str = "made/1",
    factors: dict[str, str] | None = None,
    context: dict[str, Any] | None = None,
    *,
    seed: int = 0,
    deeds: Sequence[TurnRow] = (),
) -> Conversation:
    """A conversation over a shipped story; of `mini` the seats are petra, bram and kit."""
    run = Context(**{"language": language, "turns": max(1, len(rows)), **(context or {})})
    return Conversation(
        id=id,
        factors=factors or {"scenario": scenario, "condition": run.condition},
        table=table_for(scenario, run),
        rows=list(rows),
        context=run.model_dump(mode="json"),
        seed=seed,
        deeds=list(deeds),
    )
