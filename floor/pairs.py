"""Adjacency pairs over time: what is open, what a turn closes, what lapses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from mmagents.floor.adjacency import EVERYONE, Designation, Obligation
from mmagents.floor.insertions import after_insertions, base_of, waiting

Closing = Literal["answered", "refused", "evaded", "lapsed"]
LAPSES_AFTER = 4
"""Turns that an unanswered first pair part stays relevant: long enough for an insertion sequence
(Schegloff 2007, chapter 6) and its answer, short enough that a dropped question is called one."""
STAYS_OPEN: Mapping[str, int] = {"speech": LAPSES_AFTER, "chat": 10}
"""By medium: for how many turns what was put to somebody waits. In chat people answer beside other
talk: of those who are asked by name and speak again at all, nine in ten have done so by the seventh
message (LLMafia) or the eleventh (IRC), and a pair can still be taken up in the message after these
(docs/results/waiting.md)."""

HOW: Mapping[str, Closing] = {"refusal": "refused", "evasion": "evaded"}


class Closed(NamedTuple):
    """How the first pair part of turn `turn` ended; `nth` as in :class:`Obligation`."""

    turn: int
    how: Closing
    nth: int = 0


def take_up(  # noqa: PLR0913  # all that a turn may meet, each by its name
    open_pairs: Sequence[Obligation],
    found: Designation,
    *,
    speaker: str,
    text: str,
    turn: int,
    hearers: Sequence[str] = (),
    lapses_after: int = LAPSES_AFTER,
    aside: Sequence[int] = (),
    asks_back: bool | None = None,
) -> tuple[list[Obligation], list[Closed]]:
    """Return what is open after a turn, and what it closed.

    A turn closes the pairs it answers, if those were open and not its speaker's own: where one turn
    asked several people, those put to this speaker. What was put to everyone is closed by the first
    who takes it up, and stays open for each of the others until they have had their say. A pair
    that nobody has answered for more than `lapses_after` turns lapses.

    Args:
        open_pairs: what was open before the turn.
        found: what the turn does to the floor.
        speaker: whose turn it is.
        text: its words.
        turn: its number, from 1.
        hearers: who hears it; left out, the first to take up a question to everyone is enough.
        lapses_after: how many turns, at least 1.
        aside: numbers that stand between turns and count as none: those of backchannels.
        asks_back: whether the turn asks about what its speaker was asked, by its words; with it,
            insertion sequences nest (see :mod:`mmagents.floor.insertions`). None for no nesting.
    """
    still: list[Obligation] = []
    closed: list[Closed] = []
    taken = _taken(open_pairs, found, speaker)
    base = base_of(open_pairs, found, speaker) if asks_back else None
    if base in taken:
        taken = ()  # whoever does no more than ask about it neither answers nor evades
    held = waiting(open_pairs) if asks_back is not None else set()
    if base:
        held.add((base.turn, base.nth))
    for pair in open_pairs:
        if pair in taken and found.second_pair_part:
            if not pair.had_say:
                how = HOW.get(found.second_pair_part, "answered")
                closed.append(Closed(pair.turn, how, pair.nth))
            heard = replace(pair, had_say=(*pair.had_say, speaker))
            if pair.to == (EVERYONE,) and any(map(heard.waits_for, hearers)):
                still.append(heard)
        elif (pair.turn, pair.nth) in held or _age(pair, turn, aside) <= lapses_after:
            still.append(pair)
        elif not pair.had_say:
            closed.append(Closed(pair.turn, "lapsed", pair.nth))
    opened = _opened(found, speaker, text, turn)
    if asks_back is None:
        return [*still, *opened], closed
    if base:
        opened[-1] = replace(opened[-1], within=(base.turn, base.nth))
    ended = taken if found.second_pair_part else ()
    return after_insertions(open_pairs, [*still, *opened], turn, ended), closed


def _age(pair: Obligation, turn: int, aside: Sequence[int]) -> int:
    """Return for how many turns a pair has been open that count towards its lapse."""
    return turn - pair.turn - pair.held - sum(one > pair.turn for one in aside)


def _taken(
    open_pairs: Sequence[Obligation], found: Designation, speaker: str
) -> Sequence[Obligation]:
    """Return the pairs of one turn that a turn takes up: those put to its speaker, if any."""
    pairs = [pair for pair in open_pairs if pair.turn == found.answers and pair.by != speaker]
    own = [pair for pair in pairs if speaker in pair.to]
    to_all = [pair for pair in pairs if pair.to == (EVERYONE,)]
    return own or to_all or pairs


def _opened(found: Designation, speaker: str, text: str, turn: int) -> list[Obligation]:
    """Return what a turn opens, the last of its first pair parts last."""
    parts = [(nth, part) for nth, part in enumerate(found.earlier, 1) if part.addressees]
    opened = [
        Obligation(turn, speaker, one.addressees, one.first_pair_part, one.expects, text, nth)
        for nth, one in parts
    ]
    if found.first_pair_part and found.addressees:
        last = found.addressees, found.first_pair_part, found.expects
        opened.append(Obligation(turn, speaker, *last, text))
    return opened


def lapsed(open_pairs: Sequence[Obligation]) -> list[Closed]:
    """Return what lapses where a talk ends: all that nobody has taken up."""
    return [Closed(pair.turn, "lapsed", pair.nth) for pair in open_pairs if not pair.had_say]


def of_turn(open_pairs: Sequence[Obligation], turn: int) -> Obligation | None:
    """Return the pair by which `turn` may select the next speaker, or None.

    That is what it puts to somebody; else what is due again as it closed an insertion sequence.
    """
    put = (pair for pair in open_pairs if pair.turn == turn and not pair.nth)
    again = (pair for pair in reversed(open_pairs) if pair.again == turn)
    return next(put, None) or next(again, None)
