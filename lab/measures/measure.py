"""What a measure is, how its figures are taken, and how one adds a measure of one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, Literal, TypeVar

from mmagents.lab.conversation import Conversation

T = TypeVar("T")


class Absent(Enum):
    """Stands for the figure of a measure that does not apply to a conversation."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT
Figure = float | None | Absent
Figures = dict[str, float | None]
"""Measures of one conversation by name; None where a measure is not defined, as without a turn."""


@dataclass(frozen=True, slots=True)
class Measure(Generic[T]):
    """A measure: how it is taken, and how it is to be read.

    `name` is its column in tables; `unit` a share (0-1), bits, turns, words, per 10 turns …;
    `direction` which way is better, None where neither is. `of` takes the figure of one
    conversation (of several, for a corpus): None where it is not defined, `ABSENT` where it does
    not apply, so that no table shows it. `description` says in one sentence what it is, over what,
    and the source.
    """

    name: str
    label: str
    unit: str
    direction: Literal["more", "less"] | None
    of: Callable[[T], Figure]
    description: str


TalkMeasure = Measure[Conversation]
"""A measure of one conversation."""
Measures = Mapping[str, TalkMeasure]
"""Measures by name."""
REGISTERED: dict[str, TalkMeasure] = {}
"""Measures from outside, by name; a report shows them in a section of their own."""


def register(measure: TalkMeasure) -> None:
    """Add a measure of one's own to every report of this process; its name must be new."""
    if REGISTERED.get(measure.name, measure) != measure:
        raise ValueError(f"There is a measure {measure.name!r} already.")
    REGISTERED[measure.name] = measure


def by_name(*measures: Measure[T]) -> dict[str, Measure[T]]:
    """Return measures by their names, in this order."""
    return {one.name: one for one in measures}


def figures_of(measures: Mapping[str, Measure[T]], given: T) -> Figures:
    """Return the figures of those measures that apply."""
    found = {name: one.of(given) for name, one in measures.items()}
    return {name: figure for name, figure in found.items() if not isinstance(figure, Absent)}
