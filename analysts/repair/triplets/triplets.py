"""Who, what, whom or where: an utterance as triplets (SDR, section 2.1, NLI-Graph).

A triplet that was found by rule carries what it rests on: a fact of the story, or somebody's
whereabouts. One that a model wrote is words alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from mmagents.scenarios.texts import minutes

Source = Literal["", "sheet", "said", "said here", "heard"]


@dataclass(frozen=True, slots=True)
class Triplet:
    """Subject, relation and object.

    Attributes:
        subject: who or what, as the words go; for whereabouts the id of a person.
        fact: the id of the fact of the story that is said, or "".
        place: the id of the place where the subject is said to be, or "".
        at: minute of the story's clock from which on; None without a time.
        until: minute until which, or None for a moment.
        denied: it is said not to be so.
        source: "said" in a turn, "said here" if all who are here now heard that, "heard" from
            somebody else, "sheet" (the speaker's own), "" for the candidate itself.
        turn: the turn it was said in, 0 for the sheet.
        words: how it may be shown to the speaker.
    """

    subject: str
    relation: str
    object: str
    fact: str = ""
    place: str = ""
    at: int | None = None
    until: int | None = None
    denied: bool = False
    source: Source = ""
    turn: int = 0
    words: str = ""

    @property
    def text(self) -> str:
        """Return the triplet as a sentence, for a model to compare."""
        return self.words or " ".join(filter(None, (self.subject, self.relation, self.object)))

    def as_json(self) -> dict[str, Any]:
        """Return the triplet as plain JSON."""
        return asdict(self)

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Triplet:
        """Return a triplet from plain JSON."""
        return cls(**found)

    def overlaps(self, other: Triplet) -> bool:
        """Tell whether two whereabouts share a moment."""
        if self.at is None or other.at is None:
            return False
        first, last = max(self.at, other.at), min(self.last, other.last)
        lasting = self.until is not None and other.until is not None
        return first < last if lasting else first <= last

    @property
    def last(self) -> int:
        """Return the minute at which it ends."""
        return self.at if self.until is None and self.at is not None else self.until or 0


def whereabouts_triplet(
    person: str, place: str, at: str, until: str | None, **more: Any
) -> Triplet:
    """Return where somebody was, from the clock times of a story."""
    return Triplet(
        person, "was at", place, place=place, at=minutes(at),
        until=minutes(until) if until else None, **more,
    )  # fmt: skip
