"""Tables for the page and the terminal: figures by group, beside those that the paper prints."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmagents.lab.judging.measures import OF
from mmagents.lab.measures.measure import Measure
from mmagents.lab.report.results import Results
from mmagents.lab.report.rows import anchor
from mmagents.lab.report.sections import definitions
from mmagents.lab.statistics.compare import Comparison, GroupFigures, p_in_words, phrase
from mmagents.lab.texts import toml_of
from mmagents.scenarios.plain import readable

if TYPE_CHECKING:
    from pandas import DataFrame


HEADING = "The papers: their own stories and models"


@dataclass(frozen=True, slots=True)
class Published:
    """What is known of a measure: under a condition, over all, and Dunn's p by pair."""

    source: str
    by_condition: Mapping[str, str] = field(default_factory=dict)
    overall: str = ""
    pairs: Mapping[frozenset[str], str] = field(default_factory=dict)

    def for_pair(self, first: str, second: str) -> str:
        """Return what was found for a pair of conditions, or nothing."""
        return self.pairs.get(frozenset((first, second)), "")

    def in_a_line(self, conditions: Iterable[str]) -> str:
        """Return all of it that bears on these conditions, in one line."""
        known = [
            f"{condition}: {self.by_condition[condition]}"
            for condition in dict.fromkeys(conditions)
            if condition in self.by_condition
        ]
        return "; ".join([*known, *([self.overall] if self.overall else [])])


def _read() -> dict[str, Published]:
    found: dict[str, Published] = {}
    for one in toml_of(Path(__file__).with_name("published.toml"))["published"]:
        pairs = {frozenset((first, second)): p for first, second, p in one.get("pairs", ())}
        of = Published(one["source"], one.get("by_condition", {}), one.get("overall", ""), pairs)
        found |= dict.fromkeys(one["measures"], of)
    return found


PUBLISHED: Mapping[str, Published] = _read()
"""By measure of a conversation, what can be set beside it."""


def published(name: str, judges: Collection[str]) -> Published | None:
    """Return what can be set beside a measure of a report.

    Args:
        name: of the measure.
        judges: the models that judged, if several did. Each stands beside what was published, and
            their mean does not: the paper has no mean of judges.
    """
    if judges and name.startswith("model:") and OF not in name:
        return None
    return PUBLISHED.get(name.partition(OF)[0])


NONE = "–"


@dataclass(frozen=True, slots=True)
class Column:
    """A column; numbers stand to the right, and the paper's figures are marked as such."""

    title: str
    number: bool = False
    paper: bool = False


Title = str | Column
"""A column, or the title of one of words."""


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
    """Return a figure as text; a dash for None and NaN."""
    if value is None or math.isnan(value):
        return NONE
    if math.isinf(value) or abs(value) >= 1e6:
        return f"{value:g}"
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if not float(text) else text.replace("-", "−")


def interval(pair: tuple[float, float] | None) -> str:
    """Return an interval as it is shown, or nothing."""
    return f"[{number(pair[0])}, {number(pair[1])}]" if pair else ""


def numbers(*titles: str) -> list[Column]:
    """Return columns of numbers."""
    return [Column(title, number=True) for title in titles]


def sheet(caption: str, titles: Sequence[Title], rows: Iterable[Sequence[str | Cell]]) -> Sheet:
    """Return a table; plain strings become columns and cells.

    Columns without any figure of the paper are left out.
    """
    columns = [one if isinstance(one, Column) else Column(one) for one in titles]
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


MAIN = (
    "breakdown:turns", "breakdown:ignored-asked", "breakdown:strategic",
    "model:whole-breakdown-turns", "people:breakdown-turns",
    "model:coherence", "model:cooperativeness", "model:diversity", "people:coherence",
    "people:cooperativeness", "people:diversity", "rubric_shared", "rubric_reasoned",
    "rubric_reachable", "people:utterance-points", "people:rubric-points",
    "designated_next_share", "pairs_answered_share", "turns_gini", "turns_longest_run",
    "importance_7_to_9", "topic_largest_share", "distinct_2", "semantic_distance",
)  # fmt: skip
"""The measures that the terminal shows."""
ARROWS = {"more": " ↑", "less": " ↓", None: ""}
"""Which way is better."""
PAPER = Column(HEADING, paper=True)
BELOW = "mean (SD), below it the 95 % interval"
BESIDE = "mean (SD), 95 % interval"


def conditions_of(results: Results) -> dict[str, str]:
    """Return the condition of each group, by its label."""
    return {group.label: group.factors.get("condition", "") for group in results.groups}


def measures_sheet(results: Results, names: Sequence[str], title: str, cells: str = BELOW) -> Sheet:
    """Return the mean, SD and interval of measures by group, and the test over the groups."""
    described = definitions(names)
    there = [name for name in names if name in results.comparisons and name in described]
    tests = ["Kruskal-Wallis"] if len(results.groups) > 1 else []
    columns: list[Title] = ["measure", *numbers(*results.labels), *tests, PAPER]
    rows = []
    for name in there:
        measure, found = described[name], results.comparisons[name]
        rows.append(
            [
                named(name, measure),
                *(mean_cell(group) for group in found.groups),
                *(test_cell(found) for _ in tests),
                paper_cell(published(name, results.judges), results),
            ]
        )
    return sheet(f"{title}: {cells}", columns, rows)


def named(name: str, measure: Measure[Any]) -> Cell:
    """Return a measure's name, which leads to its definition."""
    return Cell(measure.label + ARROWS[measure.direction], measure.unit, f"def-{anchor(name)}")


def mean_cell(group: GroupFigures) -> Cell:
    """Return a mean with its SD, and below it the interval and what is missing."""
    sd = f" ({number(group.sd)})" if group.sd is not None else ""
    missing = f" n = {group.n}" if group.missing else ""
    return Cell(f"{number(group.mean)}{sd}", interval(group.interval) + missing)


def test_cell(found: Comparison) -> Cell:
    """Return the test of Kruskal and Wallis in a cell, or why nothing was tested."""
    if found.h is None or found.p is None:
        return Cell(NONE, found.not_enough)
    return Cell(
        p_in_words(found.p),
        f"H({found.df}) = {number(found.h)}, ε² = {number(found.epsilon_squared)}",
    )


def paper_cell(known: Published | None, results: Results) -> Cell:
    """Return what the paper says of a measure under the conditions that were played."""
    said = known.in_a_line(conditions_of(results).values()) if known else ""
    return Cell(said, known.source) if known and said else Cell("")


def pairs_sheet(results: Results, names: Sequence[str]) -> Sheet:
    """Return Dunn's test and Cliff's delta of measures for each pair of groups that was tested."""
    condition = conditions_of(results)
    tests = numbers("Dunn, Bonferroni", "Cliff's delta", "95 % interval")
    rows: list[list[str | Cell]] = []
    for name, measure in definitions(names).items():
        known = published(name, results.judges)
        for one in results.comparisons[name].pairs:
            paper = known.for_pair(condition[one.first], condition[one.second]) if known else ""
            pair = Cell(f"{one.first} – {one.second}", measure.label)
            tested = [p_in_words(one.p), number(one.delta), interval(one.interval), one.magnitude]
            rows.append([pair, *tested, paper])
    return sheet("Pairs of groups", ["pair", *tests, "size", PAPER], rows)


def table_sheet(caption: str, table: DataFrame) -> Sheet:
    """Return any table to be read: its columns by their names, figures with two digits."""
    from pandas.api.types import is_numeric_dtype

    columns = [
        Column(str(name).replace("_", " "), number=is_numeric_dtype(table[name]))
        for name in table.columns
    ]
    rows = [[_shown(value) for value in row] for row in table.itertuples(index=False)]
    return sheet(caption, columns, rows)


def _shown(value: Any) -> str:
    if isinstance(value, str | bool | int):
        return readable(str(value))
    return NONE if value is None else number(float(value))


def findings(results: Results, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the label of each measure, and its groups compared in a sentence."""
    return [
        (one.label, phrase(results.comparisons[name])) for name, one in definitions(names).items()
    ]
