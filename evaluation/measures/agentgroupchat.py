"""What AgentGroupChat printed, and what stands beside it here: tables 2, 3 and 5. Pure.

The paper's figures are of its own story and of models of 2024, so that only the direction of a
difference is worth comparing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mmagents.evaluation.statistics.sums import mean
from mmagents.evaluation.texts import toml_of

TABLE_3 = (
    "choose", "beliefs", "relations", "all-relations", "all-beliefs", "talks", "turns", "people",
    "resources",
)  # fmt: skip
"""The checks of :data:`mmagents.evaluation.measures.persona.CHECKS` in the order of table 3."""


@cache
def _printed() -> Mapping[str, Any]:
    return toml_of(Path(__file__).with_name("agentgroupchat.toml"))


@dataclass(frozen=True, slots=True)
class Alignment:
    """T1 and T2 of one model, per cent: the mean over the characters observed, and the range."""

    model: str
    t1: tuple[float, int, int]
    t2: tuple[float, int, int]


def alignment() -> list[Alignment]:
    """Return table 2, a model a row."""

    def summed(values: Sequence[int]) -> tuple[float, int, int]:
        return mean(values) or 0.0, min(values), max(values)

    return [
        Alignment(model, summed(one["t1"]), summed(one["t2"]))
        for model, one in _printed()["alignment"].items()
    ]


def compliance() -> dict[str, dict[str, float]]:
    """Return table 3: per cent by model, by check."""
    return {
        model: dict(zip(TABLE_3, values, strict=True))
        for model, values in _printed()["compliance"].items()
    }


class Games(NamedTuple):
    """The entropy of some games: mean, standard deviation (None of one game), and how many."""

    mean: float
    sd: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Removal:
    """What the entropy of 2-grams gains where one part is removed: in the paper, and here in bits.

    `ours` is None where it was not played, and `error`, its standard error, where one game was.
    """

    part: str
    paper: float
    ours: float | None
    error: float | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether both go the same way; None where ours is within twice its standard error of 0."""
        if self.ours is None or self.error is None or abs(self.ours) <= 2 * self.error:
            return None
        return (self.ours > 0) == (self.paper > 0)


def removals(entropy: Mapping[tuple[str, ...], Games]) -> list[Removal]:
    """Return table 5 beside what was found here.

    Args:
        entropy: 2-gram entropy, by what was left out of the games.
    """
    removed: Mapping[str, float] = _printed()["entropy"]["removed"]
    return [_removal(part, paper, entropy) for part, paper in removed.items()]


def _removal(part: str, paper: float, entropy: Mapping[tuple[str, ...], Games]) -> Removal:
    whole, without = entropy.get(()), entropy.get((part,))
    if whole is None or without is None:
        return Removal(part, paper, None)
    ours = without.mean - whole.mean
    if whole.sd is None or without.sd is None:
        return Removal(part, paper, ours)
    error = math.sqrt(whole.sd**2 / whole.n + without.sd**2 / without.n)
    return Removal(part, paper, ours, error)


def whole_entropy() -> float:
    """Return the entropy of 2-grams that table 5 gives for the whole."""
    return float(_printed()["entropy"]["whole"])


def in_words(found: Sequence[Removal]) -> str:
    """Return in words how the signs of table 5 and ours agree; nothing where none was played."""
    played = [one for one in found if one.ours is not None]
    if not played:
        return ""
    up, down, unclear = (
        [one.part for one in played if one.agrees is way] for way in (True, False, None)
    )
    said = [f"In the paper all {len(found)} removals raise entropy."]
    if up:
        said.append(f"Here {_listed(up)} {'raises' if len(up) == 1 else 'raise'} it, as there.")
    if down:
        said.append(
            f"Here {_listed(down)} {'lowers' if len(down) == 1 else 'lower'} it: the sign differs."
        )
    if unclear:
        said.append(
            f"What {_listed(unclear)} {'does' if len(unclear) == 1 else 'do'} to it is within "
            "twice its standard error of nothing."
        )
    said.append(
        "Entropy grows with the length of a game, and a game without a kind of talk is shorter "
        "here. The paper does not say in which unit it counts; ours are bits, of pairs of words."
    )
    return " ".join(said)


def _listed(parts: Sequence[str]) -> str:
    """Return removals as a list."""
    named = [f"removing {part}" for part in parts]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"
