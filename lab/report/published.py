"""What the papers published, beside which our figures stand where they can be compared.

Where nothing else is said it is from Nonomura & Mori 2025 (MMAgents), *Who Speaks Next?*,
Frontiers in Artificial Intelligence 8:1582287. It stands beside a measure that is taken as the
paper took it: its breakdowns beside those of conversations read at once, its points beside those of
utterances rated by people. The papers' stories, rubrics and, but for `paper-models.yaml`, models
are not those of an experiment here, so that only the direction of a difference is worth comparing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mmagents.lab.judging.measures import OF
from mmagents.lab.texts import toml_of

HEADING = "The papers: their own stories and models"


@dataclass(frozen=True, slots=True)
class Published:
    """What is known of a measure: under a condition, over all, and Dunn's p by pair."""

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


def _read() -> dict[str, Published]:
    found: dict[str, Published] = {}
    for one in toml_of(Path(__file__).with_name("published.toml"))["published"]:
        pairs = {frozenset((first, second)): p for first, second, p in one.get("pairs", ())}
        of = Published(one["source"], one.get("by_condition", {}), one.get("overall", ""), pairs)
        found |= dict.fromkeys(one["measures"], of)
    return found


PUBLISHED: Mapping[str, Published] = _read()
"""By measure of a conversation, what can be set beside it."""


def published(name: str) -> Published | None:
    """Return what can be set beside a measure; what stands beside all judges, beside each too."""
    return PUBLISHED.get(name.partition(OF)[0])
