"""The rules where they are sure; otherwise a model, or what the speaker declares."""

from __future__ import annotations

from mmagents.analysts.rules.reading import read
from mmagents.analysts.rules.sureness import SURE, sureness
from mmagents.floor.adjacency import AGREEABLE, Designation
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.talk import Utterance


class RulesFirst:
    """Detects by the rules where they are sure, and otherwise asks another: the pace `lean`."""

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


def checked(declared: Designation, utterance: Utterance) -> Designation:
    """Return what an utterance does to the floor.

    Half by half, what it puts to whom and what it takes up, it is what the rules find where they
    are sure, for it is the words that others hear. Elsewhere it is what the speaker declared, if
    it takes up something that can be taken up.

    Args:
        declared: what the speaker says that its words do, with ids for names.
        utterance: the words, and what is open.
    """
    found = read(utterance)
    sure = sureness(utterance, found)
    put = found if sure.put >= SURE else declared
    taken = found if sure.taken_up >= SURE or not _can(declared, utterance) else declared
    return Designation(
        first_pair_part=put.first_pair_part,
        addressees=put.addressees,
        expects=put.expects,
        answers=taken.answers,
        second_pair_part=taken.second_pair_part,
        closes=found.closes and put.first_pair_part is None and taken.answers is None,
        recipient=found.recipient,
        earlier=put.earlier,
    )


def takes_up(turn: int, declared: Designation, utterance: Utterance) -> bool:
    """Tell whether words take up what was put in a turn: they are declared to, or the rules say."""
    return turn in (declared.answers, read(utterance).answers)


def _can(declared: Designation, utterance: Utterance) -> bool:
    """Tell whether what is declared to be taken up is open, or a turn to agree or disagree with."""
    open_ones = {pair.turn for pair in utterance.open_pairs if pair.by != utterance.speaker}
    if utterance.due:
        open_ones.add(utterance.due.turn)
    if declared.second_pair_part in AGREEABLE:
        open_ones |= {one.turn for one in utterance.recent if one.speaker != utterance.speaker}
    return declared.answers in open_ones and declared.second_pair_part is not None
