"""Measures of who held the floor: turns by seat, and the rules that gave them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from mmagents.floor.rules import rule_of
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import Measure, Measures, TalkMeasure, by_name
from mmagents.lab.statistics.sums import ratio

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
