"""Measures of who held the floor: turns by seat, and the rules that gave them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.measure import Figures, Measure, ratio
from mmagents.floor.rules import rule_of

ALWAYS = ("1a", "1b", "1c", "equal", "first")
"""The rules of the paper's three conditions, whose shares are given even where they are 0."""

SOURCE = "MMAgents, section 5, on monopolised turns"

MEASURES: Mapping[str, Measure] = {
    "turns": Measure("turns", "Number of turns of the conversation.", "turns"),
    "turns_gini": Measure(
        "inequality of turns",
        "Gini coefficient of the turns over all seats, silent ones included; 0 if all hold as "
        f"many, at most (n - 1) / n for n seats ({SOURCE}).",
        "share",
        "less",
    ),
    "turns_longest_run": Measure(
        "longest run of one seat",
        f"Most turns in a row that one seat held ({SOURCE}).",
        "turns",
        "less",
    ),
    "turns_largest_share": Measure(
        "largest share of turns",
        f"Share of the turns held by the seat that held most ({SOURCE}).",
        "share",
        "less",
    ),
}


def measure_of_rule(name: str) -> Measure:
    """Return how to read `rule:<rule>`, from the record of the rule."""
    rule = rule_of(name.removeprefix("rule:"))
    source = f" ({rule.source})" if rule.source else ""
    return Measure(
        f"rule {rule.code}",
        f"Share of turns that went to their speaker by rule {rule.code}: "
        f"{rule.text('en').label}{source}.",
        "share",
    )


def floor_measures(conversation: Conversation) -> Figures:
    """Return the measures of :data:`MEASURES`, and `rule:<rule>` for every rule.

    A rule that is not in :data:`ALWAYS` is there where it occurs. Seats that never spoke
    count as seats; whoever spoke without a seat counts too.
    """
    speakers = [row["speaker"] for row in conversation.rows]
    held = Counter(dict.fromkeys(conversation.seats, 0))
    held.update(speakers)
    by_rule = Counter(str(row["rule"]) for row in conversation.rows)
    rules = [*ALWAYS, *sorted(set(by_rule) - set(ALWAYS))]
    return {
        "turns": len(speakers),
        "turns_gini": gini(list(held.values())),
        "turns_longest_run": max((len(list(run)) for _, run in groupby(speakers)), default=None),
        "turns_largest_share": ratio(max(held.values(), default=0), len(speakers)),
        **{f"rule:{rule}": ratio(by_rule[rule], len(speakers)) for rule in rules},
    }


def gini(counts: Sequence[int]) -> float | None:
    """Return the Gini coefficient of counts, in [0, 1); None if they are all zero.

    It is half the mean difference between two counts, by the mean count.
    """
    total = sum(counts)
    ordered = enumerate(sorted(counts), start=1)
    weighted = sum((2 * rank - len(counts) - 1) * count for rank, count in ordered)
    return ratio(weighted, len(counts) * total)
