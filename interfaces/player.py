"""What a player is asked, and what it returns: a thought, words, a choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from mmagents.floor.adjacency import Designation
from mmagents.floor.bids import Action
from mmagents.interfaces.view import View


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
            answer the story's question), winner (which principal came nearest to its aims).
        options: at least one; of sides, the present one first.
        question: what is voted on, in a story with a verdict; of a transfer, what is handed over;
            of a winner, on what the vote fell, in words.
        fell_on: of a winner, the id of what the vote fell on; "" where on nothing.
    """

    kind: Literal["look", "partner", "side", "transfer", "vote", "winner"]
    options: tuple[Option, ...]
    question: str = ""
    fell_on: str = ""


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
class Thought:
    """What thinking yields (MMAgents, section 3.2.1).

    Attributes:
        thought: the plan in words.
        action: whether the seat wants the floor.
        importance: how much, an integer 0-9.
        notes: keys of the notebook to replace; a value of None removes the key.
        come_in: names, and facts as short statements, that the seat would come in on while another
            says them; they count only where turns are said unit by unit.
    """

    thought: str
    action: Action
    importance: int
    notes: Mapping[str, Any] = field(default_factory=dict)
    come_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A thought together with the words that would be said from it.

    Attributes:
        thought: as thinking alone yields it.
        words: of the turn, should the seat get the floor; "" if it has none.
        declared: what the seat says that its words do to the floor.
    """

    thought: Thought
    words: str
    declared: Designation


@dataclass(frozen=True, slots=True)
class Wish:
    """A listener's wish to come in where the speaker could stop.

    Attributes:
        height: how much it matters, 0-9, on the scale of importances.
        why: what was heard that it would come in for, in a few words; for the ledger alone.
    """

    height: float
    why: str


class Player(Protocol):
    """Whoever sits in a seat. Players hold no state of a game: all they know is in the view."""

    async def think(self, view: View) -> Thought:
        """Return the plan for this turn, whether to speak, and how important it is."""

    async def speak(self, view: View) -> str:
        """Return the words of this turn. The text is all that leaves the seat."""


@runtime_checkable
class Drafter(Protocol):
    """A player that thinks and finds its words at once. One that does not thinks, then speaks."""

    async def draft(self, view: View) -> Draft:
        """Return the plan for this turn, and the words for it."""
        ...


@runtime_checkable
class Listener(Protocol):
    """A player that may come in while another speaks. One that does not listens to the end."""

    async def listen(self, view: View) -> Wish | None:
        """Return the wish to come in now, or None.

        The last turn heard in the view is the one that is being said, as far as it was heard.
        """
        ...


@runtime_checkable
class Chooser(Protocol):
    """A player that chooses. For one that does not, the lot does."""

    async def choose(self, view: View, asked: Asked) -> Chosen:
        """Return one of the options, and why."""
        ...
