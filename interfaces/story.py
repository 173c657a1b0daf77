"""What a story tells a seat, in the language of the game: cast, stakes, sheet and clues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mmagents.errors import MMAgentsError


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


@dataclass(frozen=True, slots=True)
class Person:
    """A member of the cast as everybody knows them, in the language of the game.

    Names are enough: of somebody whom no story tells of, nothing else is known.
    """

    id: str
    name: str
    call: str
    aliases: tuple[str, ...] = ()
    role: str = ""
    looks: str = ""
    manner: str = ""
    known: str = ""
    seat: bool = True
    style: str = "plain"
    talkativeness: int = 3
    pronoun: str = ""
    politeness: str = ""
    endings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """Something one may ask about from the first turn."""

    id: str
    name: str
    keys: tuple[str, ...]
    questions: tuple[str, ...]
    person: str | None


@dataclass(frozen=True, slots=True)
class Public:
    """What the whole table knows before the first turn.

    `question` is what a talk without a story is about; "" in a story.
    """

    title: str
    premise: str
    setting: str
    incident: str
    victim: str | None
    opens: str
    closes: str
    cast: tuple[Person, ...]
    places: Mapping[str, str]
    topics: tuple[Topic, ...]
    verdict: Verdict | None = None
    camps: tuple[Camp, ...] = ()
    question: str = ""

    def person(self, person_id: str) -> Person:
        """Return the member of the cast with that id.

        Raises:
            MMAgentsError: if there is none: a record that somebody sent may name anybody.
        """
        for person in self.cast:
            if person.id == person_id:
                return person
        raise MMAgentsError(f"Nobody in this story has the id {person_id[:40]!r}.")

    def seats(self) -> tuple[Person, ...]:
        """Return those who are played, in order of the cast."""
        return tuple(person for person in self.cast if person.seat)


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of a timeline."""

    at: str
    until: str | None
    place: str
    what: str


@dataclass(frozen=True, slots=True)
class Mission:
    """Something a seat wants to reach, worth `points`; `about` names topics to ask about first."""

    id: str
    text: str
    points: int
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """Something a seat hides, and the ids of the facts that give it away."""

    id: str
    text: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one seat was given before the talk."""

    background: str
    personality: str
    objective: str
    timeline: tuple[Moment, ...]
    missions: tuple[Mission, ...]
    secrets: tuple[Secret, ...]
    beliefs: tuple[Belief, ...] = ()
    relations: Mapping[str, Relation] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a fact, if true, puts somebody."""

    person: str
    place: str
    at: str
    until: str | None


@dataclass(frozen=True, slots=True)
class Card:
    """A clue that this seat has found or been shown; `facts` are the ids of what it tells."""

    id: str
    name: str
    text: str
    place: str
    facts: tuple[str, ...] = ()
