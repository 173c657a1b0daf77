"""Measures of the floor: who held it, by which rules, and how importance was bid for it.

Source: Nonomura & Mori 2025 (MMAgents), section 3.2.1, on importance as an integer 0-9, and
section 5, where every score reported lies in 7-9 and nobody listens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from statistics import pstdev

from mmagents.floor.rules import rule_of
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import Measure, Measures, TalkMeasure, by_name
from mmagents.lab.statistics.sums import entropy, mean, ratio
from mmagents.nodes.record import BidRow
from mmagents.nodes.settings import field_in

ALWAYS = ("1a", "1b", "1c", "equal", "first")
"""The rules of the paper's three conditions, whose shares are given even where they are 0."""
SOURCE = "MMAgents, section 5, on monopolised turns"


def turns_by_seat(talk: Conversation) -> list[int]:
    """Return how many turns each seat held; silent seats count, and speakers without a seat."""
    held = Counter(dict.fromkeys(talk.seats, 0))
    held.update(row["speaker"] for row in talk.rows)
    return list(held.values())


def longest_run(talk: Conversation) -> float | None:
    """Return the most turns in a row that one seat held."""
    runs = groupby(row["speaker"] for row in talk.rows)
    return max((len(list(run)) for _, run in runs), default=None)


def gini(counts: Sequence[int]) -> float | None:
    """Return the Gini coefficient of counts, in [0, 1); None if they are all zero."""
    total = sum(counts)
    ordered = enumerate(sorted(counts), start=1)
    weighted = sum((2 * rank - len(counts) - 1) * count for rank, count in ordered)
    return ratio(weighted, len(counts) * total)


MEASURES: Measures = by_name(
    Measure("turns", "turns", "turns", None, lambda talk: len(talk.rows),
            "Number of turns of the conversation."),
    Measure("turns_gini", "inequality of turns", "share", "less",
            lambda talk: gini(turns_by_seat(talk)),
            "Gini coefficient of the turns over all seats, silent ones included; 0 if all hold "
            f"as many, at most (n - 1) / n for n seats ({SOURCE})."),
    Measure("turns_longest_run", "longest run of one seat", "turns", "less", longest_run,
            f"Most turns in a row that one seat held ({SOURCE})."),
    Measure("turns_largest_share", "largest share of turns", "share", "less",
            lambda talk: ratio(max(turns_by_seat(talk), default=0), len(talk.rows)),
            f"Share of the turns held by the seat that held most ({SOURCE})."),
)  # fmt: skip


def rule_measure(code: str) -> TalkMeasure:
    """Return the measure `rule:CODE` from the record of the rule."""
    rule = rule_of(code)
    source = f" ({rule.source})" if rule.source else ""

    def share(talk: Conversation) -> float | None:
        return ratio(sum(str(row["rule"]) == code for row in talk.rows), len(talk.rows))

    return Measure(f"rule:{code}", f"rule {rule.code}", "share", None, share,
                   f"Share of turns that went to their speaker by rule {rule.code}: "
                   f"{rule.text('en').label}{source}.")  # fmt: skip


def rule_measures(talks: Iterable[Conversation]) -> dict[str, TalkMeasure]:
    """Return a measure for each rule of :data:`ALWAYS`, and for each that gave a turn here."""
    met = {str(row["rule"]) for talk in talks for row in talk.rows}
    return by_name(*map(rule_measure, sorted(met.union(ALWAYS))))


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


IMPORTANCE: Measures = by_name(
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
