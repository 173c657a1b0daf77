"""The scenario file: what a story is made of, field by field.

Every model forbids unknown fields, so that a misspelt key is an error and not a silence.
Nothing here reads a file (see :mod:`mmagents.scenarios.loader`) or judges a story as a whole
(see :mod:`mmagents.scenarios.lint`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from mmagents.scenarios.game import DEFAULT_PHASES, Clue, Epilogue, Phase, Scored
from mmagents.scenarios.texts import (
    EVERYONE,
    LANGUAGES,
    NEVER,
    NO_TEXTS,
    Clock,
    Id,
    Language,
    Strict,
    Text,
    Texts,
)

__all__ = [
    "DEFAULT_PHASES",
    "EVERYONE",
    "LANGUAGES",
    "NEVER",
    "NO_TEXTS",
    "Clock",
    "Clue",
    "Epilogue",
    "Fact",
    "Id",
    "Incident",
    "JapaneseVoice",
    "Language",
    "Mission",
    "Moment",
    "Person",
    "Phase",
    "Place",
    "RubricItem",
    "Scenario",
    "Scored",
    "Secret",
    "Sheet",
    "Solution",
    "Strict",
    "Text",
    "Texts",
    "Topic",
    "Voice",
    "Whereabouts",
]


class JapaneseVoice(Strict):
    """How a character speaks Japanese."""

    pronoun: str = "私"
    """First-person pronoun: 私, わたし, 僕, 俺, あたし, わし …"""
    politeness: Literal["plain", "polite", "humble"] = "polite"
    """plain (だ・である), polite (です・ます) or humble (ございます)."""
    endings: list[str] = Field(default_factory=list)
    """Sentence-final particles the character is fond of: ね, よ, わ, ぜ …"""


class Voice(Strict):
    """How a character speaks, whatever it says."""

    style: Literal["plain", "formal", "brusque", "warm", "florid"] = "plain"
    """The manner of speech that a rule-based player draws its phrasing from."""
    talkativeness: int = Field(default=3, ge=1, le=5)
    """1 listens most of the time, 5 seldom stops."""
    ja: JapaneseVoice = JapaneseVoice()
    """What Japanese adds: pronoun, politeness, endings."""


class Person(Strict):
    """One of the cast. Everything here is public: the whole table may read it."""

    id: Id
    """Short id, unique in the story, used everywhere else in the file."""
    name: Text
    """Full name."""
    call: Text
    """How the others address this person at the table, ja with its suffix: Ines / イネスさん."""
    aliases: Texts = NO_TEXTS
    """Other words that mean this person: given name, surname, title, office."""
    role: Text
    """What this person is here, in a few words: the keeper of the light."""
    looks: Text
    """What one sees."""
    manner: Text
    """How this person comes across."""
    known: Text
    """What the others know of this person before the talk begins. Never a secret."""
    seat: bool = True
    """Whether somebody plays this person. The victim and bystanders have no seat."""
    voice: Voice = Voice()
    """How this person speaks."""


class Moment(Strict):
    """One entry of a seat's own timeline."""

    at: Clock
    """When, HH:MM on the story's clock; after midnight goes on with 24:10, 25:00 …"""
    until: Clock | None = None
    """Until when; left out, the entry is a moment."""
    place: Id
    """Where: the id of a place."""
    what: Text
    """What this person did there, in words to this person: You trim the lamp."""


class Mission(Strict):
    """Something a seat wants to reach."""

    id: Id
    """Id, unique within the seat."""
    text: Text
    """What is to be reached, in words to the player."""
    points: int = Field(ge=1, le=20)
    """What it is worth."""
    about: list[Id] = Field(default_factory=list)
    """Topics that this mission makes the seat ask about first."""
    scored: Scored | None = None
    """When it is reached, so that the game can tell; left out, the players judge."""


class Secret(Strict):
    """Something a seat would rather the table did not learn."""

    id: Id
    """Id, unique within the seat."""
    text: Text
    """The secret, in words to the player."""
    facts: list[Id] = Field(default_factory=list)
    """The facts that give it away."""


class Sheet(Strict):
    """What one seat is given before the talk. Private to that seat."""

    seat: Id
    """The person whose sheet this is."""
    background: Text
    """Who this person is and how they came here."""
    personality: Text
    """How this person is when nobody looks."""
    objective: Text
    """What this person wants from this talk, in one or two sentences."""
    timeline: list[Moment] = Field(min_length=1)
    """This person's day, in order of time."""
    missions: list[Mission] = Field(min_length=1)
    """What scores at the end."""
    secrets: list[Secret] = Field(default_factory=list)
    """What this person hides."""


class Place(Strict):
    """A place that timelines and facts may name. Public."""

    id: Id
    """Id, unique in the story."""
    name: Text
    """The place as people speak of it: the boathouse."""


class Topic(Strict):
    """Something one can ask about from the first turn. Public: no secret may stand here."""

    id: Id
    """Id, unique in the story."""
    name: Text
    """A noun phrase that follows `about`: the broken window."""
    keys: Texts
    """What must be heard for a question to be about this topic: each entry one expression,
    alternatives parted by |."""
    questions: Texts
    """Whole questions that one person may put to another (you), without a name at their head."""
    person: Id | None = None
    """For a topic that is one person's doings: who it is. That person is asked first."""


class Whereabouts(Strict):
    """Where a fact, if true, puts somebody."""

    person: Id
    """Who."""
    place: Id
    """Where: the id of a place."""
    at: Clock
    """From when."""
    until: Clock | None = None
    """Until when; left out, the moment `at` alone."""


class Fact(Strict):
    """One atom of what can be known: small enough to be said in a sentence or two."""

    id: Id
    """Id, unique in the story."""
    topic: Id
    """What it is about: the id of a topic."""
    text: Text
    """The fact as anybody may state or report it: a full sentence, third person, people by name.
    Japanese in plain form (〜た。), so that it can be quoted with 〜と."""
    ask: Text
    """A noun phrase to speak of it by, once it is known: the torn ferry ticket."""
    keys: Texts
    """What must be heard for the fact to count as said: each entry one expression, alternatives
    parted by |. Every `text` and `told` of this fact holds all of them; no other fact's does.
    No personal names: who is meant follows from `people`."""
    people: list[Id] = Field(default_factory=list)
    """Whom it is about. They are meant when named, or when speaker ("I") or addressee ("you")."""
    known_by: list[Id] = Field(default_factory=list)
    """The seats that know it from the start. Empty only for a conclusion (see `roads`)."""
    told: dict[Id, Text] = Field(default_factory=dict)
    """How each of those seats says it in its own words and manner, first person."""
    guarded_by: dict[Id, Annotated[int, Field(ge=1, le=NEVER)]] = Field(default_factory=dict)
    """Who would rather hide it, and at what price: 1 does not raise it, 5 gives it up when asked
    twice or when part of it is out, 9 never."""
    whereabouts: Whereabouts | None = None
    """Where it puts somebody, so that two accounts can clash."""
    implies: dict[Id, Annotated[int, Field(ge=-3, le=3)]] = Field(default_factory=dict)
    """What it does to suspicion: 3 weighs heavily on that person, -3 clears them."""
    contradicts: list[Id] = Field(default_factory=list)
    """Facts that cannot be true if this one is, beyond clashing whereabouts."""
    cover_story: bool = False
    """A lie: the seats in `known_by` know it to be false and may tell it all the same."""
    roads: list[Annotated[list[Id], Field(min_length=1)]] = Field(default_factory=list)
    """For a conclusion: each road is a list of facts that together lead to it."""


class Solution(Strict):
    """What really happened. No seat sees it before the end."""

    culprit: Id
    """Who did it."""
    method: Text
    """How."""
    motive: Text
    """Why."""
    proof: list[Id] = Field(min_length=1)
    """The facts and conclusions that together prove it."""


class RubricItem(Strict):
    """Points for what the talk brings out (MMAgents, section 4.2.3)."""

    id: Id
    """Id, unique in the story."""
    kind: Literal["shared", "reasoned"]
    """shared: information is disclosed. reasoned: a conclusion is spoken."""
    text: Text
    """What earns the points, for a human rater."""
    points: int = Field(ge=1, le=10)
    """How many."""
    facts: list[Id] = Field(min_length=1)
    """All of these facts must have been said."""


class Incident(Strict):
    """The events everybody knows of. Public."""

    victim: Id
    """Who came to harm: one of the cast without a seat."""
    opens: Clock
    """From when the evening matters."""
    closes: Clock
    """Until when: when it was discovered, or the doors shut."""
    text: Text
    """What everybody knows about what happened."""


class Scenario(Strict):
    """A story."""

    id: Id
    """Id of the story; the file is named after it."""
    version: Literal[1] = 1
    """Version of this format."""
    languages: list[Language] = Field(min_length=1)
    """The languages the whole story is written in; every text must have them all."""
    title: Text
    """Title."""
    premise: Text
    """What is read aloud before the talk. Public."""
    setting: Text
    """Place, season, weather, how one gets there and why nobody can leave. Public."""
    incident: Incident
    """The events everybody knows of. Public."""
    cast: list[Person] = Field(min_length=2)
    """Everybody, in the order they are introduced. Public."""
    places: list[Place] = Field(min_length=1)
    """Places of the story. Public."""
    topics: list[Topic] = Field(min_length=1)
    """What one can ask about from the first turn. Public."""
    sheets: list[Sheet] = Field(min_length=2)
    """One for each seat. Private."""
    facts: list[Fact] = Field(min_length=1)
    """What can be known. Private to those who know."""
    solution: Solution
    """What really happened. Private to nobody at the table."""
    rubric: list[RubricItem] = Field(min_length=1)
    """What earns points for the talk as a whole."""
    phases: list[Phase] = Field(default_factory=lambda: list(DEFAULT_PHASES), min_length=1)
    """The evening in order: what is played, and how long."""
    clues: list[Clue] = Field(default_factory=list)
    """Cards that lie about the places. Each is private to whoever finds it, until it is told."""
    epilogue: Epilogue | None = None
    """What is read aloud at the end."""

    def seats(self) -> list[str]:
        """Return the ids of those who are played, in order of the cast."""
        return [person.id for person in self.cast if person.seat]

    def person(self, person_id: str) -> Person:
        """Return the member of the cast with that id."""
        return next(person for person in self.cast if person.id == person_id)

    def sheet(self, seat: str) -> Sheet:
        """Return the sheet of `seat`."""
        return next(sheet for sheet in self.sheets if sheet.seat == seat)

    def fact(self, fact_id: str) -> Fact:
        """Return the fact with that id."""
        return next(fact for fact in self.facts if fact.id == fact_id)

    def conclusions(self) -> Iterator[Fact]:
        """Yield the facts that nobody is given and reasoning must reach."""
        return (fact for fact in self.facts if fact.roads)
