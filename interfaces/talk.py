"""A turn at talk: as a seat heard it, as an analyst receives it, as an analyst reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from mmagents.floor.adjacency import FirstPairPart, Obligation, SecondPairPart
from mmagents.interfaces.story import Person

Manner = Literal["conversation", "panel"]
"""How people talk at a table. panel: every turn a point and a question, put by name. conversation:
two stay with a matter, the others listen, most turns are short, few ask
(docs/howto/play/manner.md)."""
Slip = Literal["repeat", "contradict", "invent", "dodge"]
"""How an improv player may err, to test repair."""


class CutOff(NamedTuple):
    """Who had the floor after a turn that was cut, and whether the words had put something to them.

    Where they had not, whoever it is came in unasked.
    """

    by: str
    asked: bool


@dataclass(frozen=True, slots=True)
class HeardAside:
    """What a listener said within a turn: after which of its units, from 1, and of which kind.

    `kind` is one of :data:`mmagents.interfaces.asides.AsideKind`.
    """

    speaker: str
    text: str
    kind: str
    unit: int


@dataclass(frozen=True, slots=True)
class HeardTurn:
    """A turn as a seat heard it. `facts` are the ids recognised in its words (see `recognise`).

    `cut` is there where the turn was cut after these words. Nobody heard what would have followed.

    What the detector found in it stands in the other four fields only where the condition shows it
    (`floor.conditions.Shown`); elsewhere they are empty, whatever the words do. `asides` are what
    its listeners said to it without taking the floor.
    """

    turn: int
    speaker: str
    text: str
    first_pair_part: FirstPairPart | None
    addressees: tuple[str, ...]
    answers: int | None
    second_pair_part: SecondPairPart | None
    facts: tuple[str, ...]
    cut: CutOff | None = None
    asides: tuple[HeardAside, ...] = ()


@dataclass(frozen=True, slots=True)
class Utterance:
    """A turn to be analysed: words, who said them, and what a bystander would know.

    Attributes:
        due: the first pair part this turn was obliged to answer, or None.
        recent: the turns before, oldest first.
        open_pairs: first pair parts still open before this turn, those to everybody included.
        window: where the window of prompts grows, the turns before as models are told them; None
            where it slides, and they are told `recent`.
        cut: whether the turn was cut after these words, or has got no further yet.
        seated: all who have a seat in this game, here or not; in `cast`, those who are here have.
    """

    speaker: str
    text: str
    language: str
    cast: tuple[Person, ...]
    recent: tuple[HeardTurn, ...] = ()
    due: Obligation | None = None
    open_pairs: tuple[Obligation, ...] = ()
    window: tuple[HeardTurn, ...] | None = None
    cut: bool = False
    seated: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[HeardTurn, ...]:
        """The turns before that a model is told."""
        return self.recent if self.window is None else self.window
