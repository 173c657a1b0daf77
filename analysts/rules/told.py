"""What is told to somebody by name, where the sentence asks for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mmagents.analysts.rules.holding import in_play
from mmagents.analysts.rules.reader import Kind, Sentence, reader_of
from mmagents.analysts.text.names import names_of
from mmagents.floor.adjacency import EVERYONE
from mmagents.interfaces.talk import Utterance


def with_told(utterance: Utterance, parts: Sequence[Sentence]) -> list[Sentence]:
    """Return sentences with what those that ask for nothing put to whoever they call by name."""
    if any(part.kind == "apology" for part in parts):
        return list(parts)
    told = [part if part.kind else _told(utterance, part) for part in parts]
    if any(part.kind or part.called for part in told) or not in_play(utterance):
        return told
    return [*told[:-1], replace(told[-1], kind=_after_call(utterance, told[-1].words))]


def _after_call(utterance: Utterance, words: str) -> Kind:
    """Return what a statement is that follows a call and the answer to it: news."""
    placed = reader_of(utterance.language).placed
    return "announcement" if placed.happens.search(words) else None


def _told(utterance: Utterance, part: Sentence) -> Sentence:
    """Return a statement with what it puts to the one it calls, or names as its topic."""
    if part.called:
        return replace(part, kind=told_by_name(utterance, part.called, part.words))
    language = reader_of(utterance.language)
    if not utterance.recent or part.to_stranger or not language.placed.claim.search(part.words):
        return part
    names = names_of(utterance.cast, utterance.language)
    last = utterance.recent[-1].speaker
    if language.judged(part.words, names, utterance.speaker) != (last,):
        return part
    kind = told_by_name(utterance, (last,), part.words)
    return replace(part, kind=kind, called=(last,)) if kind == "assessment" else part


def told_by_name(utterance: Utterance, called: Sequence[str], words: str) -> Kind:
    """Return what a statement puts to the one it calls: news, or a claim to agree with.

    What answers, thanks or assents puts nothing. A contradiction or a judgement is a claim; so is
    what is said of the words just spoken. All else is news to whoever is called.
    """
    language = reader_of(utterance.language)
    placed = language.placed
    if not placed.names_for_you or len(called) != 1 or called == (EVERYONE,):
        return None
    if utterance.due is not None or placed.assent.match(words) or placed.thanks.search(words):
        return None
    if any(
        pair.by in called and (utterance.speaker in pair.to or EVERYONE in pair.to)
        for pair in utterance.open_pairs
    ):
        return None
    spoke = bool(utterance.recent) and utterance.recent[-1].speaker in called
    if placed.contradicts.search(words):
        return "assessment"
    if placed.happens.search(words):
        return "announcement"
    return "assessment" if spoke and placed.claim.search(words) else None
