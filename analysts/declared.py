"""What a speaker declares that its words do to the floor, checked by the rules. Pure."""

from __future__ import annotations

from mmagents.analysts.rules.reading import read
from mmagents.analysts.rules.sureness import SURE, sureness
from mmagents.floor.adjacency import AGREEABLE, Designation
from mmagents.interfaces.talk import Utterance


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
