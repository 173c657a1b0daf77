"""How bands are made of people's talk, and how sure a single conversation can be placed in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from mmagents.errors import MMAgentsError
from mmagents.lab.measures.measure import Figures
from mmagents.lab.realism.bands import (
    FEWEST,
    Inside,
    Setting,
    bands_of,
    count_inside,
    summed,
)
from mmagents.lab.realism.measures import TEN, figures
from mmagents.lab.realism.pairs import with_pairs
from mmagents.lab.realism.turns import Talk, pieces, talk_of
from mmagents.lab.recordings.recording import Recording
from mmagents.lab.statistics.sums import quantile

WINDOW = 60
"""Turns of a window, where none are told."""
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
        talks: by conversation the pieces that bands are made of. Where those of all but one are
            too few for a band, it stays open how people's own pieces lie.
        told: what, source, licence, medium, language of the setting.
    """
    rows = measured(talks)
    every = [row for of in rows.values() for row in of]
    some = [one for of in talks.values() for one in of]
    sizes = [len(one.turns) for one in some]
    dealt = {name: [shuffled(one, at) for at, one in enumerate(of)] for name, of in talks.items()}
    enough = len(some) - max(map(len, talks.values())) >= FEWEST
    return Setting(
        name=name,
        turns=round(quantile(sizes, 0.5) or 0),
        least=min(sizes),
        most=max(sizes),
        conversations=len(talks),
        pieces=len(some),
        bands=bands_of(every),
        people=left_out(rows, rows) if enough else None,
        shuffled=left_out(rows, measured(dealt, *TEN)) if enough else None,
        answers=next((one.paired for one in some if one.paired), ""),
        addressees=next((one.addressed for one in some if one.addressed), ""),
        **told,  # type: ignore[arg-type]  # the medium is one of two words
    )


def setting_from(recordings: Sequence[Recording], name: str, window: int | None = None) -> Setting:
    """Return the setting of one's own conversations, in windows or whole.

    Windows are of `window` turns; left out, of 60 where that makes enough of them, else
    conversations are taken whole.

    Raises:
        MMAgentsError: if there are too few pieces for bands.
    """
    talks = [with_pairs(talk_of(one)) for one in recordings]
    cut = {one.name: of for one in talks if (of := pieces(one, window or WINDOW))}
    if window is None and sum(map(len, cut.values())) < FEWEST:
        cut = {one.name: [one] for one in talks if one.turns}
    many = sum(map(len, cut.values()))
    if many < FEWEST:
        sizes = f"{len(talks)} conversations" if len(talks) > 1 else "one conversation"
        raise MMAgentsError(
            f"{name} holds {sizes}, which makes {many} pieces of talk; a band needs {FEWEST}. Give "
            "more talk, or smaller windows with --window."
        )
    first = recordings[0]
    return setting_of(
        name,
        cut,
        what="conversations of your own",
        source=name,
        licence="your own file",
        medium=first.medium,
        language=first.language,
    )
