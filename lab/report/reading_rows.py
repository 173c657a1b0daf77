"""The rows of what models and people said: verdicts, raters, and how far they agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mmagents.lab.judging.agreement import Agreed
from mmagents.lab.judging.measures import SOURCES, Readings
from mmagents.lab.judging.verdicts import (
    Breakdowns,
    BrokenTurns,
    Earned,
    OfTen,
    Points,
    Score,
    Scored,
    Summary,
    Verdict,
)
from mmagents.lab.report.frames import frame
from mmagents.lab.statistics.agreement import in_words
from mmagents.scenarios.plain import readable

if TYPE_CHECKING:
    from pandas import DataFrame


def verdict_rows(readings: Readings, groups: Mapping[str, str]) -> DataFrame:
    """Return a row a score, point or breakdown, one for a sound turn and for a missing verdict."""
    rows = (
        (
            one.id, groups[one.id], SOURCES[source], readable(one.by), str(one.kind),
            one.turn or None, item, value, of, strategic, readable(reason),
        )
        for source in SOURCES
        for one in readings.get(source, ())
        for item, value, of, strategic, reason in _said(one)
    )  # fmt: skip
    columns = "id group source by kind turn item value of strategic reason"
    return frame(columns, rows).astype(dict.fromkeys(("turn", "of"), "Int64"))


def _said(one: Verdict) -> Iterator[tuple[str, str, int | None, bool | None, str]]:
    """Yield item, value, turn it is of, whether strategic, and the reason."""
    match one.said:
        case None:
            yield "", "missing", None, None, one.missing
        case Breakdowns() | BrokenTurns():
            yield from _broken(one.said)
        case Earned(points=points, reason=reason):
            for id, earned in points.items():
                yield id, REACHED[earned], None, None, reason
        case Scored():
            for name in type(one.said).model_fields:
                given: Score | OfTen | None = getattr(one.said, name)
                if given is not None:
                    yield name, str(given.score), None, None, given.reason
        case Summary(summary=words):
            yield "summary", "", None, None, words
        case Points(items=items):
            for id, ticked in items.items():
                yield id, REACHED[ticked.reached], ticked.turn, None, ticked.reason


REACHED = {True: "reached", False: "not reached"}


def _broken(
    said: Breakdowns | BrokenTurns,
) -> Iterator[tuple[str, str, int | None, bool | None, str]]:
    """Yield the breakdowns: of a turn, what it is of; of a whole conversation, the turn itself."""
    if isinstance(said, BrokenTurns):
        for at in said.broken:
            yield str(at.category), "broken", at.turn, None, at.reason
    else:
        for it in said.breakdowns:
            value = "strategic" if it.strategic else "broken"
            yield str(it.category), value, it.of, it.strategic, it.reason
    if not (said.broken if isinstance(said, BrokenTurns) else said.breakdowns):
        yield "", "sound", None, None, ""


def rater_rows(readings: Readings) -> DataFrame:
    """Return a row a rater and kind: verdicts, those that are missing, calls and tokens."""
    found: dict[tuple[str, str, str], list[Verdict]] = {}
    for source, who in SOURCES.items():
        for one in sorted(readings.get(source, ()), key=lambda one: (one.by, one.kind)):
            found.setdefault((who, readable(one.by), str(one.kind)), []).append(one)
    return frame(
        "source by kind verdicts missing calls tokens",
        (
            (
                *key, sum(one.said is not None for one in of), sum(one.said is None for one in of),
                sum(one.calls for one in of), sum(one.tokens_in + one.tokens_out for one in of),
            )
            for key, of in found.items()
        ),
    )  # fmt: skip


def agreement_rows(agreed: Sequence[Agreed]) -> DataFrame:
    """Return a row a source and matter: Krippendorff's alpha, Fleiss' kappa, and the ICC."""
    return frame(
        "source on raters names level alpha alpha_items kappa kappa_items in_words reason icc "
        "icc_items",
        (
            (
                one.source, one.on, len(one.raters), readable(", ".join(one.raters)), one.level,
                one.alpha.value, one.alpha.items, one.kappa.value, one.kappa.items,
                "" if one.kappa.value is None else in_words(one.kappa.value),
                one.alpha.reason or one.kappa.reason, one.icc.value, one.icc.items,
            )
            for one in agreed
        ),
    )  # fmt: skip
