"""What the paper published, beside which our figures stand where they can be compared.

All of it is from Nonomura & Mori 2025 (MMAgents), *Who Speaks Next?*, Frontiers in Artificial
Intelligence 8:1582287, unless a source says otherwise. Its story, its models and its rubric are not
those of any experiment here, so that only the direction of a difference is worth comparing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

HEADING = "The paper: another story, other models"


@dataclass(frozen=True, slots=True)
class Published:
    """What is known of a measure.

    Attributes:
        source: section of the paper, or where else it is from.
        by_condition: what was found under a condition.
        overall: what was found over all conditions, as one test or one range.
        pairs: the p of Dunn's test with Bonferroni's correction, by pair of conditions.
    """

    source: str
    by_condition: Mapping[str, str] = field(default_factory=dict)
    overall: str = ""
    pairs: Mapping[frozenset[str], str] = field(default_factory=dict)

    def for_pair(self, first: str, second: str) -> str:
        """Return what was found for a pair of conditions, or nothing."""
        return self.pairs.get(frozenset((first, second)), "")

    def in_a_line(self, conditions: Iterable[str]) -> str:
        """Return all of it that bears on these conditions, in one line."""
        known = [
            f"{condition}: {self.by_condition[condition]}"
            for condition in dict.fromkeys(conditions)
            if condition in self.by_condition
        ]
        return "; ".join([*known, *([self.overall] if self.overall else [])])


def _pairs(
    cssn_ss: str = "", cssn_equal: str = "", ss_equal: str = ""
) -> Mapping[frozenset[str], str]:
    named = {
        frozenset(("cssn-or-ss", "ss")): cssn_ss,
        frozenset(("cssn-or-ss", "equal")): cssn_equal,
        frozenset(("ss", "equal")): ss_equal,
    }
    return {pair: p for pair, p in named.items() if p}


BREAKDOWNS_H = 42.171
COHERENCE_H, COOPERATIVENESS_H, DIVERSITY_H = 51.784, 56.718, 52.973
RUBRIC_H = 17.57
RUBRIC_KAPPA = 0.77
RUBRIC: Mapping[str, tuple[float, float]] = {
    "equal": (5.89, 3.07),
    "ss": (4.61, 2.08),
    "cssn-or-ss": (7.45, 4.13),
}
"""Mean and SD of the points that three raters gave (section 5)."""


def _judged(h: float, cssn_equal: str = "p < .01") -> Published:
    pairs = _pairs("p < .01", cssn_equal, "p < .01")
    return Published("section 5", overall=f"χ² = {h}, p < .001", pairs=pairs)


JUDGED: Mapping[str, Published] = {
    "coherence": _judged(COHERENCE_H, "p = .084"),
    "cooperativeness": _judged(COOPERATIVENESS_H),
    "diversity": _judged(DIVERSITY_H),
}
"""Scores of a model that judges whole conversations, by criterion."""

RATED = Published(
    "section 5",
    by_condition={key: f"{mean:.2f} (SD {sd:.2f}) points" for key, (mean, sd) in RUBRIC.items()},
    overall=f"χ² = {RUBRIC_H}; Fleiss' kappa {RUBRIC_KAPPA}",
    pairs=_pairs("significant", "not significant", "not significant"),
)
"""Points by the rubric of its own story, from three human raters."""

BROKEN = Published(
    "section 5; found by a model, in all eleven categories",
    by_condition={
        "cssn-or-ss": "near 1 per 10 turns",
        "ss": "between 1 and 8 per 10 turns",
        "equal": "between 1 and 8 per 10 turns",
    },
    overall=f"χ² = {BREAKDOWNS_H}, p < .001",
    pairs=_pairs("significant", "significant"),
)
"""Turns that break down, found by a model."""

PUBLISHED: Mapping[str, Published] = {
    "breakdown:turns": BROKEN,
    "model:breakdown-turns": BROKEN,
    **{f"model:{criterion}": known for criterion, known in JUDGED.items()},
    "people:rubric-points": RATED,
    "breakdown:ignore-question": Published(
        "section 6", overall="about 40 left in 500 turns, 0.8 per 10 turns"
    ),
    "importance_7_to_9": Published("section 5", overall="1: every score lies in 7-9"),
    "listen_share": Published("section 5", overall="no turn in which all listened, 500 thoughts"),
    "turns_longest_run": Published(
        "section 5, figure 9", by_condition={"ss": "one seat asked four times in a row"}
    ),
    "topic_largest_share": Published("section 6", overall="0.6 in one example: 6 of 10 turns"),
    "designated_next_share": Published(
        "people, in corpora of meetings and chats",
        overall="0.64-0.79: people who answer a question and take the next turn",
    ),
}
"""By measure of a conversation, what can be set beside it."""
