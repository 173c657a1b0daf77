"""Measures of the bids for the floor: how importance was given out, and whether it decided.

Source: Nonomura & Mori 2025 (MMAgents), section 3.2.1, on importance as an integer 0-9, and
section 5, where every score reported lies in 7-9 and nobody listens.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.measure import Figures, Measure, entropy, mean, ratio

SCALE = range(10)
"""Importance (MMAgents, section 3.2.1)."""
SATURATED = range(7, 10)
"""Where all scores of the paper lie (MMAgents, section 5)."""

MEASURES: Mapping[str, Measure] = {
    "importance_mean": Measure(
        "mean importance",
        "Mean importance of all bids, those to listen included (MMAgents, section 3.2.1).",
        "0-9",
    ),
    "importance_sd": Measure(
        "spread of importance",
        "Standard deviation of the importance of all bids, around their own mean; a narrow spread "
        "leaves the floor to the lot (MMAgents, section 5).",
        "0-4.5",
        "more",
    ),
    "importance_7_to_9": Measure(
        "saturation of importance",
        "Share of all bids whose importance is 7, 8 or 9; 1 in the paper (MMAgents, section 5).",
        "share",
        "less",
    ),
    "importance_entropy": Measure(
        "entropy of importance",
        "Shannon entropy of the importance of all bids over its ten values, at most log2 10 = "
        "3.32 (MMAgents, section 5, gives the distribution).",
        "bits",
        "more",
    ),
    "listen_share": Measure(
        "bids to listen",
        "Share of all bids that would rather listen; nearly none in the paper, which saw no turn "
        "in which all listened (MMAgents, section 5).",
        "share",
    ),
    "tie_share": Measure(
        "self-selections by lot",
        "Share of the turns given by rule 1b in which a tie of the highest bids was broken by lot "
        "(MMAgents, section 3.2.2).",
        "share",
        "less",
    ),
}


def importance_measures(conversation: Conversation) -> Figures:
    """Return the measures of :data:`MEASURES`; None where there are no bids."""
    bids = [bid for row in conversation.rows for bid in row["ledger"]["bids"]]
    given = [bid["importance"] for bid in bids]
    selected = [row for row in conversation.rows if row["rule"] == "1b"]
    return {
        "importance_mean": mean(given),
        "importance_sd": _spread(given),
        "importance_7_to_9": ratio(sum(one in SATURATED for one in given), len(given)),
        "importance_entropy": entropy(Counter(given).values()),
        "listen_share": ratio(sum(bid["action"] == "listen" for bid in bids), len(bids)),
        "tie_share": ratio(sum(bool(row["ledger"]["tie"]) for row in selected), len(selected)),
    }


def _spread(values: Sequence[int]) -> float | None:
    if not values:
        return None
    middle = sum(values) / len(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / len(values))


def importance_table(conversation: Conversation) -> list[dict[str, Any]]:
    """Return how often each seat bid each importance, as rows for a plot.

    Returns:
        One row for each seat, in order of the cast, and each importance, 0 to 9, zeros included:
        {"seat": str, "importance": int, "count": int}.
    """
    counts = Counter(
        (bid["seat"], bid["importance"])
        for row in conversation.rows
        for bid in row["ledger"]["bids"]
    )
    others = sorted({seat for seat, _ in counts} - set(conversation.seats))
    return [
        {"seat": seat, "importance": importance, "count": counts[seat, importance]}
        for seat in (*conversation.seats, *others)
        for importance in SCALE
    ]
