"""What an utterance puts to whom, by a small log-linear model learned from labelled talk.

Two models, each a weighted sum of features. Every type of first pair part, and none at all, has a
score from the words and their sense, from the talk before and from what the rules read; its chance
is its share of the exponentials. Where something is put, each of those there, and all together, has
a score in the same way (a conditional logit, McFadden 1974). The weights stand in `weights.json`,
which tells from how many lines they were learned. `python -m benchmarks learned` learns them anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Self

from mmagents.analysts.rules.ja.learned.sense import sensed
from mmagents.analysts.rules.ja.learned.setting import by_rule, setting
from mmagents.analysts.rules.ja.learned.whom import Asked, To
from mmagents.analysts.rules.ja.learned.wording import wording
from mmagents.analysts.rules.reader import Kind, Learned, Sentence
from mmagents.analysts.text.names import names_of
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.talk import Utterance

FILE = Path(__file__).with_name("weights.json")
ZERO = ord("P")
"""The character of a weight of nothing; those before and after it are one step less or more."""
_LOW, _TURNED = -44, 0x100
"""The steps below which a weight has a character above those of the others, and where they begin.
"""
_LANE, _MIDDLE = 24, 1 << 12
"""The bits of one weight in a row that is held as one number, and what a weight of nothing is."""
FAINT = 0.1
"""How likely a type must be, beside the likeliest, to count for whom the words are put to."""


@dataclass(frozen=True)
class Weights:
    """What was learned.

    Attributes:
        kinds: the types, None for nothing put.
        step: what one step of a weight is worth.
        rows: by feature its steps for each type, side by side in one number: adding two numbers
            adds the steps of every type at once.
        whom: by feature of whoever it may be put to its steps.
    """

    kinds: tuple[Kind, ...]
    step: float
    rows: Mapping[str, int]
    whom: Mapping[str, int]

    @classmethod
    def of(
        cls,
        kinds: Sequence[Kind],
        step: float,
        steps: Mapping[str, Sequence[int]],
        whom: Mapping[str, int],
    ) -> Self:
        """Return the weights that hold, by feature, so many steps for each type."""
        rows = {one: side_by_side(row) for one, row in steps.items()}
        return cls(tuple(kinds), step, rows, whom)

    @classmethod
    def read(cls, file: Path) -> Self:
        """Return the weights of a file."""
        content: Any = json.loads(file.read_text("utf-8"))
        steps = {one: [steps_in(c) for c in row] for one, row in content["steps"].items()}
        return cls.of(content["kinds"], content["step"], steps, content["whom"])

    def kinds_by(self, features: Iterable[str]) -> list[float]:
        """Return the score of each type by the features of words, talk, and what the rules read."""
        rows = [row for one in features if (row := self.rows.get(one))]
        return [self.step * one for one in self.steps_of(sum(rows), len(rows))]

    def steps_of(self, row: int, added: int = 1) -> list[int]:
        """Return the steps of each type of a row, or of so many rows that were added."""
        zero, lane = added * _MIDDLE, (1 << _LANE) - 1
        return [(row >> at * _LANE & lane) - zero for at in range(len(self.kinds))]

    def whom_of(self, asked: Asked, kind: Kind) -> list[tuple[To, float]]:
        """Return each of those whom a type may be put to, with their chance."""
        get, scores = self.whom.get, []
        for to, features in asked.there.items():
            score = sum([get(one, 0) for one in features])
            scores.append(score + sum([get(one, 0) for one in asked.by_kind(to, kind)]))
        of_there = chances([self.step * one for one in scores])
        return list(zip(asked.there, of_there, strict=True))


def side_by_side(steps: Sequence[int]) -> int:
    """Return the steps of each type as one number."""
    return sum(one + _MIDDLE << at * _LANE for at, one in enumerate(steps))


def as_character(steps: int) -> str:
    """Return the character that a weight of so many steps is written as."""
    return chr(ZERO + steps if steps >= _LOW else _TURNED - steps)


def steps_in(character: str) -> int:
    """Return how many steps a character stands for."""
    code = ord(character)
    return code - ZERO if code < _TURNED else _TURNED - code


@cache
def weights() -> Weights:
    """Return the weights that are shipped."""
    return Weights.read(FILE)


def chances(scores: Sequence[float]) -> list[float]:
    """Return the chance of each by its score; together 1."""
    top = max(scores)
    parts = [exp(one - top) for one in scores]
    whole = sum(parts)
    return [part / whole for part in parts]


def learned(
    utterance: Utterance,
    parts: tuple[Sentence, ...],
    found: Designation,
    by: Weights | None = None,
) -> Learned:
    """Return what an utterance most likely puts to whom.

    It is put to whoever it is likeliest put to over all types that are likely; the type is the
    likeliest with them.

    Args:
        utterance: as said.
        parts: its sentences, as the rules read them.
        found: what the rules read.
        by: the weights; those shipped unless given.
    """
    by = by or weights()
    names = names_of(utterance.cast, utterance.language)
    said, before = wording(parts, names), setting(utterance, parts, names)
    ruled = by_rule(utterance, parts, found, said.shape, before)
    of_kinds = chances(by.kinds_by((*said.every, *sensed(parts, names), *before, *ruled)))
    least = FAINT * max(of_kinds)
    asked = Asked(utterance, parts, found, names)
    joint: dict[To, list[tuple[float, Kind]]] = {}
    for kind, chance in zip(by.kinds, of_kinds, strict=True):
        if kind is None:
            joint[()] = [(chance, None)]
        elif chance >= least:
            for to, likely in by.whom_of(asked, kind):
                joint.setdefault(to, []).append((chance * likely, kind))
    to = max(joint, key=lambda one: sum(chance for chance, _ in joint[one]))
    chance, kind = max(joint[to], key=lambda one: one[0])
    return Learned(kind, () if kind is None else to, chance)
