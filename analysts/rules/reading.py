"""What one utterance does to the floor, read by rule: what it puts to whom, what it takes up."""

from __future__ import annotations

from dataclasses import replace

from mmagents.analysts.rules.designation import designate, put_before, read_sentences, speaks_to
from mmagents.analysts.rules.reader import Sentence, reader_of
from mmagents.analysts.rules.second_pair_parts import closes, how_taken_up
from mmagents.floor.adjacency import EXPECTS, Designation
from mmagents.interfaces.talk import Utterance


def read(utterance: Utterance) -> Designation:
    """Return what an utterance does to the floor, from its words and what went before.

    What the rules read; in a language that has a learned model, this settles what is put to whom.
    """
    parts = read_sentences(utterance)
    found = by_rules(utterance, parts)
    settle = reader_of(utterance.language).learned
    if settle is None:
        return found
    kind, to, _ = settle(utterance, parts, found)
    return replace(
        found,
        first_pair_part=kind,
        addressees=to,
        expects=EXPECTS[kind] if kind else (),
        closes=kind is None and found.answers is None and closes(utterance, parts),
        earlier=put_before(utterance, parts, to) if kind else (),
    )


def chance_of(utterance: Utterance) -> float | None:
    """Return how likely the learned model holds what `read` says is put to whom, 0-1.

    None in a language that the rules alone read.
    """
    settle = reader_of(utterance.language).learned
    if settle is None:
        return None
    parts = read_sentences(utterance)
    return settle(utterance, parts, by_rules(utterance, parts)).chance


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
