"""What an utterance puts to whom, by a small log-linear model learned from labelled talk.

Two models, each a weighted sum of features. Every type of first pair part, and none at all, has a
score from the words, from the talk before and from what the rules read; its chance is its share of
the exponentials. Where something is put, each of those there, and all together, has a score in the
same way (a conditional logit, McFadden 1974). The weights stand in `weights.json`, which tells from
how many lines they were learned. `python -m benchmarks learned` learns them anew.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Self

from mmagents.analysts.rules.ja.learned.setting import by_rule, setting
from mmagents.analysts.rules.ja.learned.whom import Asked
from mmagents.analysts.rules.ja.learned.wording import wording
from mmagents.analysts.rules.reader import Kind, Learned, Sentence
from mmagents.analysts.text.names import names_of
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.talk import Utterance

FILE = Path(__file__).with_name("weights.json")
ZERO = ord("P")
"""The character of a weight of nothing; those before and after it are one step less or more."""


@dataclass(frozen=True)
class Weights:
    """What was learned.

    Attributes:
        kinds: the types, None for nothing put.
        step: what one step of a written weight is worth.
        said: by feature of words and talk a weight for each type, one character each.
        ruled: by feature of what the rules read a weight for each type.
        whom: by feature of whoever it may be put to a weight.
    """

    kinds: tuple[Kind, ...]
    step: float
    said: Mapping[str, bytes]
    ruled: Mapping[str, Sequence[float]]
    whom: Mapping[str, float]

    @classmethod
    def read(cls, file: Path) -> Self:
        """Return the weights of a file."""
        content: Any = json.loads(file.read_text("utf-8"))
        said = {one: row.encode("ascii") for one, row in content["said"].items()}
        kinds = tuple(content["kinds"])
        return cls(kinds, content["step"], said, content["ruled"], content["whom"])

    def kinds_by(self, said: Collection[str], ruled: Set[str]) -> list[float]:
        """Return the score of each type.

        Args:
            said: the features of words and talk.
            ruled: the features of what the rules read.
        """
        rows = [row for one in said if (row := self.said.get(one))]
        zero = len(rows) * ZERO
        scores = [self.step * (one - zero) for one in map(sum, zip(*rows, strict=True))]
        scores = scores or [0.0] * len(self.kinds)
        for one in sorted(self.ruled.keys() & ruled):
            scores = [a + b for a, b in zip(scores, self.ruled[one], strict=True)]
        return scores

    def whom_by(self, features: Collection[str]) -> float:
        """Return the score of one of those it may be put to."""
        return sum(self.whom.get(one, 0.0) for one in sorted(features))


@cache
def weights() -> Weights:
    """Return the weights that are shipped."""
    return Weights.read(FILE)


def chances(scores: Sequence[float]) -> list[float]:
    """Return the chance of each by its score; together 1."""
    top = max(scores)
    parts = [exp(one - top) for one in scores]
    return [part / sum(parts) for part in parts]


def learned(
    utterance: Utterance,
    parts: tuple[Sentence, ...],
    found: Designation,
    by: Weights | None = None,
) -> Learned:
    """Return what an utterance most likely puts to whom.

    Args:
        utterance: as said.
        parts: its sentences, as the rules read them.
        found: what the rules read.
        by: the weights; those shipped unless given.
    """
    by = by or weights()
    names = names_of(utterance.cast, utterance.language)
    said = wording(parts, names) | setting(utterance, parts, names)
    of_kinds = chances(by.kinds_by(said, by_rule(utterance, parts, found, said)))
    chance, kind = max(zip(of_kinds, by.kinds, strict=True), key=lambda one: one[0])
    if kind is None:
        return Learned(None, (), chance)
    asked = Asked(utterance, parts, kind, found, names)
    there = asked.candidates()
    of_there = chances([by.whom_by(asked.features(to)) for to in there])
    likely, to = max(zip(of_there, there, strict=True), key=lambda one: one[0])
    return Learned(kind, to, chance * likely)
