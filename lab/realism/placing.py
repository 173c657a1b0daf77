"""Conversations held against the human band of a setting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mmagents.lab.measures.measure import Figures
from mmagents.lab.realism.bands import Band, Inside, Setting, count_inside, summed
from mmagents.lab.realism.measures import MEASURES, TEN, figures
from mmagents.lab.realism.pairs import with_pairs
from mmagents.lab.realism.turns import Talk, Whom, pieces, talk_of
from mmagents.lab.recordings.recording import Recording
from mmagents.lab.statistics.sums import quantile


class Piece(NamedTuple):
    """One piece of talk as it was measured: of which conversation, which of its pieces, from 1."""

    name: str
    nth: int
    turns: int
    figures: Figures


class Row(NamedTuple):
    """One measure over all pieces, beside its band.

    `low` and `high` are the least and the greatest value; `inside` tells whether the median lies in
    the band, None where there is no band or no value; `share` is the share of pieces that do.
    """

    name: str
    median: float | None
    low: float | None
    high: float | None
    band: Band | None
    inside: bool | None
    share: float | None


@dataclass(frozen=True, slots=True)
class Placed:
    """Conversations beside a human band.

    Attributes:
        setting: of the band.
        pieces: as they were measured.
        short: names of conversations that are too short to be compared.
        languages: of the conversations.
        paired, addressed: how it was known what takes up what, and whom turns were put to.
    """

    setting: Setting
    pieces: tuple[Piece, ...]
    short: tuple[str, ...]
    languages: frozenset[str]
    paired: frozenset[str]
    addressed: frozenset[str]

    @property
    def counts(self) -> list[tuple[int, int]]:
        """For each piece, how many of the ten and of the six lie inside."""
        return count_inside([one.figures for one in self.pieces], self.setting.bands)

    @property
    def checked(self) -> tuple[str, ...]:
        """Those of the ten measures that have a band and a value in some piece."""
        return tuple(
            name
            for name in self.setting.checked
            if any(one.figures.get(name) is not None for one in self.pieces)
        )

    @property
    def sum(self) -> Inside:
        """The counts in sum."""
        return summed(self.counts)

    def rows(self) -> list[Row]:
        """Return each measure that is defined here or in the band."""
        return [row for name in MEASURES if (row := self._row(name)) is not None]

    def _row(self, name: str) -> Row | None:
        band = self.setting.bands.get(name)
        values = [v for one in self.pieces if (v := one.figures.get(name)) is not None]
        if not values:
            return None if band is None else Row(name, None, None, None, band, None, None)
        middle = quantile(values, 0.5)
        holds = [band.holds(value) for value in values] if band else []
        return Row(
            name=name,
            median=middle,
            low=min(values),
            high=max(values),
            band=band,
            inside=None if band is None or middle is None else band.holds(middle),
            share=sum(holds) / len(holds) if holds else None,
        )

    def as_few(self) -> float | None:
        """Return the share of people's own pieces with as few inside as these, in the median."""
        people = self.setting.people
        if people is None:
            return None
        many = int(quantile([ten for ten, _ in self.counts], 0.5) or 0)
        more = people.at_least[many + 1] if many + 1 < len(people.at_least) else 0.0
        return 1.0 - more

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain JSON."""
        setting, found = self.setting, self.sum
        of_setting = ("name", "source", "licence", "language", "conversations", "pieces")
        return {
            "against": {
                **{name: getattr(setting, name) for name in of_setting},
                "setting": setting.label(),
                "turns_of_a_window": setting.turns,
            },
            "pieces": [
                {**one._asdict(), "inside": ten, "inside_of_six": six}
                for one, (ten, six) in zip(self.pieces, self.counts, strict=True)
            ],
            "too_short": list(self.short),
            "checked": list(self.checked),
            "mean_inside": found.mean,
            "mean_inside_of_six": found.six,
            "people": None if setting.people is None else setting.people.mean,
            "shuffled": None if setting.shuffled is None else setting.shuffled.mean,
            "share_of_people_with_as_few": self.as_few(),
            "answers_known_from": sorted(self.paired),
            "addressees_known_from": sorted(self.addressed),
            "measures": [
                {
                    **row._asdict(),
                    "label": MEASURES[row.name].label,
                    "unit": MEASURES[row.name].unit,
                    "of_the_ten": row.name in TEN,
                    "band": None if row.band is None else row.band._asdict(),
                }
                for row in self.rows()
            ],
        }


def cut(talk: Talk, setting: Setting) -> list[Talk]:
    """Return a talk as pieces of the length that a setting's bands were made of.

    Of windows: all full ones from its start. Of whole conversations: the talk as it is; where it is
    longer than any of those, pieces of the median of their lengths. Nothing of one too short.
    """
    turns = len(talk.turns)
    if turns < setting.least:
        return []
    return [talk] if turns <= setting.most else pieces(talk, setting.turns)


def place(
    recordings: Iterable[Recording],
    setting: Setting,
    *,
    names: Sequence[str] = (),
    whom: Whom = "people",
) -> Placed:
    """Return conversations beside the human band of a setting.

    Args:
        recordings: the conversations.
        setting: a shipped one (:func:`mmagents.lab.realism.bands.shipped`) or one's own.
        names: of the measures wanted; by default all. Those of answers and addressees take long
            where the recording does not tell, for the words must be read.
        whom: whose turns are measured.
    """
    found: list[Piece] = []
    short: list[str] = []
    paired, addressed, languages = set[str](), set[str](), set[str]()
    reads = not names or any(one.startswith(("shift:", "lag", "answered")) for one in names)
    for recording in recordings:
        languages.add(recording.language)
        talk = talk_of(recording, whom)
        of = cut(with_pairs(talk) if reads else talk, setting)
        short += [] if of else [recording.name]
        for nth, one in enumerate(of, 1):
            found.append(Piece(recording.name, nth, len(one.own), figures(one, *names)))
            paired.add(one.paired)
            addressed.add(one.addressed)
    return Placed(
        setting=setting,
        pieces=tuple(found),
        short=tuple(short),
        languages=frozenset(languages),
        paired=frozenset(paired),
        addressed=frozenset(addressed),
    )
