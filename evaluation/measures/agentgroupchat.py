"""What AgentGroupChat printed, and what stands beside it here: tables 2, 3 and 5. Pure.

The paper's figures are of its own story and of models of 2024, so that only the direction of a
difference is worth comparing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Removal:
    """What the entropy of 2-grams gains where one part is removed: in the paper, and here in bits.

    `ours` is None where it was not played.
    """

    part: str
    paper: float
    ours: float | None

    @property
    def agrees(self) -> bool | None:
        """Whether both go the same way; None where it was not played, or nothing changed."""
        return None if not self.ours else (self.ours > 0) == (self.paper > 0)


def removals(entropy: Mapping[tuple[str, ...], float | None]) -> list[Removal]:
    """Return table 5 beside what was found here.

    Args:
        entropy: mean 2-gram entropy, by what was left out of the games.
    """
    whole = entropy.get(())
    found: list[Removal] = []
    for part, paper in _printed()["entropy"]["removed"].items():
        without = entropy.get((part,))
        ours = None if whole is None or without is None else without - whole
        found.append(Removal(part, paper, ours))
    return found


def whole_entropy() -> float:
    """Return the entropy of 2-grams that table 5 gives for the whole."""
    return float(_printed()["entropy"]["whole"])


def in_words(found: Sequence[Removal]) -> str:
    """Return in words how the signs of table 5 and ours agree; nothing where none was played."""
    played = [one for one in found if one.ours is not None]
    if not played:
        return ""
    up, down = ([one.part for one in played if one.agrees is way] for way in (True, False))
    said = [f"In the paper all {len(found)} removals raise entropy."]
    if up:
        said.append(f"Here {_listed(up)} {'raises' if len(up) == 1 else 'raise'} it, as there.")
    if down:
        said.append(
            f"Here {_listed(down)} {'lowers' if len(down) == 1 else 'lower'} it: the sign differs."
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
