"""What was played, said, voted and read, as tables to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.breakdowns.categories import KINDS
from mmagents.evaluation.breakdowns.structural import COVERED
from mmagents.evaluation.experiments.summary import CellPlayed, Played
from mmagents.evaluation.judging.agreement import Agreed
from mmagents.evaluation.measures.corpus import MEASURES as CORPUS
from mmagents.evaluation.report.frames import readable
from mmagents.evaluation.report.results import Results
from mmagents.evaluation.report.sheets import (
    BESIDE,
    NONE,
    Cell,
    Column,
    Sheet,
    Title,
    interval,
    measures_sheet,
    named,
    number,
    numbers,
    sheet,
)
from mmagents.evaluation.statistics.agreement import in_words, proportion

if TYPE_CHECKING:
    from pandas import DataFrame


def played_sheet(results: Results, played: Played) -> Sheet:
    """Return what was played, a row a cell."""
    costs = any(cell.calls for cell in played.cells)
    stops = any(cell.stopped for cell in played.cells)
    kept = any(cell.tokens_cached for cell in played.cells)
    columns: list[Title] = [
        "group", *numbers("conversations", "turns", *(["ended at a limit"] if stops else [])),
        "players", "what was said is read by",
        *(numbers("calls", "tokens") if costs else []),
        *(numbers("of them kept by servers") if kept else []), "language",
    ]  # fmt: skip
    return sheet(
        "Conversations and players by group",
        columns,
        [
            _played_row(label, cell, costs=costs, kept=kept, stops=stops)
            for label, cell in zip(results.labels, played.cells, strict=True)
        ],
    )


def _played_row(
    label: str, cell: CellPlayed, *, costs: bool, kept: bool, stops: bool
) -> list[str | Cell]:
    stopped = ", ".join(f"{count} ({limit})" for limit, count in cell.stopped.items())
    missing = cell.planned - cell.played
    return [
        Cell(label, cell.cell.id if label != cell.cell.id else ""),
        Cell(f"{cell.played} of {cell.planned}", f"{missing} missing" if missing else ""),
        str(cell.turns),
        *([stopped or "0"] if stops else []),
        readable(", ".join(cell.players)),
        readable(", ".join(cell.readers)),
        *([str(cell.calls), str(cell.tokens)] if costs else []),
        *([str(cell.tokens_cached)] if kept else []),
        cell.language or NONE,
    ]


def rubric_sheet(results: Results) -> Sheet:
    """Return the mean points of the rubric by group and story."""
    stories = results.tables["points"]["scenario"].nunique() > 1
    points = numbers(
        "points for information", "for conclusions said", "for conclusions within reach",
        "solvable from what was said",
    )  # fmt: skip
    columns: list[Title] = ["group", *(["story"] if stories else []), *points]
    rows = []
    for row in _records(results.tables["points"]):
        share = proportion(row["solvable"], row["conversations"])
        rows.append(
            [
                row["group"],
                *([row["scenario"]] if stories else []),
                f"{number(row['shared'])} of {row['shared_of']}",
                f"{number(row['reasoned'])} of {row['reasoned_of']}",
                f"{number(row['reachable'])} of {row['reasoned_of']}",
                Cell(f"{row['solvable']} of {row['conversations']}", interval(share)),
            ]
        )
    return sheet("Points of the rubric, mean of conversations", columns, rows)


def items_sheet(results: Results) -> Sheet:
    """Return by item of the rubric the share of conversations in which it was said."""
    table = results.tables["rubric"]
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
    columns: list[Title] = ["item", "kind", *numbers("points", *results.labels)]
    return sheet("Conversations in which each item of the rubric was said", columns, rows)


def kinds_sheet(results: Results) -> Sheet:
    """Return the breakdowns by kind: the covered ones, and those that are strategic."""
    names = [f"breakdown:{one}" for one in sorted(COVERED)]
    return measures_sheet(
        results,
        [*names, "breakdown:ignored-asked", "breakdown:ignored", "breakdown:strategic"],
        "Breakdowns by kind, per 10 turns",
        BESIDE,
    )


def corpus_sheet(results: Results) -> Sheet:
    """Return the measures of each group's conversations together."""
    rows: list[list[str | Cell]] = [
        [named(name, measure), *map(number, results.tables["corpus"][name].tolist())]
        for name, measure in CORPUS.items()
        if name in results.tables["corpus"]
    ]
    columns: list[Title] = ["measure", *numbers(*results.labels)]
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


def voted_sheet(votes: DataFrame) -> Sheet:
    """Return how each seat of each group voted, how often it had turned, and who had told it."""
    rows: list[list[str | Cell]] = []
    for (group, story, voter), held in votes.groupby(["group", "scenario", "voter"], sort=False):
        by = held[held["by"] != ""]
        stood = held[held["at_first"] != ""]
        rows.append(
            [
                str(group),
                Cell(str(voter), str(story)),
                _counted(held["voted"]),
                f"{int(stood['turned'].sum())} of {len(stood)}" if len(stood) else NONE,
                _counted(by["by"]) or NONE,
            ]
        )
    turned = Column("against what it favoured at first", number=True)
    columns: list[Title] = ["group", "voter", "voted for", turned, "told the most in favour by"]
    return sheet("Votes, and who brought whom to them", columns, rows)


def _counted(names: Any) -> str:
    return ", ".join(f"{name} {count}" for name, count in names.value_counts(sort=True).items())


READ_FOR: Mapping[str, str] = {
    "breakdown-whole": "breakdowns of conversations",
    "breakdown": "breakdowns of turns",
    "conversation": "scores of conversations",
    "turn": "scores of turns",
    "rubric": "rubrics",
    "utterance": "rubrics of turns",
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
    kappas = numbers("Krippendorff's alpha", "Fleiss' kappa", "ICC(2,1)")
    columns: list[Title] = ["on", "raters", *kappas, "in words (kappa)"]
    rows: list[list[str | Cell]] = [
        [
            one.on,
            Cell(f"{len(one.raters)} {one.source}", readable(", ".join(one.raters))),
            Cell(
                number(one.alpha.value), one.alpha.reason or f"{one.alpha.items} items, {one.level}"
            ),
            Cell(number(one.kappa.value), one.kappa.reason or f"{one.kappa.items} items"),
            Cell(number(one.icc.value), one.icc.reason or f"{one.icc.items} items"),
            in_words(one.kappa.value) if one.kappa.value is not None else NONE,
        ]
        for one in agreed
    ]
    return sheet("Agreement among raters", columns, rows)
