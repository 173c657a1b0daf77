"""What is kept of a turn, as it is written, as it is stored, and as it is recalled."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

Entries = Mapping[str, tuple[str, str]]
"""By id: text and speaker."""


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """What is kept of one turn: the facts it holds, and who heard them."""

    turn: int
    speaker: str
    items: tuple[str, ...]
    hearers: tuple[str, ...]

    def entries(self) -> dict[str, tuple[str, str]]:
        """Return text and speaker of each item, by an id that is theirs alone."""
        return {
            memory_id(self.turn, item, text, self.speaker): (text, self.speaker)
            for item, text in enumerate(map(storable, self.items))
        }


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that was searched for; `similarity` is a cosine, -1 to 1."""

    text: str
    turn: int
    speaker: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory as it is stored."""

    turn: int
    item: int
    text: str
    speaker: str


def storable(text: str) -> str:
    """Return `text` with halves of surrogate pairs, which broken JSON holds, replaced by "?"."""
    return text.encode("utf-8", "replace").decode("utf-8")


def memory_id(turn: int, item: int, text: str, speaker: str) -> str:
    """Return an id that names place and content of a memory."""
    content = hashlib.sha256(f"{speaker}\0{text}".encode()).hexdigest()[:16]
    return f"{turn:07d}.{item:03d}.{content}"


def place_of(identifier: str) -> tuple[int, int]:
    """Return turn and item that an id was made of."""
    turn, item, _ = identifier.split(".")
    return int(turn), int(item)
