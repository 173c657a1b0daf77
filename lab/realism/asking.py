"""Questions: whom they name, who speaks after them, and how long their answers take.

Sources: Sacks, Schegloff & Jefferson 1974, rule 1a, on the current speaker who selects the next;
Schegloff 2007, chapter 2, on the answer that a question makes due; Stivers et al. 2009.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mmagents.lab.realism.sequence import folded
from mmagents.lab.realism.turns import Talk
from mmagents.lab.statistics.sums import mean, quantile, ratio

WITHIN = 3
"""Runs after a question in which whoever it names may still be said to follow it."""


class Asked(NamedTuple):
    """A question that names exactly one of the others who spoke.

    Attributes:
        next: whether that one is the next other speaker.
        soon: whether that one speaks in one of the next three runs.
    """

    next: bool
    soon: bool


def asked_by_name(talk: Talk) -> Iterator[Asked]:
    """Yield the questions that name one other, each with what followed."""
    for stretch in talk.stretches:
        runs = folded(stretch)
        speakers = [run[0].speaker for run in runs]
        for at, run in enumerate(runs[:-1]):
            for turn in run:
                named = turn.named or ()
                if not (turn.measured and turn.question and len(named) == 1):
                    continue
                (who,) = named
                if who in speakers:
                    after = speakers[at + 1 : at + 1 + WITHIN]
                    yield Asked(after[0] == who, who in after)


def named_next(talk: Talk) -> float | None:
    """Return how often whoever a question names is the next other speaker."""
    return mean([float(one.next) for one in asked_by_name(talk)])


def named_soon(talk: Talk) -> float | None:
    """Return how often whoever a question names speaks in one of the next three runs."""
    return mean([float(one.soon) for one in asked_by_name(talk)])


def answered(talk: Talk) -> float | None:
    """Return the share of the questions that another turn took up; None where none was asked."""
    found = [turn.lags for turn in talk.own]
    asked = sum(turn.asked for turn in talk.own)
    return ratio(sum(map(len, found)), asked) if talk.paired else None


def answered_at_once(talk: Talk) -> float | None:
    """Return the share of the answered questions whose answer was the very next turn."""
    lags = [one for turn in talk.own for one in turn.lags]
    return ratio(sum(one == 1 for one in lags), len(lags))


def lag(talk: Talk, share: float) -> float | None:
    """Return a quantile of the turns from a question to its answer."""
    return quantile((one for turn in talk.own for one in turn.lags), share)
