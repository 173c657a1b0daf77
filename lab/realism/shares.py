"""How evenly a talk is shared out, and how long its turns are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import pairwise

from mmagents.lab.realism.turns import Talk, Turn
from mmagents.lab.statistics.sums import quantile, ratio


def gini(values: Iterable[float]) -> float | None:
    """Return the Gini coefficient times n / (n - 1): 0 where all have as much, 1 where one has all.

    None of fewer than two values, or where nobody has anything.
    """
    sorted_ = sorted(values)
    n, total = len(sorted_), sum(sorted_)
    if n < 2 or not total:
        return None
    weighted = sum(at * value for at, value in enumerate(sorted_, 1))
    return (2 * weighted / (n * total) - (n + 1) / n) * n / (n - 1)


def gini_of(talk: Talk, amount: Callable[[Turn], float | None]) -> float | None:
    """Return the Gini coefficient, over those who spoke, of something that turns have so much of.

    None where it is unknown of any turn.
    """
    held: defaultdict[str, float] = defaultdict(float)
    for turn in talk.own:
        much = amount(turn)
        if much is None:
            return None
        held[turn.speaker] += much
    return gini(held.values())


def spread(talk: Talk, amount: Callable[[Turn], float | None], share: float) -> float | None:
    """Return a quantile, over turns, of something that they have so much of, where it is known."""
    known = [much for turn in talk.own if (much := amount(turn)) is not None]
    return quantile(known, share)


def share_of(talk: Talk, is_so: Callable[[Turn], bool | None]) -> float | None:
    """Return the share of the turns of which something is so; None where it is unknown of any."""
    found = [is_so(turn) for turn in talk.own]
    return None if None in found else ratio(sum(map(bool, found)), len(found))


def continued(talk: Talk) -> float | None:
    """Return the share of turns, but a stretch's first, whose speaker had the turn before too.

    None of speech, whose turns are folded by what a turn is.
    """
    if talk.medium == "speech":
        return None
    same = [
        after.speaker == before.speaker
        for stretch in talk.stretches
        for before, after in pairwise(stretch)
        if after.measured
    ]
    return ratio(sum(same), len(same))


def backchannels(talk: Talk) -> float | None:
    """Return the share of backchannels.

    Of speech: of all units, those that are one. Of chat: of the messages, those that only
    acknowledge; they stay turns.
    """
    if talk.medium == "chat":
        return share_of(talk, lambda turn: None if turn.words is None else turn.acknowledges)
    aside = sum(turn.backchannels for turn in talk.turns)
    return ratio(aside, aside + sum(turn.pieces for turn in talk.turns))
