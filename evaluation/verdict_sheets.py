"""What models and people said of the conversations, as tables to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mmagents.evaluation.agreement import in_words
from mmagents.evaluation.long_tables import readable
from mmagents.evaluation.sheets import NONE, Cell, Column, Sheet, number, sheet
from mmagents.evaluation.verdict_agreement import Agreed

if TYPE_CHECKING:
    from pandas import DataFrame


def raters_sheet(raters: DataFrame) -> Sheet:
    """Return who gave verdicts, on what, and how many are missing."""
    columns = [
        Column("rater"),
        Column("read for"),
        Column("verdicts", number=True),
        Column("missing", number=True),
        Column("calls", number=True),
        Column("tokens", number=True),
    ]
    said = {
        "breakdown": "breakdowns of turns",
        "conversation": "scores of conversations",
        "turn": "scores of turns",
        "rubric": "points of the rubric",
    }
    rows: list[list[str | Cell]] = [
        [
            Cell(str(row["by"]), "a person" if row["source"] == "people" else "a model"),
            said[str(row["kind"])],
            str(row["verdicts"]),
            str(row["missing"]),
            *(
                [NONE, NONE]
                if row["source"] == "people"
                else [str(row["calls"]), str(row["tokens"])]
            ),
        ]
        for row in raters.to_dict("records")
    ]
    return sheet("Who read the conversations", columns, rows)


def agreement_sheet(agreed: Sequence[Agreed]) -> Sheet:
    """Return how far raters agree; where a coefficient is not defined, why."""
    columns = [
        Column("on"),
        Column("raters"),
        Column("Krippendorff's alpha", number=True),
        Column("Fleiss' kappa", number=True),
        Column("in words (kappa)"),
    ]
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
