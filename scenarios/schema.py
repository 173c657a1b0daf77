"""The scenario file: what a story is made of, field by field.

Every model forbids unknown fields, so that a misspelt key is an error and not a silence.
Nothing here reads a file (see :mod:`mmagents.scenarios.loader`) or judges a story as a whole
(see :mod:`mmagents.scenarios.check.lint`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from mmagents.scenarios.game import DEFAULT_PHASES, Clue, Epilogue, Phase
from mmagents.scenarios.seats import CastMember, SeatSheet
from mmagents.scenarios.stakes import Ballot, Camp, Ending, Kind, Resource
from mmagents.scenarios.texts import NEVER, NO_TEXTS, Clock, Id, Language, Strict, Text, Texts


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
    """The seats that know it from the start. Empty only for a conclusion (see `roads`), or for
    what a clue alone can tell."""
    told: dict[Id, Text] = Field(default_factory=dict)
    """How each of those seats says it in its own words and manner, first person."""
    guarded_by: dict[Id, Annotated[int, Field(ge=1, le=NEVER)]] = Field(default_factory=dict)
    """Who would rather hide it, and at what price: 1 does not raise it, 5 gives it up when asked
    twice or when part of it is out, 9 never. Of a fact on a clue, also who would hide it if they
    found it."""
    whereabouts: Whereabouts | None = None
    """Where it puts somebody, so that two accounts can clash."""
    implies: dict[Id, Annotated[int, Field(ge=-3, le=3)]] = Field(default_factory=dict)
    """What it does to suspicion: 3 weighs heavily on that person, -3 clears them."""
    supports: dict[Id, Annotated[int, Field(ge=-3, le=3)]] = Field(default_factory=dict)
    """For which options of the verdict it is an argument: 3 a strong one for it, -3 against it."""
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
    """A story. It is equal to itself alone; the loader keeps it while its file is unchanged."""

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
    kind: Kind = "mystery"
    """What kind of story: a mystery, with an incident and a solution, or one with a verdict."""
    incident: Incident | None = None
    """The events everybody knows of. Public. A mystery must have one."""
    cast: list[CastMember] = Field(min_length=2)
    """Everybody, in the order they are introduced. Public."""
    places: list[Place] = Field(default_factory=list)
    """Places of the story. Public."""
    camps: list[Camp] = Field(default_factory=list)
    """The sides one may stand on. Public."""
    resources: list[Resource] = Field(default_factory=list)
    """What is to be had, or argued with."""
    topics: list[Topic] = Field(min_length=1)
    """What one can ask about from the first turn. Public."""
    sheets: list[SeatSheet] = Field(min_length=2)
    """One for each seat. Private."""
    facts: list[Fact] = Field(min_length=1)
    """What can be known. Private to those who know."""
    synonyms: Texts = NO_TEXTS
    """Words and phrases that mean the same in this story: each entry one group, its members parted
    by |. Where one stands in the keys of a fact, any other of its group will do as well."""
    solution: Solution | None = None
    """What really happened. Private to nobody at the table. A mystery must have one."""
    verdict: Ballot | None = None
    """The question voted on, in a story that is no mystery. Public."""
    rubric: list[RubricItem] = Field(default_factory=list)
    """What earns points for the talk as a whole. A mystery must have one."""
    phases: list[Phase] = Field(default_factory=lambda: list(DEFAULT_PHASES), min_length=1)
    """The evening in order: what is played, and how long."""
    clues: list[Clue] = Field(default_factory=list)
    """Cards that lie about the places. Each is private to whoever finds it, until it is told."""
    epilogue: Epilogue | None = None
    """What is read aloud at the end of a mystery."""
    endings: list[Ending] = Field(default_factory=list)
    """What is read aloud after a verdict, by the option it fell on."""

    def seats(self) -> list[str]:
        """Return the ids of those who are played, in order of the cast."""
        return [person.id for person in self.cast if person.seat]

    def principals(self) -> list[str]:
        """Return the seats of those who have aims of their own, in order of the cast."""
        return [person.id for person in self.cast if person.seat and person.principal]

    def voters(self) -> list[str]:
        """Return the seats that vote, in order of the cast; in a mystery all do."""
        if self.verdict is None or self.verdict.votes == "all":
            return self.seats()
        if self.verdict.votes == "judges":
            return [seat for seat in self.seats() if seat in self.verdict.judges]
        return self.principals()

    def options(self) -> list[str]:
        """Return the ids that the verdict may fall on, in order of the file; none in a mystery."""
        if self.verdict is None:
            return []
        every = {
            "people": self.principals(),
            "camps": [camp.id for camp in self.camps],
            "resources": [resource.id for resource in self.resources],
            "answers": [answer.id for answer in self.verdict.answers],
        }[self.verdict.options]
        if not self.verdict.among:
            return every
        if self.verdict.options == "people":
            every = [person.id for person in self.cast]
        return [one for one in every if one in self.verdict.among]

    def option_name(self, option: str, language: str) -> str:
        """Return how people speak of a person, a camp, a resource or an answer."""
        names = {one.id: one.name for one in self.resources}
        names |= {one.id: one.name for one in self.camps}
        names |= {one.id: one.name for one in self.cast}
        if self.verdict is not None:
            names |= {one.id: one.name for one in self.verdict.answers}
        return names[option].in_(language)

    def person(self, person_id: str) -> CastMember:
        """Return the member of the cast with that id."""
        return next(person for person in self.cast if person.id == person_id)

    def sheet(self, seat: str) -> SeatSheet:
        """Return the sheet of `seat`."""
        return next(sheet for sheet in self.sheets if sheet.seat == seat)

    def fact(self, fact_id: str) -> Fact:
        """Return the fact with that id."""
        return next(fact for fact in self.facts if fact.id == fact_id)

    def finders(self, fact_id: str) -> list[str]:
        """Return the seats that could find a fact on a clue: all, if one tells it."""
        told = any(fact_id in clue.facts for clue in self.clues)
        return self.seats() if told else []

    def conclusions(self) -> Iterator[Fact]:
        """Yield the facts that nobody is given and reasoning must reach."""
        return (fact for fact in self.facts if fact.roads)

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other
