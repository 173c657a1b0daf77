"""Adjacency pairs: first pair parts, and the second pair parts that they make relevant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

EVERYONE = "everyone"
"""The addressee of what is put to the whole table."""
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
QUESTIONS: frozenset[FirstPairPart] = frozenset(
    {"yes-no-question", "wh-question", "alternative-question"}
)
ACCUSING: frozenset[FirstPairPart] = frozenset({"accusation", "complaint"})


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

AGREEABLE: frozenset[SecondPairPart] = frozenset({"agreement", "disagreement"})
"""Second pair parts that may also take up a turn which put nothing to anybody: whoever asserts
something makes agreeing or disagreeing relevant next, though nobody owes it (Pomerantz 1984)."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """The second pair part that is due: who asked it, in which turn, with which words.

    Attributes:
        nth: which first pair part of its turn it is: 0 the last, which alone can select the next
            speaker; 1, 2, … those before it, from the first.
        had_say: of what was put to everyone, who has taken it up already.
        within: of a question about a question, the turn and `nth` of the one it is about
            (see :mod:`mmagents.floor.insertions`).
        held: for how many turns it waited for the answer to one that was inserted.
        again: the turn after which it was due again, as what it had waited for was answered.
    """

    turn: int
    by: str
    to: tuple[str, ...]
    first_pair_part: FirstPairPart
    expects: tuple[SecondPairPart, ...]
    text: str
    nth: int = 0
    had_say: tuple[str, ...] = ()
    within: tuple[int, int] | None = None
    held: int = 0
    again: int = 0

    def waits_for(self, seat: str) -> bool:
        """Tell whether `seat` may still take it up: it was asked, or all were and it said nothing.

        What was put to everyone waits for each of those who heard it.
        """
        asked = seat in self.to or self.to == (EVERYONE,)
        return asked and self.by != seat and seat not in self.had_say


@dataclass(frozen=True, slots=True)
class FirstPart:
    """A first pair part in words that go on to another one: what it is, and whom it is put to."""

    first_pair_part: FirstPairPart
    addressees: tuple[str, ...]
    expects: tuple[SecondPairPart, ...]


@dataclass(frozen=True, slots=True)
class Designation:
    """What an utterance does to the floor (MMAgents, section 3.2.4).

    Attributes:
        first_pair_part: the type of the first pair part it ends on, or None.
        addressees: ids of those it is put to; ("everyone",) for the whole table; empty if nobody.
        expects: the second pair parts made relevant; empty without a first pair part.
        answers: the turn number of the first pair part this utterance takes up, or of the
            statement that it agrees or disagrees with, or None.
        second_pair_part: how it takes it up, or None; "refusal" and "evasion" included.
        closes: whether it is a sequence-closing third ("I see, thank you") and nothing more.
        recipient: id of whom it is spoken to, whether or not it puts anything to them; None for
            the whole table, or where that cannot be told. The floor does not go by it.
        earlier: the first pair parts before the last one, in order. They stay open as well, and
            select nobody: the last one does (Sacks, Schegloff & Jefferson 1974, section 4.12).
    """

    first_pair_part: FirstPairPart | None = None
    addressees: tuple[str, ...] = ()
    expects: tuple[SecondPairPart, ...] = ()
    answers: int | None = None
    second_pair_part: SecondPairPart | None = None
    closes: bool = False
    recipient: str | None = None
    earlier: tuple[FirstPart, ...] = ()
