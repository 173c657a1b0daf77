"""What an analyst is asked: to normalise, to recognise facts, to detect, to name who is next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from mmagents.floor.adjacency import Designation
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance


@dataclass(frozen=True, slots=True)
class Gathering:
    """What a moderator may know: everybody, what was said of late, and who may speak next.

    Attributes:
        recent: the turns before, oldest first: the last k, or the window where that grows.
        candidates: ids of those who may be named; at least one.
        question: what a talk without a story is about; "" in a story.
    """

    turn: int
    seed: int
    language: str
    cast: tuple[Person, ...]
    recent: tuple[HeardTurn, ...]
    candidates: tuple[str, ...]
    question: str = ""


@dataclass(frozen=True, slots=True)
class ListedFact:
    """A fact of the story that an utterance may tell, as an analyst is shown it."""

    id: str
    text: str


class Noted(NamedTuple):
    """What an analyst made of an utterance in one reading.

    `items` are bullet-point facts that stand alone; `told` the ids of those listed that the words
    assert, or None where nobody looked for them.
    """

    items: tuple[str, ...]
    told: tuple[str, ...] | None


class Analyst(Protocol):
    """Reads what was said, from the words and the cast alone."""

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        """Return the utterance as bullet-point facts that stand alone (section 3.1.2)."""

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the utterance does to the floor (section 3.2.4)."""


@runtime_checkable
class Recogniser(Protocol):
    """An analyst that also says, in the same reading, which facts of the story the words tell.

    What it says is checked against the words by rule (see
    :mod:`mmagents.scenarios.recognise.confirm`) before anybody comes to know of it.
    """

    async def recognize(self, utterance: Utterance, listed: tuple[ListedFact, ...]) -> Noted:
        """Return what the words say, and which of the facts listed they assert."""


class Said(NamedTuple):
    """A turn of a talk: its number, and what an analyst may know of it."""

    turn: int
    utterance: Utterance


@runtime_checkable
class Minuter(Protocol):
    """An analyst that can read several turns in one question."""

    async def recognize_turns(
        self, said: Sequence[Said], listed: tuple[ListedFact, ...]
    ) -> tuple[Noted, ...]:
        """Return of each turn what it says, and which of the facts listed it asserts."""
        ...


@runtime_checkable
class AtOnce(Protocol):
    """An analyst that can tell beforehand whether its reading waits for a model."""

    def reads_at_once(self, utterance: Utterance) -> bool:
        """Tell whether it detects what this utterance does without waiting for anybody."""
        ...

    def notes_at_once(self) -> bool:
        """Tell whether it normalises without waiting for anybody."""
        ...


@runtime_checkable
class Moderator(Protocol):
    """Names who speaks next; an analyst may be one. Asked under the condition `moderator` alone."""

    async def moderate(self, gathering: Gathering) -> str | None:
        """Return the id of the one named, "" if nobody was, or None to leave it to the rules."""
