"""What a seat remembers of itself: what it thought, bid and lied. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.floor.bids import Bid
from mmagents.interfaces.view import KnownFact, OwnBid, OwnThought
from mmagents.nodes.record import BidRow, TurnRow


def own_thoughts(
    history: Sequence[TurnRow], seat: str, k: int, *, own_words: bool = False
) -> tuple[str, ...]:
    """Return the seat's own thoughts of the last `k` turns, oldest first (shortTermHistory).

    With `own_words`, what it said stands in place of what it thought (MMAgents, algorithm 1). A
    thought that was kept stands there once.
    """
    return tuple(
        row["text"] if own_words and row["speaker"] == seat else bid["thought"]
        for row in history[-k:]
        for bid in row["ledger"]["bids"]
        if bid["seat"] == seat and bid["thought"] and _new(bid, own_words, row, seat)
    )


def _new(bid: BidRow, own_words: bool, row: TurnRow, seat: str) -> bool:
    """Tell whether a bid was made for its turn, or words stand in its place."""
    return "kept_from" not in bid or (own_words and row["speaker"] == seat)


def thoughts_since(
    history: Sequence[TurnRow], seat: str, turn: int, *, but_spoken: bool
) -> list[OwnThought]:
    """Return what the seat thought before `turn` and each later one; kept thoughts stand once.

    With `but_spoken`, what it thought before turns that it spoke itself is left out.
    """
    return [
        OwnThought(row["turn"], bid["thought"])
        for row in history
        if row["turn"] >= turn and not (but_spoken and row["speaker"] == seat)
        for bid in row["ledger"]["bids"]
        if bid["seat"] == seat and bid["thought"] and "kept_from" not in bid
    ]


def own_bids(history: Sequence[TurnRow], seat: str, k: int) -> tuple[OwnBid, ...]:
    """Return what the seat bid in the last `k` turns, oldest first."""
    return tuple(
        OwnBid(row["turn"], Bid.of(bid).action, bid["importance"], row["speaker"] == seat)
        for row in history[-k:]
        for bid in row["ledger"]["bids"]
        if bid["seat"] == seat
    )


def lies_of(history: Sequence[TurnRow], seat: str, known: Sequence[KnownFact]) -> tuple[int, ...]:
    """Return the turns in which the seat told a cover story of its own sheet."""
    lies = {fact.id for fact in known if fact.cover_story}
    if not lies:
        return ()
    return tuple(
        row["turn"] for row in history if row["speaker"] == seat and lies.intersection(row["facts"])
    )
