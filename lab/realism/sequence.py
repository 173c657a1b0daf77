"""Who follows whom: back to the last but one, by recency, and how long two keep the floor.

All is taken on the sequence of speakers with repeats folded: a run is all that one speaker says
before another does. Changes count from the third run of a stretch on, where there is a last but
one; only changes to somebody who is measured. Sources: Sacks, Schegloff & Jefferson 1974, on turn
order that is not fixed and on the bias to the one who spoke before; Gibson 2003 on participation
shifts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from mmagents.lab.realism.turns import Talk, Turn
from mmagents.lab.statistics.sums import mean, quantile, ratio

LONG = 4
"""Turns of a dyadic run that counts as long: A-B-A-B."""


class Change(NamedTuple):
    """A change of speaker to somebody who is measured.

    Attributes:
        back: whether the floor goes back to the last but one.
        chance: that another run of the stretch, drawn by lot from those that are not the current
            speaker's, is the last but one's, 0-1.
        rank: of the next speaker by recency, 1 = the last but one; 0 if they have not yet spoken.
        asked: whether the last turn before it holds a question.
    """

    back: bool
    chance: float
    rank: int
    asked: bool


@dataclass(frozen=True, slots=True)
class Followed:
    """The changes of a talk, and by each dyadic run how many runs it lasts."""

    changes: tuple[Change, ...]
    dyads: tuple[int, ...]


def folded(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Return the runs of a stretch: turns of one speaker, up to the next speaker's."""
    return [list(of) for _, of in groupby(turns, key=lambda turn: turn.speaker)]


def sequence(talk: Talk) -> Followed:
    """Return what follows what in a talk."""
    changes: list[Change] = []
    dyads: list[int] = []
    for stretch in talk.stretches:
        runs = folded(stretch)
        changes += _changes(runs)
        dyads += _dyads([run[0].speaker for run in runs])
    return Followed(tuple(changes), tuple(dyads))


def _changes(runs: Sequence[Sequence[Turn]]) -> Iterator[Change]:
    speakers = [run[0].speaker for run in runs]
    counts = Counter(speakers)
    recent = speakers[:1]  # the latest first, each once
    for at in range(1, len(runs)):
        now, next_ = speakers[at - 1], speakers[at]
        others = [one for one in recent if one != now]
        if at >= 2 and runs[at][0].measured:
            before = speakers[at - 2]
            yield Change(
                back=next_ == before,
                chance=(counts[before] - 1) / max(len(runs) - counts[now] - 1, 1),
                rank=others.index(next_) + 1 if next_ in others else 0,
                asked=bool(runs[at - 1][-1].question),
            )
        recent = [next_, *(one for one in recent if one != next_)]


def _dyads(speakers: Sequence[str]) -> Iterator[int]:
    """Yield how many runs each spell lasts in which two alternate; it starts with any two."""
    length = 0
    for at in range(1, len(speakers)):
        if at >= 2 and speakers[at] == speakers[at - 2]:
            length += 1
            continue
        if length:
            yield length
        length = 2
    if length:
        yield length


def back_rate(talk: Talk) -> float | None:
    """Return the share of changes that go back to the last but one."""
    return mean([float(one.back) for one in sequence(talk).changes])


def back_chance(talk: Talk) -> float | None:
    """Return what that share would be if runs were drawn by lot, each speaker having their own."""
    return mean([one.chance for one in sequence(talk).changes])


def lift(talk: Talk) -> float | None:
    """Return (rate - chance) / (1 - chance): 0 by chance, 1 where the floor always goes back."""
    rate, chance = back_rate(talk), back_chance(talk)
    if rate is None or chance is None:
        return None
    return ratio(rate - chance, 1 - chance)


def back_after_question(talk: Talk) -> float | None:
    """Return the rate over changes that follow a question; None of fewer than five."""
    asked = [float(one.back) for one in sequence(talk).changes if one.asked]
    return mean(asked) if len(asked) >= 5 else None


def rank_share(talk: Talk, least: int, most: int | None = None) -> float | None:
    """Return the share of changes to whoever is of such a rank by recency; 0: not yet spoken."""
    ranks = [one.rank for one in sequence(talk).changes]
    top = least if most is None else most
    return ratio(sum(least <= one <= top for one in ranks), len(ranks))


def dyad(talk: Talk, share: float) -> float | None:
    """Return a quantile of the turns for which two people alternate."""
    return quantile(sequence(talk).dyads, share)


def in_long_dyads(talk: Talk) -> float | None:
    """Return the share of changes that lie in dyadic runs of four runs or more."""
    dyads = sequence(talk).dyads
    return ratio(sum(one - 1 for one in dyads if one >= LONG), sum(one - 1 for one in dyads))
