"""Measures of who held the floor: turns by seat, and the rules that gave them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measure import Figures, Measure, ratio

RULES: Mapping[str, str] = {
    "1a": "the current speaker selected the next",
    "1b": "the speaker selected itself",
    "1c": "nobody else wanted the floor and the speaker went on",
    "equal": "the shuffled order of condition EQUAL came to this seat",
    "first": "the first speaker was drawn by lot",
}
"""The rules of the floor (Sacks, Schegloff & Jefferson 1974, section 4.3; MMAgents, sections 3.2
and 4.1)."""

SCHEMES: Mapping[str, str] = {
    "round-robin": "the order of the seats came to this one",
    "influence": "the order of influence came to this seat (AgentGroupChat, section 3.3)",
    "random": "the speaker was drawn by lot",
    "bid": "the speaker bid highest (as in Werewolf Arena)",
    "moderator": "a moderator named the speaker (as in AutoGen's selector)",
    "interrogation": "question and answer took turns between two (Junprung 2023)",
    "mention": "the speaker had been named, or else was drawn by talkativeness (as SillyTavern's "
    "natural order)",
}
"""The rules of other systems' schemes of turns (see :mod:`mmagents.nodes.floor`)."""

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
    **{
        f"rule:{rule}": Measure(
            f"rule {rule}",
            f"Share of turns in which {what} (Sacks, Schegloff & Jefferson 1974, section 4.3; "
            "MMAgents, sections 3.2 and 4.1).",
            "share",
        )
        for rule, what in RULES.items()
    },
    **{
        f"rule:{rule}": Measure(f"rule {rule}", f"Share of turns in which {what}.", "share")
        for rule, what in SCHEMES.items()
    },
}


def measure_of_rule(name: str) -> Measure:
    """Return how to read `rule:<rule>`, for rules that :data:`MEASURES` does not list too."""
    rule = name.removeprefix("rule:")
    return MEASURES.get(name) or Measure(
        f"rule {rule}", f"Share of turns given by rule {rule}.", "share"
    )


def floor_measures(conversation: Conversation) -> Figures:
    """Return the measures of :data:`MEASURES`, those of a scheme's rule where it occurs.

    A rule that is not listed there is `rule:<rule>` too, where it occurs. Seats that never spoke
    count as seats; whoever spoke without a seat counts too.
    """
    speakers = [row["speaker"] for row in conversation.rows]
    held = Counter(dict.fromkeys(conversation.seats, 0))
    held.update(speakers)
    by_rule = Counter(str(row["rule"]) for row in conversation.rows)
    rules = [*RULES, *sorted(set(by_rule) - set(RULES))]
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
