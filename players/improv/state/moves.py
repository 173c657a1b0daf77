"""The moves of an improvising seat: dialogue acts known to the mover only; what leaves is text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

InquiryKind = Literal[
    "topic", "about", "fact", "where", "all-topic", "all-fact", "press", "reply", "account", "more"
]
Reaction = Literal["receipt", "newsmark", "continuer", "assess", "stand-by", "coda", "no-more"]
"""A few words that take up what was said, where people converse: one closes the sequence, marks
news, lets a telling go on, judges, says that it is so, leaves it at that, or has nothing to add."""
REACTIONS: frozenset[Reaction] = frozenset(get_args(Reaction))
MoveKind = Literal[
    "greet", "greet-back", "ask", "tell", "answer", "confirm", "deny", "repeat", "report",
    "unknowing", "evade", "refuse", "challenge", "suspect", "defend", "agree", "disagree",
    "insist", "yield", "conclude", "propose", "accept", "close", "here", "absolve", "deflect",
    "argue", "argue-against", "pass-on", "side-with", "side-against", "declare", "rebuke",
    Reaction,
]  # fmt: skip


class Inquiry(NamedTuple):
    """A question that a turn ends on.

    Attributes:
        to: whom; "everyone" for the table.
        kind: topic (one of its questions), about (what do you know of it), fact (of a known
            fact), where (at `time`), all-…: to everyone, press (once more), reply (what do you say
            to that), account (how does that go with what you said), more (what else is there).
        worth: how much it promises.
    """

    to: str
    kind: InquiryKind
    topic: str | None = None
    fact: str | None = None
    time: str | None = None
    worth: float = 0.0

    @property
    def subject(self) -> str:
        """Return what it is about, as the notebook names it."""
        return f"f.{self.fact}" if self.fact else f"t.{self.topic}"


@dataclass(frozen=True, slots=True)
class Move:
    """What a turn is to do.

    Attributes:
        importance: what it is worth to the table, 0-9, before temper and chance.
        to: whom its main part is put to; None for the table.
        tells: ids of facts it says in full.
        cites: ids of facts it only refers to.
        adds: ids of facts it says after its main part, to have something to offer all the same.
        topic: what it is about.
        about: a third person it speaks of; of an argument, the option of the verdict.
        opening: how it takes up the turn before: ack, bridge, pickup, further, hail (a greeting
            back), on, or nothing.
        ask: the question it ends on.
    """

    kind: MoveKind
    importance: float
    to: str | None = None
    tells: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    topic: str | None = None
    about: str | None = None
    opening: str = ""
    ask: Inquiry | None = None
    adds: tuple[str, ...] = ()
