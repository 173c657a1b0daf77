"""Beliefs, regards and votes, laid out for the page of a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.measures.persona import ALIGNMENT, COMPLIANCE, PERSONAS, VOTING
from mmagents.evaluation.report import sheets
from mmagents.evaluation.report.figure_style import DASHES, MARKERS, canvas, colour, style
from mmagents.evaluation.report.sheets import Cell, Column, Sheet, sheet
from mmagents.evaluation.report.tables import Results
from mmagents.evaluation.report.verdict_figures import there

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

MOST = 6
"""Groups whose courses are drawn, the first of them."""
Made = tuple[Callable[[Results], "Figure"], str, tuple[str, ...]]


def pictures(results: Results) -> dict[str, Made]:
    """Return by name what draws a figure, its caption, and the measures that it shows."""
    made: dict[str, Made] = {}
    kinds = set(results.personas["of"])
    if "belief" in kinds:
        made["beliefs"] = (
            beliefs,
            "How firmly each seat holds its beliefs after each pause to think, 0 to 100, mean of "
            "its beliefs and of conversations.",
            there(results, ("beliefs_moved",)),
        )
    if "regard" in kinds:
        made["regards"] = (
            regard_courses,
            "How the others feel about each seat after each pause to think, -10 to 10, mean of the "
            "others and of conversations.",
            there(results, ("regards_mean", "regards_one_sided")),
        )
    return made


def beliefs(results: Results) -> Figure:
    """Draw the course of beliefs, a line a seat, a panel a group."""
    table = results.personas[results.personas["of"] == "belief"]
    return _courses(results, table, "seat", "belief, 0-100")


def regard_courses(results: Results) -> Figure:
    """Draw how each seat is felt about, a line a seat, a panel a group."""
    table = results.personas[results.personas["of"] == "regard"]
    return _courses(results, table, "about", "regard of the others, -10 to 10")


def _courses(results: Results, table: DataFrame, by: str, label: str) -> Figure:
    from matplotlib.ticker import MaxNLocator

    groups = [one for one in results.labels if one in set(table["group"])][:MOST]
    with style():
        columns = min(2, len(groups))
        rows = -(-len(groups) // columns)
        figure, panels = canvas(rows, columns, height=2.6, share=True)
        for axes, group in zip(panels, groups, strict=False):
            here = table[table["group"] == group]
            for index, seat in enumerate(dict.fromkeys(here[by])):
                course = here[here[by] == seat].groupby("round")["score"].mean()
                axes.plot(
                    course.index, course.to_numpy(), color=colour(index), label=str(seat),
                    linestyle=DASHES[index % len(DASHES)], marker=MARKERS[index % len(MARKERS)],
                    markersize=4, linewidth=1.6,
                )  # fmt: skip
            axes.set_title(group)
            axes.set_xlabel("pause to think")
            axes.set_ylabel(label)
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
            axes.grid(axis="y")
            axes.legend(fontsize=7, ncols=2)
        for axes in panels[len(groups) :]:
            axes.set_visible(False)
    return figure


def parts(results: Results) -> dict[str, Any]:
    """Return what the template takes on personas and votes; empty lists without any."""
    named = (
        (ALIGNMENT, "Alignment: everybody else turns against one seat"),
        (PERSONAS, "Beliefs and regards"),
        (VOTING, "Votes, sides and hands"),
        (COMPLIANCE, "Compliance"),
    )
    found = [(there(results, names), title) for names, title in named]
    caption = "{}: mean (SD), below it the 95 % interval"
    return {
        "personas": [
            sheets.measures_sheet(results, names, caption.format(title))
            for names, title in found
            if names
        ],
        "voted": [voted_sheet(results.votes)] if len(results.votes) else [],
    }


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
                f"{int(stood['turned'].sum())} of {len(stood)}" if len(stood) else sheets.NONE,
                _counted(by["by"]) or sheets.NONE,
            ]
        )
    columns = [
        Column("group"),
        Column("voter"),
        Column("voted for"),
        Column("against what it favoured at first", number=True),
        Column("told the most in favour by"),
    ]
    return sheet("Votes, and who brought whom to them", columns, rows)


def _counted(names: Any) -> str:
    return ", ".join(f"{name} {count}" for name, count in names.value_counts(sort=True).items())
