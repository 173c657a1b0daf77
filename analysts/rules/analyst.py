"""The rules analyst: reads utterances from words and cast alone, without a language model.

English is read by rules. What a Japanese utterance puts to whom is settled by a small model that
was learned from labelled lines and looks at what the rules read (`ja/learned`).
"""

from __future__ import annotations

from mmagents.analysts.rules.facts import facts
from mmagents.analysts.rules.listening import as_listened
from mmagents.analysts.rules.reading import read
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.talk import Utterance


class RulesAnalyst:
    """An analyst that knows English by rules, Japanese by rules and a small learned model.

    It holds no state.
    """

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        """Return the utterance as bullet-point facts that stand alone."""
        return facts(as_listened(utterance))

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the utterance does to the floor."""
        return read(utterance)
