"""Long tables of verdicts: every one of them, who gave them, how far they agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.judging.agreement import Agreed
from mmagents.evaluation.judging.measures import SOURCES, Readings
from mmagents.evaluation.judging.verdicts import (
    CRITERIA,
    TRUTHS,
    Breakdowns,
    Points,
    Score,
    Scores,
    Truth,
    Verdict,
)
from mmagents.evaluation.report.long_tables import frame, readable

if TYPE_CHECKING:
    from pandas import DataFrame

COLUMNS = (
    "id", "group", "source", "by", "kind", "turn", "item", "value", "of", "strategic", "reason",
)  # fmt: skip


def verdict_rows(readings: Readings, groups: Mapping[str, str]) -> DataFrame:
    """Return a row a score, point or breakdown, one for a sound turn and for a missing verdict.

    Args:
        readings: the verdicts by source.
        groups: by conversation, its group.
    """
    rows = [
        {"id": one.id, "group": groups[one.id], "source": SOURCES[source], "by": readable(one.by)}
        | {"kind": str(one.kind), "turn": one.turn or None}
        | row
        for source in SOURCES
        for one in readings.get(source, ())
        for row in _rows(one)
    ]
    whole = dict.fromkeys(("turn", "of"), "Int64")
    return frame(rows, COLUMNS).astype(whole)


def _rows(one: Verdict) -> Iterator[dict[str, Any]]:
    match one.said:
        case None:
            yield {"item": "", "value": "missing", "reason": readable(one.missing)}
        case Breakdowns(breakdowns=found):
            for breakdown in found:
                yield {
                    "item": str(breakdown.category),
                    "value": "strategic" if breakdown.strategic else "broken",
                    "of": breakdown.of,
                    "strategic": breakdown.strategic,
                    "reason": readable(breakdown.reason),
                }
            if not found:
                yield {"item": "", "value": "sound"}
        case Scores():
            for criterion in CRITERIA:
                given: Score | None = getattr(one.said, criterion)
                if given is not None:
                    value, reason = str(given.score), readable(given.reason)
                    yield {"item": criterion, "value": value, "reason": reason}
        case Truth():
            for name in TRUTHS:
                of_ten = one.said.of(name)
                reason = readable(of_ten.reason)
                yield {"item": name, "value": str(of_ten.score), "reason": reason}
        case Points(items=items):
            for id, ticked in items.items():
                yield {
                    "item": id,
                    "value": "reached" if ticked.reached else "not reached",
                    "of": ticked.turn,
                    "reason": readable(ticked.reason),
                }


def rater_rows(readings: Readings) -> DataFrame:
    """Return a row a rater and kind: verdicts, those that are missing, calls and tokens."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for source, who in SOURCES.items():
        for one in sorted(readings.get(source, ()), key=lambda one: (one.by, one.kind)):
            key = (who, readable(one.by), str(one.kind))
            row = found.setdefault(
                key,
                {
                    **dict(zip(("source", "by", "kind"), key, strict=True)),
                    **dict.fromkeys(("verdicts", "missing", "calls", "tokens"), 0),
                },
            )
            row["verdicts"] += one.said is not None
            row["missing"] += one.said is None
            row["calls"] += one.calls
            row["tokens"] += one.tokens_in + one.tokens_out
    columns = ("source", "by", "kind", "verdicts", "missing", "calls", "tokens")
    return frame(list(found.values()), columns)


def agreement_rows(agreed: Sequence[Agreed]) -> DataFrame:
    """Return a row a source and matter: Krippendorff's alpha and Fleiss' kappa."""
    columns = (
        "source", "on", "raters", "level", "alpha", "alpha_items", "kappa", "kappa_items", "reason",
    )  # fmt: skip
    rows = [
        {
            "source": one.source,
            "on": one.on,
            "raters": len(one.raters),
            "level": one.level,
            "alpha": one.alpha.value,
            "alpha_items": one.alpha.items,
            "kappa": one.kappa.value,
            "kappa_items": one.kappa.items,
            "reason": one.alpha.reason or one.kappa.reason,
        }
        for one in agreed
    ]
    return frame(rows, columns)
