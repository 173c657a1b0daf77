"""What a story without a culprit is about, as a seat is told of it, in the language of the game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Camp:
    """A side one may stand on; `open` if others may come over, `binding` if none may leave."""

    id: str
    name: str
    aim: str
    binding: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Resource:
    """Something to be had or argued with; `owner` is whoever has it now, or None."""

    id: str
    name: str
    owner: str | None
    description: str
    movable: bool
    public: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is voted on: the question, what it may fall on by id, and who votes."""

    question: str
    options: dict[str, str]
    voters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Belief:
    """Something a seat believes: how firmly at first, 0-100, and which option it favours."""

    id: str
    text: str
    score: int
    favours: str | None


@dataclass(frozen=True, slots=True)
class Relation:
    """How a seat feels about another, -10 to 10, and what it makes of them."""

    score: int
    words: str
