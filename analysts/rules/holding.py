"""Who holds the floor: whom a sentence that names nobody follows up on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mmagents.analysts.rules.reader import reader_of
from mmagents.analysts.text.names import names_of
from mmagents.analysts.text.sentences import sentences
from mmagents.interfaces.talk import HeardTurn, Utterance

_BY_TURNS = 3
"""Turns that two take by turns before what one of them proposes is put to the other alone."""


def last_of_another(utterance: Utterance) -> HeardTurn | None:
    """Return the last turn of somebody else, or None."""
    others = (turn for turn in reversed(utterance.recent) if turn.speaker != utterance.speaker)
    return next(others, None)


def both_of(utterance: Utterance, words: str) -> tuple[str, ...]:
    """Return the two whom "you two" means: those named together before, else who spoke last."""
    language = reader_of(utterance.language)
    if not language.placed.both.search(words):
        return ()
    names = names_of(utterance.cast, utterance.language)
    before = last_of_another(utterance)
    named = language.mentioned(before.text, names, before.speaker) if before else ()
    named = tuple(one for one in named if one != utterance.speaker)
    if len(named) == 2:
        return named
    spoke = [turn.speaker for turn in reversed(utterance.recent)]
    two = tuple(dict.fromkeys(one for one in spoke if one != utterance.speaker))[:2]
    return two if len(two) == 2 else ()


def holds_the_floor(utterance: Utterance, words: str) -> str | None:
    """Return whom a sentence that names nobody follows up on: as a rule, who spoke last.

    A token ("oh") takes no turn of its own where it answers nobody; a word that is asked about
    ("what do you mean, closed?") is put to whoever said it.
    """
    language = reader_of(utterance.language)
    others = [turn for turn in reversed(utterance.recent) if turn.speaker != utterance.speaker]
    if not others:
        return None
    asked = language.placed.asked_about.match(words)
    if asked:
        for turn in others:
            if asked.group(1) in turn.text:
                return turn.speaker
    if language.placed.share.match(words) and (gave := _last_giver(others, utterance.language)):
        return gave
    last = utterance.recent[-1]
    if len(others) > 1 and last is others[0] and utterance.recent[-2].speaker != utterance.speaker:
        told = utterance.recent[-2].first_pair_part == "announcement"
        if language.placed.token.fullmatch(re.sub(r"\s", "", last.text)):
            return utterance.recent[-2].speaker
        if told and last.first_pair_part is None and language.placed.reaction.match(last.text):
            return utterance.recent[-2].speaker
    return others[0].speaker


def _last_giver(others: Sequence[HeardTurn], language: str) -> str | None:
    """Return who of those who spoke, the latest first, last offered something."""
    reader = reader_of(language)
    for turn in others:
        said = sentences(turn.text, language)
        if turn.first_pair_part == "offer" or any(
            reader.type_of(one, 1) == "offer" for one in said
        ):
            return turn.speaker
    return None


def among_two(utterance: Utterance) -> bool:
    """Return whether this speaker and one other have been talking by turns, and nobody else."""
    if not reader_of(utterance.language).placed.names_for_you or len(utterance.recent) < _BY_TURNS:
        return False
    *_, first, second, third = utterance.recent
    other = third.speaker
    spoke = (first.speaker, second.speaker, third.speaker)
    put = {one for turn in (first, second, third) for one in turn.addressees}
    return spoke == (other, utterance.speaker, other) and put <= {other, utterance.speaker}


def in_play(utterance: Utterance) -> str | None:
    """Return who has just answered this speaker's call, or None."""
    if len(utterance.recent) < 2:
        return None
    own, last = utterance.recent[-2], utterance.recent[-1]
    if own.speaker != utterance.speaker or last.speaker == utterance.speaker:
        return None
    if own.first_pair_part == "summons":
        return last.speaker if own.addressees == (last.speaker,) else None
    return (
        last.speaker if own.first_pair_part is None and _only_calls(utterance, own, last) else None
    )


def _only_calls(utterance: Utterance, own: HeardTurn, last: HeardTurn) -> bool:
    """Return whether an earlier turn was no more than a call of whoever spoke after it."""
    reader = reader_of(utterance.language)
    names = names_of(utterance.cast, utterance.language)
    if reader.vocatives(own.text, names, own.speaker) != (last.speaker,):
        return False
    bare = reader.without_vocatives(own.text, names, own.speaker)
    return reader.type_of(bare, 1) == "summons"
