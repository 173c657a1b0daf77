"""The rules analyst: reads utterances from their words and the cast alone, without a model."""

from __future__ import annotations

from mmagents.analysts.rules.designation import designate, read_sentences, speaks_to
from mmagents.analysts.rules.facts import facts
from mmagents.analysts.rules.second_pair_parts import closes, how_taken_up
from mmagents.floor.adjacency import EXPECTS, Designation
from mmagents.interfaces.talk import Utterance


class RulesAnalyst:
    """An analyst that knows English and Japanese by their forms. It holds no state."""

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        """Return the utterance as bullet-point facts that stand alone."""
        return facts(utterance)

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the utterance does to the floor."""
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
        )
