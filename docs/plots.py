"""Draw the plots of the results from the tables on their pages: `python docs/plots.py`.

A figure stands once, in the table. Each plot keeps the values it was drawn from, and a test holds
them against the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

DOCS = Path(__file__).parent
PAGES, PLOTS_FOLDER = DOCS / "results", DOCS / "assets" / "results"
GREY, COLOURS = "#808080", ("#3f7fbf", "#d9822b", "#4f9d69", "#a05fb4", "#c0504d")


class Value(NamedTuple):
    """What a cell says: a figure, and its range where one is given."""

    mid: float
    low: float
    high: float


@dataclass(frozen=True)
class Table:
    """The first table of a page, its cells as figures; None where a cell holds none."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Value | None, ...], ...]

    def column(self, name: str) -> list[Value | None]:
        """Return the cells below a heading."""
        at = self.columns.index(name)
        return [row[at] for row in self.cells]


def value_of(cell: str) -> Value | None:
    """Read `57 (38-69)`, `.37 to .61`, `−0.056 ± 0.031` or `8,560`."""
    cell = re.sub(r"(?<=\d),(?=\d{3})", "", cell.replace("−", "-"))
    figures = [float(one) for one in re.findall(r"(?<![\d.])[+-]?\d*\.?\d+", cell)]
    if not figures:
        return None
    if " to " in cell:
        low, high = figures
        return Value((low + high) / 2, low, high)
    if "±" in cell:
        mid, error = figures
        return Value(mid, mid - error, mid + error)
    span = re.search(r"\(([\d.]+)-([\d.]+)\)", cell)
    mid = figures[0]
    return Value(mid, float(span[1]), float(span[2])) if span else Value(mid, mid, mid)


def table_of(page: Path) -> Table:
    """Read the first table of a page."""
    found = re.search(r"^\|.*\n\|[-|]+\n((?:\|.*\n)+)", page.read_text("utf-8"), re.M)
    assert found, f"{page} has no table"
    lines = [line.strip("|\n").split("|") for line in found[0].splitlines()]
    head, _, *rows = [[cell.replace("`", "").strip() for cell in line] for line in lines]
    cells = tuple(tuple(value_of(cell) for cell in row[1:]) for row in rows)
    return Table(tuple(row[0] for row in rows), tuple(head[1:]), cells)


def bars(axes: Any, table: Table, *names: str, label: str = "") -> None:
    """Draw a group of bars a row, a colour a column, with ranges where there are any."""
    names = names or table.columns
    height = 0.8 / len(names)
    for number, name in enumerate(names):
        cells = [(at, cell) for at, cell in enumerate(table.column(name)) if cell]
        places = [at + number * height - 0.4 + height / 2 for at, _ in cells]
        spread = [
            [cell.mid - cell.low for _, cell in cells],
            [cell.high - cell.mid for _, cell in cells],
        ]
        axes.barh(
            places, [cell.mid for _, cell in cells], height, color=COLOURS[number], label=name
        )
        if any(map(any, spread)):
            axes.errorbar([c.mid for _, c in cells], places, xerr=spread, fmt="none", ecolor=GREY)
    axes.set_yticks(range(len(table.rows)), table.rows)
    axes.invert_yaxis()
    axes.set_xlabel(label)


def lines(axes: Any, table: Table, *, label: str = "", turned: bool = False) -> None:
    """Draw a line a row over the columns, or the other way round."""
    rows, over = (table.columns, table.rows) if turned else (table.rows, table.columns)
    cells: Sequence[Sequence[Value | None]] = table.cells
    for number, name in enumerate(rows):
        drawn = [row[number] for row in cells] if turned else cells[number]
        axes.plot(
            range(len(over)),
            [one.mid if one else None for one in drawn],
            marker="o",
            color=COLOURS[number],
            label=name,
        )
    axes.set_xticks(range(len(over)), over)
    axes.set_xlabel(label)


def bands(axes: Any, table: Table, *, label: str = "") -> None:
    """Draw people's band as a bar a row, and the other columns as points on it."""
    for at, band in enumerate(table.column("people")):
        assert band
        axes.barh(at, band.high - band.low, 0.5, left=band.low, color=GREY, alpha=0.35)
    for number, name in enumerate(one for one in table.columns if one != "people"):
        column = [cell.mid if cell else None for cell in table.column(name)]
        axes.plot(column, range(len(column)), "o", color=COLOURS[number], label=name)
    axes.set_yticks(range(len(table.rows)), table.rows)
    axes.invert_yaxis()
    axes.set_xlabel(label)


PLOTS: Mapping[str, Any] = {
    "rule-1a": partial(bars, label="questions taken up at once, %"),
    "like-people": partial(bars, label="measures inside the band, of ten"),
    "coherence": partial(bars, label="%"),
    "reading": partial(bars, label="share read right"),
    "next-speaker": partial(bars, label="share named right"),
    "waiting": partial(lines, label="messages"),
    "replies": partial(bars, label="wrong decisions, %"),
    "repair": partial(bars, label="faults spoken in 1,500 turns"),
    "thresholds": partial(lines, label="threshold of the paper", turned=True),
    "cost": partial(bars, label="calls, and waits in L"),
    "kept": partial(bars, label="share of the prompt"),
    "size": partial(lines, label="conversations at once", turned=True),
    "growth": partial(bars),
    "cuts": partial(bands, label="grey: people's band"),
    "chat": partial(bands, label="grey: people's band"),
    "strategists": partial(bars, label="change of entropy"),
}
DRAWN: Mapping[str, tuple[str, ...]] = {
    "rule-1a": ("questions taken up at once, %",),
    "thresholds": ("spelling, English", "spelling, Japanese"),
    "cost": ("calls", "wait, median, L"),
}
"""The columns that are drawn, where not all are."""


def table_to_draw(name: str) -> Table:
    """Return the part of a page's table that its plot shows."""
    table = table_of(PAGES / f"{name}.md")
    kept = DRAWN.get(name, table.columns)
    cells = [tuple(cell) for cell in zip(*map(table.column, kept), strict=True)]
    return Table(table.rows, kept, tuple(cells))


def draw(name: str, folder: Path) -> None:
    """Draw one plot as SVG that reads on light and on dark."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    table = table_to_draw(name)
    grey = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    style: Any = {"svg.fonttype": "none", "svg.hashsalt": name, "font.size": 9}
    with mpl.rc_context(style | dict.fromkeys(grey, GREY)):
        figure, axes = pyplot.subplots(figsize=(6.4, 3.2), layout="constrained")
        PLOTS[name](axes, table)
        axes.spines[["top", "right"]].set_visible(False)
        if len(axes.get_legend_handles_labels()[1]) > 1:
            figure.legend(loc="outside upper center", ncols=3, frameon=False)
        kept = {"Date": None, "Creator": None, "Description": repr(table.cells)}
        figure.savefig(folder / f"{name}.svg", transparent=True, metadata=kept)
        pyplot.close(figure)


if __name__ == "__main__":
    for plot in PLOTS:
        draw(plot, PLOTS_FOLDER)
