"""What a listener makes of talk from the words alone: who is spoken to, what is asked and answered.

Rule-based players listen this way in every condition alike, whoever the analyst of the game is, so
nothing they do can depend on what the game's detector found (MMAgents, section 4.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from mmagents.analysts.rules.reading import read
from mmagents.floor.adjacency import Designation, Obligation
from mmagents.floor.pairs import LAPSES_AFTER, take_up
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.interfaces.view import View

STRIDE = 50
"""Turns that are read at once on top of those before them; more would go too deep."""


@dataclass(frozen=True, slots=True)
class Listened:
    """Talk as a listener has it.

    Attributes:
        turns: the turns heard, each with what the words put to whom and take up.
        open_pairs: the first pair parts still open after the last of them, oldest first.
    """

    turns: tuple[HeardTurn, ...] = ()
    open_pairs: tuple[Obligation, ...] = ()

    def owed_by(self, seat: str) -> Obligation | None:
        """Return the latest open first pair part that was put to `seat` alone, or None."""
        owed = [one for one in self.open_pairs if one.to == (seat,) and one.by != seat]
        return owed[-1] if owed else None


@lru_cache(maxsize=512)
def _listened(
    turns: tuple[HeardTurn, ...], cast: tuple[Person, ...], language: str, since: int
) -> Listened:
    """Return what a listener makes of turns, one at least."""
    before = _listened(turns[:-1], cast, language, since) if turns[:-1] else Listened()
    last = turns[-1]
    pairs = before.open_pairs
    if before.turns and before.turns[-1].turn <= since < last.turn:
        pairs = ()  # nobody there could still take them up
    heard = replace(before, open_pairs=pairs)
    said = utterance_after(heard, last.speaker, last.text, language, cast)
    found = read(replace(said, cut=last.cut is not None))
    return gone_on(heard, last, found, cast)


def gone_on(
    before: Listened,
    last: HeardTurn,
    found: Designation,
    cast: tuple[Person, ...],
    *,
    lapses_after: int = LAPSES_AFTER,
) -> Listened:
    """Return talk as a listener has it after one turn more.

    Args:
        before: the talk before that turn.
        last: the turn, as it was spoken.
        found: what it does to the floor.
        cast: everybody who may be named; those with a seat hear it.
        lapses_after: for how many turns what nobody takes up stays open.
    """
    hearers = tuple(person.id for person in cast if person.seat)
    still, _ = take_up(
        before.open_pairs,
        found,
        speaker=last.speaker,
        text=last.text,
        turn=last.turn,
        hearers=hearers,
        lapses_after=lapses_after,
    )
    known = replace(
        last,
        first_pair_part=found.first_pair_part,
        addressees=found.addressees,
        answers=found.answers,
        second_pair_part=found.second_pair_part,
    )
    return Listened((*before.turns, known), tuple(still))


def utterance_after(
    heard: Listened, speaker: str, text: str, language: str, cast: tuple[Person, ...]
) -> Utterance:
    """Return words as an analyst receives them after talk that was listened to."""
    pairs = tuple(one for one in heard.open_pairs if one.by != speaker)
    return Utterance(speaker, text, language, cast, heard.turns, heard.owed_by(speaker), pairs)


@lru_cache(maxsize=1024)
def _bare(turn: HeardTurn) -> HeardTurn:
    """Return a turn without what a detector found in it, and what was said to it aside."""
    return replace(
        turn, first_pair_part=None, addressees=(), answers=None, second_pair_part=None, asides=()
    )


def listen(
    turns: Sequence[HeardTurn], cast: tuple[Person, ...], language: str, since: int = 0
) -> Listened:
    """Return what a listener makes of turns.

    Args:
        turns: oldest first; what a detector found in them is not looked at.
        cast: everybody who may be named.
        language: "en" or "ja".
        since: the turn before the first one of the talk under way; what was open then has lapsed.
    """
    bare = tuple(map(_bare, turns))
    heard = Listened()
    for end in range(len(bare) % STRIDE, len(bare) + 1, STRIDE):
        heard = _listened(bare[:end], cast, language, since) if end else heard
    return heard


def listening(view: View) -> View:
    """Return a view as a listener has it, the same in every condition.

    What the seat is told that it owes stays; all else is read from the words it heard.
    """
    heard = listen(view.heard, view.public.cast, view.language, view.since)
    mine = tuple(one for one in heard.open_pairs if one.waits_for(view.seat))
    return replace(view, heard=heard.turns, open_pairs=mine)


def as_listened(utterance: Utterance, since: int = 0) -> Utterance:
    """Return an utterance with the talk before it, and what it owes, read from the words alone."""
    heard = listen(utterance.recent, utterance.cast, utterance.language, since)
    return utterance_after(
        heard, utterance.speaker, utterance.text, utterance.language, utterance.cast
    )
