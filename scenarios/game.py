"""The evening of a story: its phases, the clues that lie about, how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from mmagents.scenarios.texts import Id, Strict, Text

PhaseKind = Literal[
    "introduction",
    "exploration",
    "private_chat",
    "confidential_meeting",
    "discussion",
    "update",
    "accusation",
    "vote",
    "settlement",
    "rounds",
]
TALK: frozenset[str] = frozenset(
    {"introduction", "private_chat", "confidential_meeting", "interrogation", "discussion"}
)
"""The phases in which turns are spoken."""
IN_PAIRS: frozenset[str] = frozenset({"private_chat", "confidential_meeting", "interrogation"})
"""The phases in which two speak and the others do not hear it. No story has an interrogation: a run
has, under the condition of that name."""


class Phase(Strict):
    """One part of the evening."""

    kind: PhaseKind
    """introduction: each says who they are, in the order of the cast. exploration: each looks at
    places for clues. private_chat: pairs talk unseen. confidential_meeting: the same, and all see
    who meets whom. discussion: the floor, by the rules of turn-taking. update: each thinks over
    what has happened. accusation: each votes, with a reason. settlement: the truth, and scores."""
    turns: int | None = Field(default=None, ge=1, le=100_000)
    """Turns of a discussion, or of each talk in pairs; left out, 20 and 4."""
    looks: int = Field(default=2, ge=1, le=20)
    """Looks that each seat has in an exploration."""
    tie: Literal["nobody", "lot", "again"] = "nobody"
    """Of votes: it falls on nobody, the lot falls on one, or those tied are voted on once more."""
    order: Literal["floor", "influence"] = "floor"
    """Of a discussion: floor, by the rules of turn-taking; influence, the principals in order of
    standing, over and over, and whoever they ask in between (AgentGroupChat, section 3.3)."""
    rounds: int = Field(default=1, ge=1, le=100)
    """How often the `phases` of kind: rounds are played."""
    phases: list[Phase] = Field(default_factory=list)
    """What one of the rounds is made of, in order."""

    @model_validator(mode="after")
    def _rounds_of_something(self) -> Phase:
        if (self.kind == "rounds") != bool(self.phases):
            raise ValueError("kind: rounds and a list of phases need one another")
        if any(phase.kind == "rounds" for phase in self.phases):
            raise ValueError("rounds cannot stand within rounds; write the inner ones out")
        if self.rounds != 1 and self.kind != "rounds":
            raise ValueError(f"{self.kind} has no rounds of its own; put it under kind: rounds")
        if self.order != "floor" and self.kind != "discussion":
            raise ValueError(f"{self.kind} has no order; only a discussion does")
        return self

    @model_validator(mode="after")
    def _turns_where_there_are_any(self) -> Phase:
        if self.turns is not None and self.kind not in TALK - {"introduction"}:
            raise ValueError(f"{self.kind} has no turns of its own; leave them out")
        return self

    def length(self, seats: int) -> int:
        """Return its turns, of one talk in pairs, at a table of `seats`; 0 without turns."""
        if self.kind == "introduction":
            return seats
        if self.kind not in TALK:
            return 0
        return self.turns or (4 if self.kind in IN_PAIRS else 20)


class Played(NamedTuple):
    """A phase as it comes up in the evening; `round` counts from 1, and is 0 outside of rounds."""

    phase: Phase
    round: int


def unrolled(phases: Iterable[Phase], rounds: int | None = None) -> Iterator[Played]:
    """Yield the phases as they are played, rounds written out.

    `rounds` says how many rounds to play, instead of what the story says.
    """
    for phase in phases:
        if phase.kind != "rounds":
            yield Played(phase, 0)
            continue
        for number in range(1, (rounds or phase.rounds) + 1):
            for one in phase.phases:
                yield Played(one, number)


DEFAULT_PHASES: tuple[Phase, ...] = tuple(
    Phase(kind=kind) for kind in ("introduction", "discussion", "accusation", "settlement")
)
"""The evening of a story that says nothing of it."""


class Clue(Strict):
    """A card that lies about."""

    id: Id
    """Id, unique in the story."""
    place: Id
    """Where it lies: the id of a place. A look there turns up the next card that nobody has."""
    name: Text
    """A noun phrase to speak of it by: the torn ticket."""
    text: Text
    """What stands on it, as whoever finds it may read it aloud: it says the `facts` below and no
    others. People by name."""
    facts: list[Id] = Field(min_length=1)
    """What it tells: ids of facts that are no conclusions and no cover stories."""


class Epilogue(Strict):
    """What is read aloud at the end."""

    found: Text
    """When the right person was accused."""
    escaped: Text
    """When not."""


class Scored(Strict):
    """When a mission is reached: all that is given must hold."""

    culprit_found: bool | None = None
    """Whether the one who did it is accused by the table."""
    won: Id | None = None
    """The vote falls on this option of the verdict."""
    not_won: Id | None = None
    """The vote does not fall on this option of the verdict."""
    owns: Id | None = None
    """The seat itself has this resource at the end."""
    in_camp: Id | None = None
    """The seat itself stands on this side at the end."""
    accused: Id | None = None
    """The table accuses this person."""
    not_accused: Id | None = None
    """The table does not accuse this person."""
    votes_for: Id | None = None
    """The seat itself votes for this person."""
    said: list[Id] = Field(default_factory=list)
    """All of these facts have been said before the whole table."""
    unsaid: list[Id] = Field(default_factory=list)
    """None of these facts has been said before the whole table."""
    knows: list[Id] = Field(default_factory=list)
    """The seat itself knows all of these facts at the end."""

    @model_validator(mode="after")
    def _something(self) -> Scored:
        if self == Scored.model_construct():
            raise ValueError("says nothing; give at least one thing that must hold")
        return self
