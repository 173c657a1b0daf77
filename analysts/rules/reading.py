"""What one utterance does to the floor, read by rule: what it puts to whom, what it takes up."""

from __future__ import annotations

from mmagents.analysts.rules.designation import designate, put_before, read_sentences, speaks_to
from mmagents.analysts.rules.second_pair_parts import closes, how_taken_up
from mmagents.floor.adjacency import EXPECTS, Designation
from mmagents.interfaces.talk import Utterance


def read(utterance: Utterance) -> Designation:
    """Return what an utterance does to the floor, from its words and what went before."""
    parts = read_sentences(utterance)
    kind, addressees = designate(utterance, parts)
    answers, second = how_taken_up(utterance, parts)
    return Designation(
        first_pair_part=kind,
        addressees=addressees,
        expects=EXPECTS[kind] if kind else (),
        answers=answers,
        second_pair_part=second,
        closes=kind is None and answers is None and closes(utterance, parts),
        recipient=speaks_to(utterance, parts),
        earlier=put_before(utterance, parts),
    )
