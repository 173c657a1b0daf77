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
    told = [part if part.kind else _told(utterance, part, len(parts) == 1) for part in parts]
    if any(part.kind for part in told) or not told:
        return told
    opens = bool(told[0].called) and not _assents(utterance, told[0].words)
    if not opens and (told[0].called or not in_play(utterance)):
        return told
    if opens and (len(told) == 1 or _replies(utterance, told[0].called)):
        return told
    return [*told[:-1], replace(told[-1], kind=_after_call(utterance, told[-1].words))]


def _after_call(utterance: Utterance, words: str) -> Kind:
    """Return what a statement is that follows somebody's name, or a call and its answer: news."""
    placed = reader_of(utterance.language).placed
    return "announcement" if placed.happens.search(words) else None


def _told(utterance: Utterance, part: Sentence, alone: bool) -> Sentence:
    """Return a statement with what it puts to the one it calls, or names as its topic."""
    if part.called:
        return replace(part, kind=told_by_name(utterance, part.called, part.words))
    language = reader_of(utterance.language)
    if (
        not alone
        or not utterance.recent
        or part.to_stranger
        or not language.placed.claim.search(part.words)
    ):
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
    if _assents(utterance, words) or _replies(utterance, called):
        return None
    spoke = bool(utterance.recent) and utterance.recent[-1].speaker in called
    if placed.contradicts.search(words):
        return "assessment"
    if placed.happens.search(words):
        return "announcement"
    return "assessment" if spoke and placed.claim.search(words) else None


def _assents(utterance: Utterance, words: str) -> bool:
    """Return whether words answer, assent, thank or part."""
    placed = reader_of(utterance.language).placed
    return bool(placed.assent.match(words) or placed.thanks.search(words))


def _replies(utterance: Utterance, called: Sequence[str]) -> bool:
    """Return whether this speaker owes something, or those called wait for something from all."""
    return utterance.due is not None or any(
        pair.by in called and (utterance.speaker in pair.to or EVERYONE in pair.to)
        for pair in utterance.open_pairs
    )
