"""Who plays: the cast, how they speak, and the private sheet of each seat."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mmagents.scenarios.game import Scored
from mmagents.scenarios.texts import NO_TEXTS, Clock, Id, Strict, Text, Texts


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


class CastMember(Strict):
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
    principal: bool = True
    """Whether this person has aims of their own here: only principals open talks in pairs and, as
    the story may have it, vote (AgentGroupChat, section 3.1)."""
    influence: int = Field(default=0, ge=0, le=100)
    """Standing: who chooses a partner first, and speaks first where a talk goes by influence. The
    lot decides between equals."""
    camp: Id | None = None
    """The side this person stands on when the talk begins, in a story that has camps. Public."""
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


class Belief(Strict):
    """Something a seat believes, and how firmly. Talk may move it, a little at a time."""

    id: Id
    """Id, unique within the seat."""
    text: Text
    """The belief, in words to the player: The house should stay in the family."""
    score: int = Field(default=50, ge=0, le=100)
    """How firmly at the beginning: 0 not at all, 50 undecided, 100 beyond doubt."""
    favours: Id | None = None
    """The option of the verdict that whoever believes this would rather have."""


class Relation(Strict):
    """How a seat feels about another before the talk begins. Not always returned."""

    score: Annotated[int, Field(ge=-10, le=10)] = 0
    """-10 hates, 0 is indifferent, 10 loves."""
    words: Text
    """What it makes of the other: She means well and cannot count."""


class SeatSheet(Strict):
    """What one seat is given before the talk. Private to that seat."""

    seat: Id
    """The person whose sheet this is."""
    background: Text
    """Who this person is and how they came here."""
    personality: Text
    """How this person is when nobody looks."""
    objective: Text
    """What this person wants from this talk, in one or two sentences."""
    timeline: list[Moment] = Field(default_factory=list)
    """This person's day, in order of time. A mystery needs one."""
    missions: list[Mission] = Field(min_length=1)
    """What scores at the end."""
    secrets: list[Secret] = Field(default_factory=list)
    """What this person hides."""
    beliefs: list[Belief] = Field(default_factory=list)
    """What this person believes at the beginning, what matters most first."""
    relations: dict[Id, Relation] = Field(default_factory=dict)
    """How this person feels about others at the beginning; left out, indifferent."""
