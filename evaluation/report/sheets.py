"""The results as tables to be read: for the page and for the terminal alike."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.breakdowns.categories import KINDS
from mmagents.evaluation.breakdowns.structural import COVERED
from mmagents.evaluation.measures.measure import Measure
from mmagents.evaluation.report.published import HEADING, PUBLISHED, Published
from mmagents.evaluation.report.tables import Results, definitions
from mmagents.evaluation.statistics.compare import Comparison, Group, p_in_words

if TYPE_CHECKING:
    from pandas import DataFrame

NONE = "–"
MAIN = (
    "breakdown:turns",
    "breakdown:ignored",
    "breakdown:strategic",
    "model:breakdown-turns",
    "people:breakdown-turns",
    "model:coherence",
    "model:cooperativeness",
    "model:diversity",
    "people:coherence",
    "people:cooperativeness",
    "people:diversity",
    "rubric_shared",
    "rubric_reasoned",
    "rubric_reachable",
    "model:rubric-points",
    "people:rubric-points",
    "designated_next_share",
    "pairs_answered_share",
    "turns_gini",
    "turns_longest_run",
    "importance_7_to_9",
    "topic_largest_share",
    "distinct_2",
    "semantic_distance",
)
"""The measures that the terminal shows."""
ARROWS = {"more": " ↑", "less": " ↓", None: ""}
"""Which way is better."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column; numbers stand to the right, and the paper's figures are marked as such."""

    title: str
    number: bool = False
    paper: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell.

    Attributes:
        sub: what stands below it, smaller.
        link: id of what it leads to on the page.
    """

    text: str
    sub: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table to be read; the first column names the rows."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...] = field(default=())


def number(value: float | None, digits: int = 2) -> str:
    """Return a figure as it is shown; a dash where there is none."""
    if value is None or math.isnan(value):
        return NONE
    if math.isinf(value) or abs(value) >= 1e6:
        return f"{value:g}"
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if not float(text) else text.replace("-", "−")


def interval(pair: tuple[float, float] | None) -> str:
    """Return an interval as it is shown, or nothing."""
    return f"[{number(pair[0])}, {number(pair[1])}]" if pair else ""


def sheet(caption: str, columns: Sequence[Column], rows: Iterable[Sequence[str | Cell]]) -> Sheet:
    """Return a table; plain strings become cells, columns without any figure of the paper go."""
    held = [[one if isinstance(one, Cell) else Cell(one) for one in row] for row in rows]
    kept = [
        index
        for index, column in enumerate(columns)
        if not column.paper or any(row[index].text for row in held)
    ]
    return Sheet(
        caption,
        tuple(columns[index] for index in kept),
        tuple(tuple(row[index] for index in kept) for row in held),
    )


def conditions_of(results: Results) -> list[str]:
    """Return the condition of each group."""
    return [group.factors.get("condition", "") for group in results.groups]


def measures_sheet(results: Results, names: Sequence[str], caption: str) -> Sheet:
    """Return the mean, SD and interval of measures by group, and the test over the groups."""
    known = {name: one for name, one in definitions(names).items() if name in results.comparisons}
    columns = [
        Column("measure"),
        *(Column(label, number=True) for label in results.labels),
        *([Column("Kruskal-Wallis")] if len(results.groups) > 1 else []),
        Column(HEADING, paper=True),
    ]
    rows = []
    for name, measure in known.items():
        found = results.comparisons[name]
        rows.append(
            [
                _named(name, measure),
                *(mean_cell(group) for group in found.groups),
                *([test_cell(found)] if len(results.groups) > 1 else []),
                paper_cell(PUBLISHED.get(name), results),
            ]
        )
    return sheet(caption, columns, rows)


def _named(name: str, measure: Measure) -> Cell:
    return Cell(
        measure.label + ARROWS[measure.direction], measure.unit, f"def-{name.replace(':', '-')}"
    )


def mean_cell(group: Group) -> Cell:
    """Return a mean with its SD, and below it the interval and what is missing."""
    sd = f" ({number(group.sd)})" if group.sd is not None else ""
    missing = f" n = {group.n}" if group.missing else ""
    return Cell(f"{number(group.mean)}{sd}", interval(group.interval) + missing)


def test_cell(found: Comparison) -> Cell:
    """Return the test of Kruskal and Wallis in a cell, or why there is none."""
    if found.h is None or found.p is None:
        return Cell(NONE, found.not_enough)
    return Cell(
        p_in_words(found.p),
        f"H({found.df}) = {number(found.h)}, ε² = {number(found.epsilon_squared)}",
    )


def paper_cell(known: Published | None, results: Results) -> Cell:
    """Return what the paper says of a measure under the conditions that were played."""
    said = known.in_a_line(conditions_of(results)) if known else ""
    return Cell(said, known.source) if known and said else Cell("")


def groups_sheet(results: Results, name: str, caption: str) -> Sheet:
    """Return how the figures of one measure lie in each group."""
    known = PUBLISHED.get(name)
    columns = [
        Column("group"),
        *(Column(one, number=True) for one in ("n", "mean", "SD", "median", "95 % interval")),
        Column(HEADING, paper=True),
    ]
    rows = [
        [
            group.name,
            str(group.n),
            number(group.mean),
            number(group.sd),
            number(group.median),
            interval(group.interval) or NONE,
            known.by_condition.get(condition, "") if known else "",
        ]
        for group, condition in zip(
            results.comparisons[name].groups, conditions_of(results), strict=True
        )
    ]
    return sheet(caption, columns, rows)


def pairs_sheet(results: Results, name: str, caption: str) -> Sheet:
    """Return Dunn's test and Cliff's delta for each pair of groups; no row without a test."""
    known = PUBLISHED.get(name)
    condition = dict(zip(results.labels, conditions_of(results), strict=True))
    columns = [
        Column("pair"),
        Column("Dunn, Bonferroni", number=True),
        Column("Cliff's delta", number=True),
        Column("95 % interval", number=True),
        Column("size"),
        Column(HEADING, paper=True),
    ]
    rows = [
        [
            f"{one.first} – {one.second}",
            p_in_words(one.p),
            number(one.delta),
            interval(one.interval),
            one.magnitude,
            known.for_pair(condition[one.first], condition[one.second]) if known else "",
        ]
        for one in results.comparisons[name].pairs
    ]
    return sheet(caption, columns, rows)


def rubric_sheet(results: Results) -> Sheet:
    """Return the mean points of the rubric by group and story."""
    from mmagents.evaluation.report.published import RATED
    from mmagents.evaluation.statistics.agreement import proportion

    condition = dict(zip(results.labels, conditions_of(results), strict=True))
    stories = results.points["scenario"].nunique() > 1
    columns = [
        Column("group"),
        *([Column("story")] if stories else []),
        Column("points for information", number=True),
        Column("for conclusions said", number=True),
        Column("for conclusions within reach", number=True),
        Column("solvable from what was said", number=True),
        Column(HEADING, paper=True),
    ]
    rows = []
    for row in _records(results.points):
        share = proportion(row["solvable"], row["conversations"])
        rows.append(
            [
                row["group"],
                *([row["scenario"]] if stories else []),
                f"{number(row['shared'])} of {row['shared_of']}",
                f"{number(row['reasoned'])} of {row['reasoned_of']}",
                f"{number(row['reachable'])} of {row['reasoned_of']}",
                Cell(f"{row['solvable']} of {row['conversations']}", interval(share)),
                RATED.by_condition.get(condition[row["group"]], ""),
            ]
        )
    return sheet("Points of the rubric, mean of conversations", columns, rows)


def items_sheet(results: Results) -> Sheet:
    """Return by item of the rubric the share of conversations in which it was said."""
    table = results.rubric
    stories = table["scenario"].nunique() > 1
    rows = []
    for story, item in dict.fromkeys(zip(table["scenario"], table["item"], strict=True)):
        held = {
            one["group"]: one
            for one in _records(table[(table["scenario"] == story) & (table["item"] == item)])
        }
        first = next(iter(held.values()))
        cells = []
        for label in results.labels:
            one = held.get(label)
            said = f"{100 * one['said'] / one['conversations']:.0f} %" if one else NONE
            sub = f"{100 * one['reachable'] / one['conversations']:.0f} % in reach" if one else ""
            cells.append(Cell(said, sub if first["kind"] == "reasoned" else ""))
        rows.append(
            [
                Cell(f"{story}: {item}" if stories else item, first["text"]),
                first["kind"],
                str(first["points"]),
                *cells,
            ]
        )
    columns = [
        Column("item"),
        Column("kind"),
        Column("points", number=True),
        *(Column(label, number=True) for label in results.labels),
    ]
    return sheet("Conversations in which each item of the rubric was said", columns, rows)


def kinds_sheet(results: Results) -> Sheet:
    """Return the breakdowns by kind: the covered ones, and those that are strategic."""
    names = [f"breakdown:{one}" for one in sorted(COVERED)]
    return measures_sheet(
        results,
        [*names, "breakdown:ignored", "breakdown:strategic"],
        "Breakdowns by kind, per 10 turns: mean (SD), 95 % interval",
    )


def corpus_sheet(results: Results) -> Sheet:
    """Return the measures of each group's conversations together."""
    from mmagents.evaluation.measures.corpus import MEASURES

    columns = [Column("measure"), *(Column(label, number=True) for label in results.labels)]
    rows: list[list[str | Cell]] = [
        [_named(name, measure), *(number(value) for value in results.corpus[name].tolist())]
        for name, measure in MEASURES.items()
    ]
    return sheet("All conversations of a group together", columns, rows)


def not_covered() -> list[tuple[str, str]]:
    """Return the categories that the record alone cannot show: name and definition."""
    return [
        (kind.name["en"], kind.definition["en"])
        for category, kind in KINDS.items()
        if category not in COVERED
    ]


def _records(table: DataFrame) -> list[Mapping[str, Any]]:
    return [dict(row) for row in table.to_dict("records")]
