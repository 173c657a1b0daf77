"""Human bands: between which figures the middle eighty per cent of a setting's conversations lie.

A band is that of a setting (who talked, where, about what, for how long), not of people as such.
The shipped ones are numbers in `bands.toml`, made by `python -m benchmarks bands`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from mmagents.lab.measures.measure import Figures
from mmagents.lab.realism.measures import SIX, TEN
from mmagents.lab.recordings.recording import Medium
from mmagents.lab.statistics.sums import mean, quantile
from mmagents.lab.texts import toml_of

LOW, HIGH = 0.1, 0.9
CLOSE = 1e-9
"""How far outside a band a figure may lie by rounding alone."""
FEWEST = 8
"""Pieces of people's talk that a band needs at least: below, its ends are two single pieces."""


class Band(NamedTuple):
    """The 10th percentile, the median and the 90th percentile of `n` pieces of talk."""

    low: float
    median: float
    high: float
    n: int

    def holds(self, figure: float) -> bool:
        """Tell whether a figure lies within the band, its ends included."""
        return self.low - CLOSE <= figure <= self.high + CLOSE


Bands = Mapping[str, Band]
"""Bands by measure."""


@dataclass(frozen=True, slots=True)
class Inside:
    """How many measures of the check pieces of talk have inside a band that was made without them.

    Attributes:
        mean: of the ten.
        six: mean of the six of turn-taking alone.
        at_least: share of pieces with so many of the ten or more, from 0 to 10.
    """

    mean: float
    six: float
    at_least: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the people of a band talked.

    Attributes:
        name: "speech", "chat" …
        what: in words: "meetings of research groups".
        medium: speech or chat.
        language: of the talk, a code of BCP 47.
        source: the corpus and its version.
        licence: of the corpus.
        turns: of a window; of whole conversations the median, to which longer ones are cut.
        least, most: turns of the shortest and the longest piece that bands were made of; for
            windows both are `turns`.
        conversations, pieces: how many.
        bands: by measure.
        people: how people's own pieces lie in the band made of the other conversations.
        shuffled: the same for the same pieces with their speakers dealt out by lot.
        answers, addressees: how it was known what takes up what, and whom turns were put to:
            "recorded", "rules" (the rules analyst's reading), or "".
    """

    name: str
    what: str
    medium: Medium
    language: str
    source: str
    licence: str
    turns: int
    least: int
    most: int
    conversations: int
    pieces: int
    bands: Bands
    people: Inside | None = None
    shuffled: Inside | None = None
    answers: str = ""
    addressees: str = ""

    @property
    def checked(self) -> tuple[str, ...]:
        """Those of the ten measures that have a band here."""
        return tuple(name for name in TEN if name in self.bands)

    def label(self) -> str:
        """Return it in words: "meetings of research groups (MRDA, windows of 60 turns)"."""
        short = self.source.partition(",")[0].partition(" (")[0]
        windows = self.least == self.most
        cut = f"windows of {self.turns} turns" if windows else f"{self.least}-{self.most} turns"
        return f"{self.what} ({short}, {cut})"


def bands_of(
    rows: Sequence[Figures], names: Sequence[str] = (), fewest: int = FEWEST
) -> dict[str, Band]:
    """Return the band of each measure, or of those named, that `fewest` pieces or more have."""
    found: dict[str, Band] = {}
    for name in names or dict.fromkeys(name for row in rows for name in row):
        values = sorted(known for row in rows if (known := row.get(name)) is not None)
        low, middle, high = (quantile(values, at) for at in (LOW, 0.5, HIGH))
        if len(values) >= fewest and low is not None and middle is not None and high is not None:
            found[name] = Band(low, middle, high, len(values))
    return found


def inside(row: Figures, bands: Bands, names: Sequence[str] = TEN) -> tuple[str, ...]:
    """Return which measures of a piece lie in their bands."""
    return tuple(
        name
        for name in names
        if name in bands and (figure := row.get(name)) is not None and bands[name].holds(figure)
    )


def count_inside(rows: Sequence[Figures], bands: Bands) -> list[tuple[int, int]]:
    """Return for each piece how many of the ten, and of the six, lie inside."""
    return [(len(inside(row, bands)), len(inside(row, bands, SIX))) for row in rows]


def summed(counts: Sequence[tuple[int, int]]) -> Inside:
    """Return counts of all pieces in sum; zeros where there are none."""
    tens = [ten for ten, _ in counts]
    at_least = tuple(
        sum(ten >= many for ten in tens) / max(len(tens), 1) for many in range(len(TEN) + 1)
    )
    return Inside(mean(tens) or 0.0, mean([six for _, six in counts]) or 0.0, at_least)


@cache
def shipped() -> Mapping[str, Setting]:
    """Return the settings that ship, by name."""
    found = toml_of(Path(__file__).with_name("bands.toml"))
    return {name: _setting(name, one) for name, one in found.items()}


def _setting(name: str, given: Mapping[str, Any]) -> Setting:
    told = {key: value for key, value in given.items() if not isinstance(value, Mapping)}
    bands = {one: Band(*row) for one, row in given["bands"].items()}
    people, dealt = (
        Inside(one["mean"], one["six"], tuple(one["at_least"]))
        for one in (given["people"], given["shuffled"])
    )
    return Setting(name=name, bands=bands, people=people, shuffled=dealt, **told)
