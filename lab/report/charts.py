"""Charts by group: strips of dots, bars, histograms, facts said by each turn, heat maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from mmagents.lab.report.figure_style import (
    COLOURS,
    DASHES,
    HATCHES,
    INK,
    LINE,
    MARKERS,
    canvas,
    colour,
    style,
    swarm,
    ticks,
)
from mmagents.lab.report.results import Results
from mmagents.lab.report.sections import definitions

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


LONG = 14
"""Letters of a group's name beyond which groups are listed downwards."""


def strips(
    results: Results,
    *,
    names: Sequence[str],
    share: bool = False,
    columns: int | None = None,
    limits: tuple[float, float | None] | None = None,
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


def bars(
    results: Results,
    *,
    names: Sequence[str],
    label: str,
    value: Callable[[str, int], float] | None = None,
) -> Figure:
    """Draw for each measure a bar a group, downwards: its mean, or `value` of it and the group."""
    value = value or results.mean
    groups = len(results.groups)
    thick = 0.8 / groups
    with style():
        figure, (axes,) = canvas(height=0.9 + 0.13 * len(names) * max(2, groups))
        for index, group in enumerate(results.labels):
            at = [place + (index - (groups - 1) / 2) * thick for place in range(len(names))]
            axes.barh(
                at, [value(name, index) for name in names], height=thick * 0.92,
                color=colour(index), label=group, linewidth=0.5,
                hatch=HATCHES[index % len(HATCHES)], edgecolor="white",
            )  # fmt: skip
        known = definitions(names)
        ticks(axes, (known[name].label.partition(" (")[0] for name in names), on="y")
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(label)
        axes.grid(axis="x")
        figure.legend(loc="outside upper left", ncols=4)
    return figure


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


BINS = 12
"""Bars of a histogram, at most."""


def histogram(results: Results, *, names: Sequence[str]) -> Figure:
    """Draw the distribution of points over conversations by group, one panel a way to rate."""
    with style():
        figure, panels = canvas(len(names), height=2.4, share=True)
        for axes, name in zip(panels, names, strict=True):
            _histogram(axes, results, name)
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside upper left", ncols=4)
    return figure


def _histogram(axes: Axes, results: Results, name: str) -> None:
    held = results.figures.dropna(subset=[name])
    most = max(1.0, float(held[name].max()))
    wide = max(1, ceil((most + 1) / BINS))
    bins = int(most // wide) + 1
    groups = len(results.groups)
    thick = 0.86 * wide / groups
    for index, label in enumerate(results.labels):
        values = held.loc[held["group"] == label, name]
        counts = [int((values // wide == at).sum()) for at in range(bins)]
        places = [(at + 0.5) * wide + (index - (groups - 1) / 2) * thick for at in range(bins)]
        axes.bar(
            places, counts, width=thick * 0.92, color=colour(index), label=label, linewidth=0.5,
            hatch=HATCHES[index % len(HATCHES)], edgecolor="white",
        )  # fmt: skip
    axes.set_xticks([at * wide for at in range(bins + 1)])
    axes.set_xlim(0, bins * wide)
    axes.set_title(definitions([name])[name].label)
    axes.set_xlabel("points, from the mark to below the next")
    axes.set_ylabel("conversations")
    axes.locator_params(axis="y", integer=True)
    axes.grid(axis="y")


def are_few(results: Results) -> bool:
    """Tell whether quartiles of all groups can be told apart."""
    return len(results.groups) <= 3


def errors(results: Results) -> Figure:
    """Draw the share of turns in error by tenth of the talk: scored by models, or else by rules."""
    table = results.tables["errors"]
    by = "models" if (table["by"] == "models").any() else "rules"
    kinds = list(table["kind"].unique())
    with style():
        figure, panels = canvas(columns=len(kinds), share=True)
        for axes, kind in zip(panels, kinds, strict=True):
            for index, label in enumerate(results.labels):
                rows = table[
                    (table["kind"] == kind) & (table["group"] == label) & (table["by"] == by)
                ].sort_values("tenth")
                axes.plot(
                    rows["tenth"], 100 * rows["rate"], color=colour(index), label=label,
                    linestyle=DASHES[index % len(DASHES)], marker=MARKERS[index % len(MARKERS)],
                    markersize=4, linewidth=1.8,
                )  # fmt: skip
            axes.set_title(f"{kind} (by {by})")
            axes.set_xlabel("tenth of the talk")
            axes.set_xlim(0.5, 10.5)
            axes.set_ylim(bottom=0)
            axes.grid(axis="y")
        panels[0].set_ylabel("% of turns in error")
        panels[0].legend(loc="upper left")
    return figure


def disclosure(results: Results) -> Figure:
    """Draw how many of the story's facts are out after each turn."""
    with style():
        figure, (axes,) = canvas(height=3.0)
        table = results.tables["disclosure"]
        longest = 1
        for index, label in enumerate(results.labels):
            rows = table[table["group"] == label]
            if not len(rows):
                continue
            longest = max(longest, int(rows["turn"].max()))
            if are_few(results):
                axes.fill_between(
                    rows["turn"], 100 * rows["low"], 100 * rows["high"],
                    color=colour(index), alpha=0.15, linewidth=0,
                )  # fmt: skip
            axes.plot(
                rows["turn"], 100 * rows["mean"], color=colour(index), label=label,
                linestyle=DASHES[index % len(DASHES)], linewidth=1.8,
                marker=MARKERS[index % len(MARKERS)], markersize=4,
                markevery=max(1, len(rows) // 10),
            )  # fmt: skip
        axes.set_xlabel("turn")
        axes.set_ylabel("% of the story's facts said")
        axes.set_xlim(1 if longest > 1 else 0, max(2, longest))
        axes.set_ylim(bottom=0)
        axes.grid(axis="y")
        if axes.lines:
            axes.legend(loc="upper left")
    return figure
