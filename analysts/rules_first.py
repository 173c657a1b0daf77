"""A model that is asked only where the rules are not sure: detecting at the pace `lean`."""

from __future__ import annotations

from mmagents.analysts.rules.reading import read
from mmagents.analysts.rules.sureness import sureness
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.talk import Utterance


class RulesFirst:
    """Detects by the rules where they are sure, and otherwise asks another analyst."""

    def __init__(self, other: Analyst) -> None:
        """Take whoever reads what the rules are not sure of."""
        self._other = other

    async def normalize(self, utterance: Utterance) -> tuple[str, ...]:
        """Return what the other makes of it."""
        return await self._other.normalize(utterance)

    async def detect(self, utterance: Utterance) -> Designation:
        """Return what the rules find where they are sure, else what the other finds."""
        found = read(utterance)
        return found if sureness(utterance, found).sure else await self._other.detect(utterance)

    @staticmethod
    def sure(utterance: Utterance) -> bool:
        """Tell whether the rules are sure of an utterance, so that nobody need be waited for."""
        return sureness(utterance, read(utterance)).sure
