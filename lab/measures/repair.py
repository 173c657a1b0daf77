"""What repair did to a conversation and what it cost, read from the ledgers of its turns.

Source: Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), section 2. A conversation that
was played without repair has none of these figures: what it would have cost is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import (
    ABSENT,
    Figure,
    Measure,
    Measures,
    TalkMeasure,
    by_name,
)
from mmagents.lab.statistics.sums import mean
from mmagents.nodes.spending import waited


def _repaired(
    name: str,
    label: str,
    what: str,
    of_turn: Callable[[Mapping[str, Any]], float],
    unit: str = "per turn",
    direction: Literal["less"] | None = "less",
) -> TalkMeasure:
    """Return the mean of a figure over the ledgers of the turns that went through repair."""

    def of(talk: Conversation) -> Figure:
        ledgers = [row["ledger"] for row in talk.rows if row["ledger"].get("repair")]
        return mean([float(of_turn(one)) for one in ledgers]) if ledgers else ABSENT

    described = f"{what} (read from the ledger; SDR, section 2)."
    return Measure(name, label, unit, direction, of, described)  # fmt: skip


def _calls(ledger: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [call for call in ledger.get("calls", []) if "round" in call]


MEASURES: Measures = by_name(
    _repaired("repair_said_anew", "turns said anew",
              "Share of the turns of which at least one candidate was not spoken",
              lambda ledger: len(ledger["repair"]["attempts"]) > 1, "share", None),
    _repaired("repair_failed", "repair failed",
              "Share of the turns of which every candidate was at fault, so that the least faulty "
              "was spoken",
              lambda ledger: ledger["repair"]["outcome"] == "failed", "share"),
    _repaired("repair_calls", "calls for repair",
              "Requests to models that screening, diagnosis and saying anew took",
              lambda ledger: sum(call["requests"] for call in _calls(ledger))),
    _repaired("repair_tokens", "tokens for repair", "Tokens of their prompts and answers",
              lambda ledger: sum(one["tokens_in"] + one["tokens_out"] for one in _calls(ledger))),
    _repaired("repair_seconds", "seconds for repair",
              "Seconds that the turn waited for them, along the longest path",
              lambda ledger: waited(_calls(ledger))),
)  # fmt: skip
