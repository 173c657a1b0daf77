"""Whom an utterance is spoken to, whether or not it puts anything to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from mmagents.analysts.rules.designation import read_sentences
from mmagents.analysts.rules.reader import Sentence
from mmagents.analysts.rules.recipient import most_likely_recipient
from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance


def all_called(parts: Sequence[Sentence]) -> tuple[str, ...]:
    """Return those whom sentences as read call by name, each once, in order."""
    return tuple(dict.fromkeys(name for part in parts for name in part.called))


@lru_cache(maxsize=1024)
def _called_before(
    text: str, speaker: str, language: str, cast: tuple[Person, ...]
) -> tuple[str, ...]:
    names = all_called(read_sentences(Utterance(speaker, text, language, cast)))
    return tuple(name for name in names if name != EVERYONE)


def as_spoken_to(turn: HeardTurn, utterance: Utterance) -> HeardTurn:
    """Return an earlier turn with those it calls by name where it selects nobody."""
    if turn.addressees:
        return turn
    names = _called_before(turn.text, turn.speaker, utterance.language, utterance.cast)
    return replace(turn, addressees=names) if names else turn


def speaks_to(utterance: Utterance, parts: Sequence[Sentence]) -> str | None:
    """Return whom an utterance is spoken to: whoever it calls by name, else who is likeliest.

    None where it is spoken to the whole table, or nobody spoke before.
    """
    names = all_called(parts)
    if EVERYONE in names:
        return None
    if names:
        return names[0]
    recent = [as_spoken_to(turn, utterance) for turn in utterance.recent]
    return most_likely_recipient(utterance.text, utterance.speaker, recent, utterance.language)
