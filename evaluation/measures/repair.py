"""What repair did to a conversation and what it cost, read from the ledgers of its turns.

Source: Chu, Chen & Nakayama 2024, *Cohesive Conversations* (SDR), section 2. A conversation that
was played without repair has none of these figures: what it would have cost is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.measure import Figures, Measure, mean
from mmagents.nodes.spending import waited

_READ = "read from the ledger; SDR, section 2"
MEASURES: Mapping[str, Measure] = {
    "repair_said_anew": Measure(
        "turns said anew",
        f"Share of the turns of which at least one candidate was not spoken ({_READ}).",
        "share",
    ),
    "repair_failed": Measure(
        "repair failed",
        f"Share of the turns of which every candidate was at fault, so that the least faulty was "
        f"spoken ({_READ}).",
        "share",
        "less",
    ),
    "repair_calls": Measure(
        "calls for repair",
        f"Requests to models that screening, diagnosis and saying anew took ({_READ}).",
        "per turn",
        "less",
    ),
    "repair_tokens": Measure(
        "tokens for repair",
        f"Tokens of their prompts and answers ({_READ}).",
        "per turn",
        "less",
    ),
    "repair_seconds": Measure(
        "seconds for repair",
        f"Seconds that the turn waited for them, along the longest path ({_READ}).",
        "per turn",
        "less",
    ),
}


def repair_measures(conversation: Conversation) -> Figures:
    """Return the measures of :data:`MEASURES`; nothing where no turn went through repair."""
    ledgers = [row["ledger"] for row in conversation.rows if row["ledger"].get("repair")]
    if not ledgers:
        return {}
    done = [ledger["repair"] for ledger in ledgers]
    calls = [[one for one in ledger.get("calls", []) if "round" in one] for ledger in ledgers]
    return {
        "repair_said_anew": mean([float(len(one["attempts"]) > 1) for one in done]),
        "repair_failed": mean([float(one["outcome"] == "failed") for one in done]),
        "repair_calls": mean([_sum(of, "requests") for of in calls]),
        "repair_tokens": mean([_sum(of, "tokens_in", "tokens_out") for of in calls]),
        "repair_seconds": mean([waited(of) for of in calls]),
    }


def _sum(calls: list[dict[str, Any]], *fields: str) -> float:
    return float(sum(call[field] for call in calls for field in fields))
