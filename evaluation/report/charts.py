"""Strips of dots and bars: how the figures of measures lie in each group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mmagents.evaluation.report.figure_style import (
    HATCHES,
    INK,
    MARKERS,
    canvas,
    colour,
    style,
    swarm,
    ticks,
)
from mmagents.evaluation.report.results import Results
from mmagents.evaluation.report.sections import definitions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LONG = 14
"""Letters of a group's name beyond which groups are listed downwards."""


def strips(
    results: Results,
    *,
    names: Sequence[str],
    share: bool = False,
    columns: int | None = None,
    limits: tuple[float, float] | None = None,
) -> Figure:
    """Draw boxes with a dot a conversation, one panel a measure, `columns` or as many as fit."""
    down = len(results.groups) > 4 or max(map(len, results.labels)) > LONG
    if down or columns is None:
        columns = 1 if len(names) == 1 else 3 if len(names) == 3 and not down else 2
    rows = -(-len(names) // columns)
    height = 0.8 + 0.34 * len(results.groups) if down else 2.9
    with style():
        figure, panels = canvas(rows, columns, height=max(height, 1.6), share=share)
        for axes in panels[len(names) :]:
            axes.set_visible(False)
        for axes, name in zip(panels, names, strict=False):
            _strip(axes, results, name, down)
            if limits:
                (axes.set_xlim if down else axes.set_ylim)(*limits)
    return figure


def _strip(axes: Axes, results: Results, name: str, down: bool) -> None:
    measure = definitions([name])[name]
    for index, label in enumerate(results.labels):
        rows = results.figures[results.figures["group"] == label]
        values = rows[name].dropna().tolist()
        if not values:
            continue
        aside = [index + offset for offset in swarm(values)]
        x, y = (values, aside) if down else (aside, values)
        axes.scatter(
            x, y, s=11, color=colour(index), alpha=0.55, linewidths=0,
            marker=MARKERS[index % len(MARKERS)], zorder=2,
        )  # fmt: skip
        line = {"color": INK, "linewidth": 1.0}
        axes.boxplot(
            values, positions=[index], widths=0.72, showfliers=False, zorder=3,
            orientation="horizontal" if down else "vertical",
            boxprops=line, whiskerprops=line, capprops=line,
            medianprops={"color": INK, "linewidth": 2.2}, manage_ticks=False,
        )  # fmt: skip
        middle = results.mean(name, index)
        mean = (middle, float(index)) if down else (float(index), middle)
        axes.scatter(
            *mean, s=34, marker="D", zorder=4, facecolor="white", edgecolor=INK, linewidth=1.2
        )
    ticks(axes, results.labels, on="y" if down else "x")
    ends = (-0.6, len(results.groups) - 0.4)
    axes.set_title(measure.label.replace(" (", "\n("))
    if measure.unit in ("turns", "1-5"):
        axes.locator_params(axis="x" if down else "y", integer=True)
    if down:
        axes.set_ylim(*ends[::-1])
        axes.set_xlabel(measure.unit)
        axes.grid(axis="x")
    else:
        axes.set_xlim(*ends)
        axes.set_ylabel(measure.unit)
        axes.grid(axis="y")


def grouped_bars(
    axes: Axes, results: Results, names: Sequence[str], *, legend: bool = True
) -> None:
    """Draw for each measure a bar a group, downwards."""
    groups = len(results.groups)
    thick = 0.8 / groups
    for index, label in enumerate(results.labels):
        found = [results.mean(name, index) for name in names]
        at = [place + (index - (groups - 1) / 2) * thick for place in range(len(names))]
        axes.barh(
            at, found, height=thick * 0.92, color=colour(index), label=label, linewidth=0.5,
            hatch=HATCHES[index % len(HATCHES)], edgecolor="white",
        )  # fmt: skip
    ticks(axes, (definitions([name])[name].label.partition(" (")[0] for name in names), on="y")
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x")
    if legend:
        axes.figure.legend(loc="outside upper left", ncols=4)


def stacked(
    results: Results, shares: Mapping[str, Sequence[float]], unit: str, *, percent: bool = True
) -> Figure:
    """Draw one bar a group, made of parts; parts that are nowhere are left out."""
    scale = 100 if percent else 1
    with style():
        figure, (axes,) = canvas(height=1.1 + 0.42 * len(results.groups))
        left = [0.0] * len(results.groups)
        for index, (name, values) in enumerate(shares.items()):
            if not any(values):
                continue
            sized = [scale * value for value in values]
            axes.barh(
                range(len(sized)), sized, left=left, height=0.66, color=colour(index), label=name,
                hatch=HATCHES[index % len(HATCHES)], edgecolor="white", linewidth=0.5,
            )  # fmt: skip
            left = [a + b for a, b in zip(left, sized, strict=True)]
        ticks(axes, results.labels, on="y")
        axes.set_ylim(len(results.groups) - 0.5, -0.5)
        axes.set_xlim(0, 100 if percent else None)
        axes.set_xlabel(f"% of {unit}" if percent else unit)
        axes.grid(axis="x")
        if axes.patches:
            figure.legend(loc="outside upper left", ncols=5)
    return figure
