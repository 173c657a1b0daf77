"""What one utterance does to the floor, read by rule: what it puts to whom, what it takes up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from threading import Thread
from typing import NamedTuple

from mmagents.analysts.rules.designation import designate, put_before, read_sentences, speaks_to
from mmagents.analysts.rules.reader import Sentence, reader_of
from mmagents.analysts.rules.second_pair_parts import closes, how_taken_up
from mmagents.analysts.text.names import Names, names_of
from mmagents.floor.adjacency import EXPECTS, Designation, Obligation
from mmagents.interfaces.talk import HeardTurn, Utterance


def read(utterance: Utterance) -> Designation:
    """Return what an utterance does to the floor, from its words and what went before.

    What the rules read; in a language that has a learned model, this settles what is put to whom.
    """
    if reader_of(utterance.language).learned is None:
        return by_rules(utterance, read_sentences(utterance))
    return _settled(_heard(utterance))[0]


@cache
def prepare(language: str) -> Thread:
    """Load what it takes to read a language, once a process, while a model is waited for.

    The first utterance takes some tenths of a second longer to read than those after it. Here that
    is one of no words, which nobody said.
    """
    nobody = Utterance("", "", language, ())
    loading = Thread(target=read, args=(nobody,), name=f"mmagents-{language}")
    loading.start()
    return loading


def chance_of(utterance: Utterance) -> float | None:
    """Return how likely the learned model holds what `read` says is put to whom, 0-1.

    None in a language that the rules alone read.
    """
    if reader_of(utterance.language).learned is None:
        return None
    return _settled(_heard(utterance))[1]


class _Heard(NamedTuple):
    """What a reading rests on: an utterance, its cast by what their names are found with."""

    speaker: str
    text: str
    language: str
    names: Names
    recent: tuple[HeardTurn, ...]
    due: Obligation | None
    open_pairs: tuple[Obligation, ...]
    cut: bool


def _heard(utterance: Utterance) -> _Heard:
    return _Heard(
        utterance.speaker,
        utterance.text,
        utterance.language,
        names_of(utterance.cast, utterance.language),
        utterance.recent,
        utterance.due,
        utterance.open_pairs,
        utterance.cut,
    )


@lru_cache(maxsize=1024)
def _settled(heard: _Heard) -> tuple[Designation, float]:
    """Return what a learned model settles, and its chance: a turn is read more than once."""
    utterance = Utterance(
        heard.speaker, heard.text, heard.language, heard.names.cast, heard.recent, heard.due,
        heard.open_pairs, cut=heard.cut,
    )  # fmt: skip
    parts = read_sentences(utterance)
    found = by_rules(utterance, parts)
    settle = reader_of(heard.language).learned
    assert settle is not None
    kind, to, chance = settle(utterance, parts, found)
    settled = replace(
        found,
        first_pair_part=kind,
        addressees=to,
        expects=EXPECTS[kind] if kind else (),
        closes=kind is None and found.answers is None and closes(utterance, parts),
        earlier=put_before(utterance, parts, to) if kind else (),
    )
    return settled, chance


def only_begun(utterance: Utterance) -> bool:
    """Tell whether words only begin a turn ("Well.", "I can tell you this.").

    They lead up to more (Schegloff 2007, chapter 4: pre-sequences), so that nothing is taken up
    yet, nor put to anybody.
    """
    begun = reader_of(utterance.language).replies.begun
    return begun.fullmatch(utterance.text.strip()) is not None


def by_rules(utterance: Utterance, parts: tuple[Sentence, ...]) -> Designation:
    """Return what the rules alone read.

    Args:
        utterance: as said.
        parts: its sentences.
    """
    kind, addressees = designate(utterance, parts)
    answers, second = how_taken_up(utterance, parts)
    if utterance.cut and only_begun(utterance):
        answers, second = None, None
    return Designation(
        first_pair_part=kind,
        addressees=addressees,
        expects=EXPECTS[kind] if kind else (),
        answers=answers,
        second_pair_part=second,
        closes=kind is None and answers is None and closes(utterance, parts),
        recipient=speaks_to(utterance, parts),
        earlier=put_before(utterance, parts, addressees) if kind else (),
    )
