"""What a player receives and returns: the seam between the table and whoever sits at it.

A :class:`View` is everything one seat may know at this moment. A player receives a view and nothing
else, so what a seat must not know cannot reach a prompt: it is not in the value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from mmagents.players.stakes import Belief, Camp, Relation, Resource, Verdict

Action = Literal["speak", "listen"]
FirstPairPart = Literal[
    "greeting",
    "yes-no-question",
    "wh-question",
    "alternative-question",
    "request",
    "offer",
    "invitation",
    "suggestion",
    "assessment",
    "accusation",
    "complaint",
    "summons",
    "announcement",
    "apology",
]
SecondPairPart = Literal[
    "greeting",
    "answer",
    "grant",
    "refusal",
    "acceptance",
    "rejection",
    "agreement",
    "disagreement",
    "admission",
    "denial",
    "account",
    "acknowledgement",
    "absolution",
    "evasion",
]

EXPECTS: Mapping[FirstPairPart, tuple[SecondPairPart, ...]] = {
    "greeting": ("greeting",),
    "yes-no-question": ("answer",),
    "wh-question": ("answer",),
    "alternative-question": ("answer",),
    "request": ("grant", "refusal"),
    "offer": ("acceptance", "rejection"),
    "invitation": ("acceptance", "rejection"),
    "suggestion": ("acceptance", "rejection"),
    "assessment": ("agreement", "disagreement"),
    "accusation": ("admission", "denial", "account"),
    "complaint": ("admission", "denial", "account"),
    "summons": ("answer",),
    "announcement": ("acknowledgement",),
    "apology": ("absolution",),
}
"""The second pair parts that each first pair part makes conditionally relevant, the preferred one
first (Schegloff 2007, chapters 2 and 5). Any of them may be replaced by a refusal or an evasion."""


@dataclass(frozen=True, slots=True)
class Person:
    """A member of the cast as everybody knows them, in the language of the game."""

    id: str
    name: str
    call: str
    aliases: tuple[str, ...]
    role: str
    looks: str
    manner: str
    known: str
    seat: bool
    style: str
    talkativeness: int
    pronoun: str
    politeness: str
    endings: tuple[str, ...]


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
    """What the whole table knows before the first turn."""

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

    def person(self, person_id: str) -> Person:
        """Return the member of the cast with that id."""
        return next(person for person in self.cast if person.id == person_id)

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
class KnownFact:
    """A fact this seat was given, has heard, or has worked out.

    Attributes:
        source: "sheet" (given), "heard" or "reasoned" (all of one road to it are known).
        turn: the turn it was first heard in; 0 for a fact of the own sheet; for a conclusion the
            turn of its latest premise.
        said_by: who said it first; None unless heard.
        told: the seat's own words for it; None unless it is on the own sheet.
        price: what it costs this seat to tell it, 0-9; 0 where there is nothing to hide.
        contradicts: ids of facts **known to this seat** that clash with it.
        premises: for a conclusion, the ids of the known facts of one complete road.
        public: somebody said it aloud in the hearing of all who are present now.
        supports: for which options of the verdict it is an argument, -3 to 3.
    """

    id: str
    topic: str
    text: str
    ask: str
    keys: tuple[str, ...]
    people: tuple[str, ...]
    whereabouts: Whereabouts | None
    implies: Mapping[str, int]
    source: Literal["sheet", "heard", "reasoned"]
    turn: int
    said_by: str | None
    told: str | None
    price: int
    contradicts: tuple[str, ...]
    cover_story: bool
    premises: tuple[str, ...]
    public: bool
    supports: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HeardTurn:
    """A turn as a seat heard it. `facts` are the ids recognised in its words (see `recognise`)."""

    turn: int
    speaker: str
    text: str
    first_pair_part: FirstPairPart | None
    addressees: tuple[str, ...]
    answers: int | None
    second_pair_part: SecondPairPart | None
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """One item of a seat's long-term memory; `similarity` is a cosine, -1 to 1."""

    text: str
    turn: int
    speaker: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Obligation:
    """The second pair part that is due: who asked it, in which turn, with which words."""

    turn: int
    by: str
    to: tuple[str, ...]
    first_pair_part: FirstPairPart
    expects: tuple[SecondPairPart, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """A clue that this seat has found or been shown; `facts` are the ids of what it tells."""

    id: str
    name: str
    text: str
    place: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One of the things a seat may choose: its id, and how it is spoken of."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat is asked to choose.

    Attributes:
        kind: look (where to look for clues), partner (whom to talk to unheard), side (which camp to
            stand in), transfer (to whom to hand something over), vote (whom to accuse, or how to
            answer the story's question).
        options: at least one; of sides, the present one first.
        question: what is voted on, in a story with a verdict; of a transfer, what is handed over.
    """

    kind: Literal["look", "partner", "side", "transfer", "vote"]
    options: tuple[Option, ...]
    question: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice: the id of an option, and why in a sentence, which votes are read out with.

    `notes` are keys of the notebook to replace; a value of None removes the key.
    """

    id: str
    reason: str = ""
    notes: Mapping[str, Any] = field(default_factory=dict)


NO_CHOICE = Chosen("?")
"""What a player returns that could not choose: no option is called that, so the lot chooses."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything one seat may know at this moment, in the language of the game.

    Attributes:
        seat: whose view this is.
        language: "en" or "ja".
        heard: the last k turns this seat heard, oldest first (the paper's History).
        thoughts: this seat's own last k thoughts, oldest first (shortTermHistory).
        memories: the l memories of its own nearest to the last utterance (longTermHistory).
        known: facts given, heard or worked out; own sheet first, then by turn.
        obligation: what this seat owes the table now, or None. During thinking it is there only
            for a seat that was designated; standing questions to everybody are in `open_pairs`.
        open_pairs: first pair parts heard that nobody has answered yet.
        notes: the seat's private notebook, kept by the game between turns; plain JSON.
        seed: of the game. Randomness may come from (seed, turn, seat) only.
        turn: the number of the turn that is being decided, from 1.
        phase: the part of the evening.
        present: all who hear what is said now, this seat included. Those of the cast who are not
            have no seat in `public` as this view holds it.
        since: the turn before the first one of the talk under way; what was heard up to it was
            heard in another talk.
        cards: the clues that this seat has.
        sides: by person, the camp they stand in now; empty in a story without camps.
        resources: those that this seat may know of, with whoever has them now.
    """

    seat: str
    language: str
    public: Public
    sheet: Sheet
    heard: tuple[HeardTurn, ...]
    thoughts: tuple[str, ...]
    memories: tuple[Memory, ...]
    known: tuple[KnownFact, ...]
    obligation: Obligation | None
    open_pairs: tuple[Obligation, ...]
    notes: Mapping[str, Any]
    seed: int
    turn: int
    phase: str = "discussion"
    present: tuple[str, ...] = ()
    since: int = 0
    cards: tuple[Card, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    resources: tuple[Resource, ...] = ()


@dataclass(frozen=True, slots=True)
class Thought:
    """What thinking yields (MMAgents, section 3.2.1).

    Attributes:
        thought: the plan in words.
        action: whether the seat wants the floor.
        importance: how much, an integer 0-9.
        notes: keys of the notebook to replace; a value of None removes the key.
    """

    thought: str
    action: Action
    importance: int
    notes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Utterance:
    """A turn to be analysed: words, who said them, and what a bystander would know.

    Attributes:
        due: the first pair part this turn was obliged to answer, or None.
        recent: the turns before, oldest first.
        open_pairs: first pair parts still open before this turn, those to everybody included.
    """

    speaker: str
    text: str
    language: str
    cast: tuple[Person, ...]
    recent: tuple[HeardTurn, ...] = ()
    due: Obligation | None = None
    open_pairs: tuple[Obligation, ...] = ()


@dataclass(frozen=True, slots=True)
class Designation:
    """What an utterance does to the floor (MMAgents, section 3.2.4).

    Attributes:
        first_pair_part: the type of the first pair part it ends on, or None.
        addressees: ids of those it is put to; ("everyone",) for the whole table; empty if nobody.
        expects: the second pair parts made relevant; empty without a first pair part.
        answers: the turn number of the first pair part this utterance takes up, or None.
        second_pair_part: how it takes it up, or None; "refusal" and "evasion" included.
        closes: whether it is a sequence-closing third ("I see, thank you") and nothing more.
        recipient: id of whom it is spoken to, whether or not it puts anything to them; None for
            the whole table, or where that cannot be told. The floor does not go by it.
    """

    first_pair_part: FirstPairPart | None = None
    addressees: tuple[str, ...] = ()
    expects: tuple[SecondPairPart, ...] = ()
    answers: int | None = None
    second_pair_part: SecondPairPart | None = None
    closes: bool = False
    recipient: str | None = None


@dataclass(frozen=True, slots=True)
class Gathering:
    """What a moderator may know: everybody, what was said of late, and who may speak next.

    Attributes:
        recent: the last k turns, oldest first.
        candidates: ids of those who may be named; at least one.
    """

    turn: int
    seed: int
    language: str
    cast: tuple[Person, ...]
    recent: tuple[HeardTurn, ...]
    candidates: tuple[str, ...]


class Player(Protocol):
    """Whoever sits in a seat. Players hold no state of a game: all they know is in the view."""

    async def think(self, view: View) -> Thought:
        """Return the plan for this turn, whether to speak, and how important it is."""

    async def speak(self, view: View) -> str:
        """Return the words of this turn. The text is all that leaves the seat."""


class Analyst(Protocol):
    """Reads what was said, from the words and the cast alone."""

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        """Return the utterance as bullet-point facts that stand alone (section 3.1.2)."""

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the utterance does to the floor (section 3.2.4)."""


@runtime_checkable
class Chooser(Protocol):
    """A player that chooses. For one that does not, the lot does."""

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Return one of the options, and why."""
        ...


@runtime_checkable
class Moderator(Protocol):
    """Names who speaks next; an analyst may be one. Asked under the condition `moderator` alone."""

    async def moderate(self, gathering: Gathering) -> str | None:
        """Return the id of the one named, "" if nobody was, or None to leave it to the rules."""
