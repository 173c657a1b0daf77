"""Heat maps of the report: who bid how much, and who answered whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mmagents.lab.report.figure_style import (
    COLOURS,
    LINE,
    canvas,
    style,
    ticks,
)
from mmagents.lab.report.results import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame


def importance(results: Results) -> Figure:
    """Draw how often each seat bid each importance, in percent of its bids."""
    table = results.tables["importance"].copy()
    bids = table.groupby(["group", "scenario", "seat"], sort=False)["count"].transform("sum")
    table["value"] = (100 * table["count"] / bids.where(bids > 0)).fillna(0.0)
    return _panels(results, table, ("seat", "importance"), "{:.0f}", ("importance", ""))


def answers(results: Results) -> Figure:
    """Draw who took up whose first pair parts, in times a conversation."""
    table = results.tables["answers"].copy()
    played = results.figures["group"].value_counts()
    table["value"] = table["count"] / table["group"].map(played)
    return _panels(results, table, ("asker", "answerer"), "{:.1f}", ("taken up by", "put by"))


def _panels(
    results: Results, table: DataFrame, keys: tuple[str, str], form: str, names: tuple[str, str]
) -> Figure:
    """Draw one heat map of `value` a group and story, all on one scale.

    `keys` are listed downwards and across; `names` are what the axes are called, across and down.
    """
    cells = list(dict.fromkeys(zip(table["group"], table["scenario"], strict=True)))
    columns = min(3, max(1, len(cells)))
    stories = len(set(table["scenario"])) > 1 and "scenario" not in results.varied
    most = float(table["value"].max()) if len(table) else 1.0
    with style():
        figure, panels = canvas(max(1, -(-len(cells) // columns)), columns, height=2.3)
        for axes in panels[len(cells) :]:
            axes.set_visible(False)
        for axes, (label, story) in zip(panels, cells, strict=False):
            part = table[(table["group"] == label) & (table["scenario"] == story)]
            down, across = (list(dict.fromkeys(part[key])) for key in keys)
            values = part.set_index(list(keys))["value"].to_dict()
            _heat(axes, [[values[y, x] for x in across] for y in down], most, form)
            ticks(axes, down, on="y", first=0.5)
            ticks(axes, map(str, across), first=0.5, turned=max(map(len, map(str, across))) > 2)
            axes.set_xlabel(names[0])
            axes.set_ylabel(names[1])
            axes.set_title(f"{label} ({story})" if stories else label)
            for spine in axes.spines.values():
                spine.set_visible(False)
    return figure


def _heat(axes: Axes, cells: Sequence[Sequence[float]], most: float, form: str) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    scale = LinearSegmentedColormap.from_list("report", ("#f7fbff", COLOURS[0]))
    axes.pcolormesh(cells, cmap=scale, vmin=0, vmax=most or 1.0, edgecolors=LINE, linewidth=0.4)
    axes.invert_yaxis()
    for y, row in enumerate(cells):
        for x, value in enumerate(row):
            if value > 0:
                dark = value > 0.55 * (most or 1.0)
                shown = form.format(value)
                axes.text(
                    x + 0.5, y + 0.5, shown, ha="center", va="center", fontsize=7,
                    color="white" if dark else "#101010",
                )  # fmt: skip
