"""How bands are made of people's talk, and how sure a single conversation can be placed in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from mmagents.evaluation.measures.measure import Figures
from mmagents.evaluation.realism.bands import (
    Inside,
    Setting,
    bands_of,
    count_inside,
    summed,
)
from mmagents.evaluation.realism.measures import TEN, figures
from mmagents.evaluation.realism.turns import Talk
from mmagents.evaluation.statistics.sums import quantile

Rows = Mapping[str, Sequence[Figures]]
"""By conversation the figures of its pieces."""


def measured(talks: Mapping[str, Sequence[Talk]], *names: str) -> dict[str, list[Figures]]:
    """Return the figures of each piece, by conversation."""
    return {name: [figures(one, *names) for one in of] for name, of in talks.items()}


def left_out(people: Rows, rows: Rows) -> Inside:
    """Return how pieces lie in the bands of all of people's conversations but their own.

    Args:
        people: of which bands are made.
        rows: which are held against them, under the same names.
    """
    counts: list[tuple[int, int]] = []
    for name, mine in rows.items():
        others = [row for other, of in people.items() if other != name for row in of]
        counts += count_inside(mine, bands_of(others, TEN))
    return summed(counts)


def halves(people: Rows, times: int, seed: int = 0) -> Inside:
    """Return how the pieces of a random half of the conversations lie in the other half's bands."""
    counts: list[tuple[int, int]] = []
    names, draw = sorted(people), Random(seed)
    for _ in range(times):
        draw.shuffle(names)
        middle = len(names) // 2
        for some, others in ((names[:middle], names[middle:]), (names[middle:], names[:middle])):
            bands = bands_of([row for name in others for row in people[name]], TEN)
            counts += count_inside([row for name in some for row in people[name]], bands)
    return summed(counts)


def shuffled(talk: Talk, seed: int) -> Talk:
    """Return a piece of talk whose turns stay, and whose speakers are dealt out to them by lot.

    Everybody keeps as many turns as they had in each stretch.
    """
    draw = Random(f"{seed}:{talk.name}")
    stretches = []
    for stretch in talk.stretches:
        whose = [(turn.speaker, turn.measured) for turn in stretch]
        draw.shuffle(whose)
        dealt = zip(stretch, whose, strict=True)
        stretches.append([turn._replace(speaker=who, measured=own) for turn, (who, own) in dealt])
    return replace(talk, stretches=stretches)


def setting_of(name: str, talks: Mapping[str, Sequence[Talk]], **told: str) -> Setting:
    """Return a setting made of people's talk.

    Args:
        name: of the setting.
        talks: by conversation the pieces that bands are made of.
        told: what, source, licence, medium, language of the setting.
    """
    rows = measured(talks)
    every = [row for of in rows.values() for row in of]
    some = [one for of in talks.values() for one in of]
    sizes = [len(one.turns) for one in some]
    dealt = {name: [shuffled(one, at) for at, one in enumerate(of)] for name, of in talks.items()}
    return Setting(
        name=name,
        turns=round(quantile(sizes, 0.5) or 0),
        least=min(sizes),
        most=max(sizes),
        conversations=len(talks),
        pieces=len(some),
        bands=bands_of(every),
        people=left_out(rows, rows),
        shuffled=left_out(rows, measured(dealt, *TEN)),
        answers=next((one.paired for one in some if one.paired), ""),
        addressees=next((one.addressed for one in some if one.addressed), ""),
        **told,  # type: ignore[arg-type]  # the medium is one of two words
    )
