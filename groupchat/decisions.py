"""What a group chat is told: who speaks next or should reply, by which rule, why, and what is due.

Messages are counted as the caller gave them, from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mmagents.floor.adjacency import FirstPairPart, Obligation, SecondPairPart
from mmagents.groupchat.messages import Said

REST = "rest"
"""The rule by which nobody speaks: members have talked among themselves for long enough."""


@dataclass(frozen=True, slots=True)
class Due:
    """What somebody owes: the second part of a pair that a message began.

    Attributes:
        by: name of whoever began it.
        to: names of those it was put to; ("everyone",) for all.
        what: the type of the first pair part, such as "wh-question".
        expects: what may take it up, the preferred one first.
        message: the place of the message that began it, from 0.
        text: the words of that message.
    """

    by: str
    to: tuple[str, ...]
    what: FirstPairPart
    expects: tuple[SecondPairPart, ...]
    message: int
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Who speaks next.

    Attributes:
        speaker: name of a member, or None where nobody need speak.
        rule: code of the rule (see :mod:`mmagents.floor.rules`), or "rest".
        reason: why, in words.
        due: what the speaker owes, or None.
        tie: the members between whom the lot was cast; empty without a tie.
    """

    speaker: str | None
    rule: str
    reason: str
    due: Due | None = None
    tie: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """Whether one member should reply to the last message. It is true where it should.

    Attributes:
        yes: whether it should.
        rule: "1a" where it owes an answer, "called" where it is called by name, "1b" where all are
            asked and it is the one to take it up, "rest" where members rest; empty where none
            applies.
        why: in words.
        due: what it owes, or None.
    """

    yes: bool
    rule: str
    why: str
    due: Due | None = None

    def __bool__(self) -> bool:
        """Return whether it should."""
        return self.yes


def due_from(pair: Obligation, said: Sequence[Said]) -> Due:
    """Return a pair that is open, its message counted as the caller gave it.

    Args:
        pair: what is open; its turn counts from 1.
        said: what was said, by turn.
    """
    began = said[pair.turn - 1]
    what = pair.first_pair_part
    return Due(pair.by, pair.to, what, pair.expects, began.place, began.text)
