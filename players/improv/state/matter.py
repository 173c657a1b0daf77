"""What is under way at a table: who stays with a matter, and since when.

A sequence expands after its base pair: whoever asked takes up the answer, with a third that closes
it, or with more on the same matter (Schegloff 2007, chapters 7 and 8). So those two have the next
turns, and the others listen. All of it is read from words that everybody heard, so that all who
sit there see it alike.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.talk import HeardTurn

_STAYS = (3, 4, 4, 5, 5, 6, 6, 7, 8, 10, 13)
"""For how many turns two stay with a matter, by lot. In meetings dyadic runs have 2 to 3 turns in
the median and 7 at the 90th percentile; a matter may be raised, and dropped, on either side of
one."""
_TOPICS = 4
"""Topics of a matter that are remembered, the latest."""


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter under way.

    Attributes:
        since: its first turn.
        turns: how many it has had.
        two: whoever raised it, and whoever took it up, if anybody has.
        topics: of its turns, the latest last; empty where none was named.
        facts: that were told in it.
    """

    since: int
    turns: int
    two: tuple[str, ...]
    topics: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    def over(self, seed: int) -> bool:
        """Tell whether it has gone on for long enough, which all who sit there feel alike."""
        return self.turns >= Random(f"{seed}:{self.since}:{self.two}:stays").choice(_STAYS)

    def with_turn(
        self, topics: Sequence[str], facts: Sequence[str], two: tuple[str, ...]
    ) -> Matter:
        """Return the matter after one turn more."""
        kept = [one for one in self.topics if one not in topics]
        told = [one for one in self.facts if one not in facts]
        return Matter(
            self.since, self.turns + 1, two, (*kept, *topics)[-_TOPICS:], (*told, *facts)[-_TOPICS:]
        )


def as_note(matter: Matter) -> dict[str, Any]:
    """Return a matter as it stands in the notes: plain JSON."""
    return {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(matter).items()}


def noted(note: dict[str, Any] | None) -> Matter | None:
    """Return the matter that stands in the notes."""
    if note is None:
        return None
    kept = {key: tuple(note[key]) for key in ("two", "topics", "facts")}
    return Matter(note["since"], note["turns"], **kept)


def matter_after(
    before: Matter | None,
    turn: HeardTurn,
    heard: Sequence[HeardTurn],
    topics: Collection[str],
    since: int,
) -> Matter:
    """Return what is under way after a turn.

    Args:
        before: what was under way before it.
        turn: with what a listener reads in its words.
        heard: the turns heard of late, this one among them.
        topics: that it names, or tells a fact of.
        since: the turn before the first one of the talk.
    """
    found, facts, by = sorted(topics), turn.facts, turn.speaker
    last = next((one for one in reversed(heard) if since < one.turn < turn.turn), None)
    to = _spoken_to(before, turn, heard, last, found)
    if before is not None and last is not None:
        joins = len(before.two) == 1 and to in before.two
        if to is not None and (joins or {by, to} == set(before.two)):
            return before.with_turn(found, facts, (*before.two, by) if joins else before.two)
        if last.speaker == by and to is None and (not found or set(found) & set(before.topics)):
            return before.with_turn(found, facts, before.two)
    return Matter(turn.turn, 1, (by,) if to is None else (to, by), tuple(found), tuple(facts))


def _spoken_to(
    before: Matter | None,
    turn: HeardTurn,
    heard: Sequence[HeardTurn],
    last: HeardTurn | None,
    topics: Sequence[str],
) -> str | None:
    """Return whom a turn is spoken to, or None where it raises something before the table."""
    if len(turn.addressees) == 1 and turn.addressees != (EVERYONE,):
        return turn.addressees[0]
    asker = next((one.speaker for one in heard if one.turn == turn.answers), None)
    if asker is not None and asker != turn.speaker:
        return asker
    if before is None or last is None or turn.addressees:
        return None
    same = not topics or bool(set(topics) & set(before.topics))
    if last.speaker != turn.speaker:
        return last.speaker if same else None
    others = [one for one in before.two if one != turn.speaker]
    return others[0] if same and others and turn.speaker in before.two else None
