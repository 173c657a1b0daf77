"""What models and people said of the conversations, as tables to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.judging.agreement import Agreed
from mmagents.evaluation.report.frames import readable
from mmagents.evaluation.report.sheet import NONE, Cell, Sheet, Title, number, numbers, sheet
from mmagents.evaluation.statistics.agreement import in_words

if TYPE_CHECKING:
    from pandas import DataFrame


READ_FOR: Mapping[str, str] = {
    "breakdown": "breakdowns of turns",
    "conversation": "scores of conversations",
    "turn": "scores of turns",
    "rubric": "rubrics",
    "truth": "consistency and factualness of turns",
}
"""By kind of verdict, what the table of raters calls it."""


def raters_sheet(raters: DataFrame) -> Sheet:
    """Return a row a rater: verdicts of each kind, those that are missing, what they took."""
    kinds = [kind for kind in READ_FOR if kind in set(raters["kind"])]
    held: dict[tuple[str, str], dict[str, Any]] = {}
    for row in raters.to_dict("records"):
        held.setdefault((str(row["source"]), str(row["by"])), {})[str(row["kind"])] = row
    rows: list[list[str | Cell]] = []
    for (source, by), of in held.items():
        sums = {name: sum(row[name] for row in of.values()) for name in ("calls", "tokens")}
        costs = [NONE, NONE] if source == "people" else [str(sums["calls"]), str(sums["tokens"])]
        given = [_given(of[kind]) if kind in of else Cell(NONE) for kind in kinds]
        rows.append([Cell(by, "a person" if source == "people" else "a model"), *given, *costs])
    columns: list[Title] = [
        "rater",
        *numbers(*(READ_FOR[kind] for kind in kinds), "calls", "tokens"),
    ]
    return sheet("Who read the conversations: verdicts", columns, rows)


def _given(row: Mapping[Any, Any]) -> Cell:
    missing = row["missing"]
    return Cell(str(row["verdicts"]), f"{missing} missing" if missing else "")


def agreement_sheet(agreed: Sequence[Agreed]) -> Sheet:
    """Return how far raters agree; where a coefficient is not defined, why."""
    kappas = numbers("Krippendorff's alpha", "Fleiss' kappa")
    columns: list[Title] = ["on", "raters", *kappas, "in words (kappa)"]
    rows: list[list[str | Cell]] = [
        [
            one.on,
            Cell(f"{len(one.raters)} {one.source}", readable(", ".join(one.raters))),
            Cell(
                number(one.alpha.value), one.alpha.reason or f"{one.alpha.items} items, {one.level}"
            ),
            Cell(number(one.kappa.value), one.kappa.reason or f"{one.kappa.items} items"),
            in_words(one.kappa.value) if one.kappa.value is not None else NONE,
        ]
        for one in agreed
    ]
    return sheet("Agreement among raters", columns, rows)
