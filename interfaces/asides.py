"""What listeners say while another has the floor, without taking it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from mmagents.interfaces.view import View

AsideKind = Literal["continuer", "assessment", "repair"]
"""continuer ("mm"): go on (Schegloff 1982). assessment ("how awful"): what it is to the listener
(Goodwin 1986). repair ("the what?"): say that again, which asks for an answer before the turn goes
on (Schegloff, Jefferson & Sacks 1977)."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What a listener says at a place without taking the floor."""

    kind: AsideKind
    text: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The unit of a turn that has just ended, at a place where its speaker keeps the floor.

    Attributes:
        number: how many units of the turn were heard, from 1.
        text: its words.
        completion: how surely it is complete, 0-1.
        since: all words of the turn since anybody last said something to it, these included.
        askable: whether its speaker would say it again, and nobody has asked for that in this turn.
    """

    number: int
    text: str
    completion: float
    since: str
    askable: bool


@runtime_checkable
class Responder(Protocol):
    """A player that says something to another's turn. One that does not listens in silence."""

    async def respond(self, view: View, ended: Ended) -> Aside | None:
        """Return what it says to the unit that has just ended, or None.

        The last turn heard in the view is the one that is being said, as far as it was heard.
        """
        ...


@runtime_checkable
class Clarifier(Protocol):
    """A player that says a unit again for whoever asks for that. Nobody asks one that does not."""

    async def say_again(self, view: View, unit: str, asked: Aside) -> str:
        """Return the words in which the unit is said again, or "" to go on without."""
        ...
