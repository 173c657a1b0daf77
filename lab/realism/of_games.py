"""The check of ten as measures of a played conversation, for the report of an experiment."""

from __future__ import annotations

from functools import partial

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import ABSENT, Figure, Figures, Measure, Measures, by_name
from mmagents.lab.realism import measures
from mmagents.lab.realism.bands import Setting, count_inside, shipped
from mmagents.lab.realism.placing import place
from mmagents.lab.recordings.games import recording_of
from mmagents.lab.statistics.sums import mean

AGAINST = "speech"
"""The setting whose band they stand beside."""


def _setting() -> Setting:
    return shipped()[AGAINST]


def _pieces(talk: Conversation) -> list[Figures]:
    """Return the ten measures of each window of a conversation; nothing of one too short."""
    placed = place([recording_of(talk.rows, talk.table)], _setting(), names=measures.TEN)
    return [one.figures for one in placed.pieces]


def _figure(talk: Conversation, name: str) -> Figure:
    found = talk.once(_pieces)
    return mean([one[name] for one in found]) if found else ABSENT


def _inside(talk: Conversation, which: int) -> Figure:
    counts = count_inside(talk.once(_pieces), _setting().bands)
    return mean([float(one[which]) for one in counts]) if counts else ABSENT


def _of(name: str) -> Measure[Conversation]:
    known, band = measures.MEASURES[name], _setting().bands[name]
    described = (
        f"{known.description} In windows of {_setting().turns} turns; the band of "
        f"{_setting().what}: {band.low:.2f} to {band.high:.2f}."
    )
    return Measure(
        f"beside:{name}", known.label, known.unit, None, partial(_figure, name=name), described
    )


MEASURES: Measures = by_name(
    Measure("beside:inside", "measures inside the band of people's meetings", "of 10", None,
            partial(_inside, which=0),
            "How many of the ten measures below lie in the band of people's meetings, mean of the "
            f"windows of {_setting().turns} turns; absent of shorter conversations (see "
            "docs/howto/research/realism.md)."),
    Measure("beside:inside_of_six", "of them, of turn-taking alone", "of 6", None,
            partial(_inside, which=1), "The same of the first six, which look at no words."),
    *map(_of, measures.TEN),
)  # fmt: skip
