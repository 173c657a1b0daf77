"""Measures of the bids for the floor: how importance was given out, and whether it decided.

Source: Nonomura & Mori 2025 (MMAgents), section 3.2.1, on importance as an integer 0-9, and
section 5, where every score reported lies in 7-9 and nobody listens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from statistics import pstdev

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import Measure, Measures, by_name
from mmagents.lab.statistics.sums import entropy, mean, ratio
from mmagents.nodes.record import BidRow
from mmagents.nodes.settings import field_in

SCALE = range(10)
"""Importance (MMAgents, section 3.2.1)."""
SATURATED = range(7, 10)
"""Where all scores of the paper lie (MMAgents, section 5)."""


def bids_of(talk: Conversation) -> list[BidRow]:
    """Return all bids as they were made, those to listen included; one that was kept counts once.

    None where only the speaker thinks.
    """
    if field_in(talk.context, "evening.protocol") == "agentgroupchat":
        return []
    bids = (bid for row in talk.rows for bid in row["ledger"]["bids"])
    return [bid for bid in bids if "kept_from" not in bid]


def given(talk: Conversation) -> list[int]:
    """Return the importance of all bids."""
    return [bid["importance"] for bid in talk.once(bids_of)]


def _share(counts: Callable[[BidRow], bool]) -> Callable[[Conversation], float | None]:
    """Return what takes the share of the bids that count."""
    return lambda talk: ratio(sum(map(counts, talk.once(bids_of))), len(talk.once(bids_of)))


def tie_share(talk: Conversation) -> float | None:
    """Return the share of the turns given by rule 1b in which a tie was broken by lot."""
    selected = [row for row in talk.rows if row["rule"] == "1b"]
    return ratio(sum(bool(row["ledger"]["tie"]) for row in selected), len(selected))


MEASURES: Measures = by_name(
    Measure("importance_mean", "mean importance", "0-9", None, lambda talk: mean(given(talk)),
            "Mean importance of all bids, those to listen included (MMAgents, section 3.2.1)."),
    Measure("importance_sd", "spread of importance", "0-4.5", "more",
            lambda talk: pstdev(given(talk)) if given(talk) else None,
            "Standard deviation of the importance of all bids, around their own mean; a narrow "
            "spread leaves the floor to the lot (MMAgents, section 5)."),
    Measure("importance_7_to_9", "saturation of importance", "share", "less",
            _share(lambda bid: bid["importance"] in SATURATED),
            "Share of all bids whose importance is 7, 8 or 9; so are all that MMAgents, section 5, "
            "prints."),
    Measure("importance_entropy", "entropy of importance", "bits", "more",
            lambda talk: entropy(Counter(given(talk)).values()),
            "Shannon entropy of the importance of all bids over its ten values, at most log2 10 "
            "= 3.32 (MMAgents, section 5, gives the distribution)."),
    Measure("listen_share", "bids to listen", "share", None,
            _share(lambda bid: bid["action"] == "listen"),
            "Share of all bids that would rather listen (MMAgents, section 3.2.1; in its figure 3 "
            "two of four do)."),
    Measure("tie_share", "self-selections by lot", "share", "less", tie_share,
            "Share of the turns given by rule 1b in which a tie of the highest bids was broken "
            "by lot (MMAgents, section 3.2.2)."),
)  # fmt: skip


def importance_counts(talk: Conversation) -> Counter[tuple[str, int]]:
    """Return how often each seat, in order of the cast, bid each importance; zeros included."""
    found = Counter((bid["seat"], bid["importance"]) for bid in talk.once(bids_of))
    seats = (*talk.seats, *sorted({seat for seat, _ in found} - set(talk.seats)))
    return Counter({(seat, one): found[seat, one] for seat in seats for one in SCALE})
