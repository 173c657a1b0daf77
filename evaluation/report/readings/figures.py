"""The figures of what models and people said.

Figures 11 to 14 and S5 of MMAgents come by those names, over all judges. Where several models
judged, each has its own beside them, `figure-11-openai-gpt-4o`, as the paper's figures S3 and S4
have. What no figure of the paper shows has a name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from mmagents.evaluation.breakdowns.categories import Category
from mmagents.evaluation.judging.each_judge import SOURCE, of_judge
from mmagents.evaluation.judging.measures import (
    SOURCES,
    breakdown_names,
    score_names,
    whole_names,
)
from mmagents.evaluation.report.charts import grouped_bars, strips
from mmagents.evaluation.report.figure_style import HATCHES, canvas, colour, style
from mmagents.evaluation.report.frames import anchor, readable
from mmagents.evaluation.report.picture import DOTS, Picture, means
from mmagents.evaluation.report.results import Results
from mmagents.evaluation.report.sections import definitions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FIGURES = ("figure-11", "figure-12", "figure-13", "figure-14", "figure-S5")
"""Those that are called as in the paper."""
OWN = ("read", "read-kinds", "rated")
"""Those that show what the paper does not: turns read one by one, and shares of the rubric."""
RUBRIC = ("rubric_shared", "rubric_reasoned")
BINS = 12
"""Bars of a histogram, at most."""
_NAMED = re.compile(rf"(?:{'|'.join(FIGURES)})(?:-.+)?")
Names = Callable[[Results], Sequence[str]]
"""From the results to the measures that a figure shows; none if there is nothing to show."""


def is_read(name: str) -> bool:
    """Tell whether a figure of this name may be among those of what was said."""
    return name in OWN or bool(_NAMED.fullmatch(name))


def figure_of(figure: str, judge: str = "") -> str:
    """Return the name of a figure, of all judges or of one."""
    return f"{figure}-{anchor(judge)}" if judge else figure


def whole_names_of(results: Results, judge: str = "") -> tuple[str, ...]:
    """Return the rates of turns that break down in conversations read at once."""
    return _there(results, [f"{one}:whole-breakdown-turns" for one in SOURCES], judge)


def broken_names(results: Results) -> tuple[str, ...]:
    """Return the rates of turns that break down as they were read one by one."""
    return results.there([f"{source}:breakdown-turns" for source in SOURCES])


def judged_names(results: Results, judge: str = "", *, turns: bool = False) -> tuple[str, ...]:
    """Return the scores that whole conversations, or turns, were given."""
    names = [name for source in SOURCES for name in score_names(source, turns=turns)]
    return _there(results, names, judge)


def total_names(results: Results) -> tuple[str, ...]:
    """Return the total points of the rubric that were given: by utterance, and at once."""
    ways = ("utterance", "rubric")
    return results.there([f"{one}:{way}-points" for way in ways for one in ("people", "model")])


def rated_names(results: Results) -> tuple[str, ...]:
    """Return the shares of the rubric in the record and, where it was read, as it was read."""
    ways = [
        f"{source}:{way}"
        for source in SOURCES
        for way in ("rubric", "utterance")
        if results.there([f"{source}:{way}-points"])
    ]
    if not ways:
        return ()
    return tuple(
        name
        for own, kind in zip(RUBRIC, ("shared", "reasoned"), strict=True)
        for name in (own, *(f"{way}-{kind}" for way in ways))
    )


def _there(results: Results, names: Sequence[str], judge: str) -> tuple[str, ...]:
    if judge:
        names = [of_judge(name, judge) for name in names if name.startswith(f"{SOURCE}:")]
    return results.there(names)


def read_pictures(results: Results) -> list[Picture]:
    """Return the figures of what was said: the paper's, then each judge's, then our own."""
    return [
        *_of_judge(results, ""),
        _histogram_picture(),
        *(one for judge in results.judges for one in _of_judge(results, judge)),
        *_own(),
    ]


def _of_judge(results: Results, judge: str) -> list[Picture]:
    """Return figures 11, 12, 14 and S5 of all judges, or of one."""
    several = f"mean of {len(results.judges)} models" if results.judges else "by models"
    by = readable(judge) if judge else several

    def broken(of: Results) -> Sequence[str]:
        return whole_names_of(of, judge)

    def judged(of: Results) -> Sequence[str]:
        return judged_names(of, judge)

    def turns(of: Results) -> Sequence[str]:
        return judged_names(of, judge, turns=True)

    scored = "1 to 5, and those by people where there are any" if not judge else "1 to 5"
    return [
        _strips(figure_of("figure-11", judge), broken,
                f"After figure 11: turns that break down, per 10 turns, conversations read at once "
                f"({by}). {DOTS}", limits=(-0.2, None)),
        _strips(figure_of("figure-12", judge), judged,
                f"After figure 12: scores of whole conversations, {scored} ({by}). {DOTS}",
                columns=3, limits=(0.8, 5.2)),
        Picture(figure_of("figure-14", judge), lambda of: _counts(of, judge),
                "After figure 14: breakdowns by category, in all conversations of a group, "
                f"conversations read at once ({by}).",
                means(broken), lambda of: bool(broken(of))),
        _strips(figure_of("figure-S5", judge), turns,
                f"After figure S5: scores of turns, 1 to 5, mean of each conversation's turns "
                f"({by}). {DOTS}", columns=3, limits=(0.8, 5.2)),
    ]  # fmt: skip


def _strips(
    name: str,
    names: Names,
    caption: str,
    *,
    columns: int | None = None,
    limits: tuple[float, float | None] | None = None,
) -> Picture:
    """Return a figure of boxes and dots, left out where there is none of its measures."""

    def draw(results: Results) -> Figure:
        return strips(results, names=names(results), share=True, columns=columns, limits=limits)

    return Picture(name, draw, caption, means(names), lambda results: bool(names(results)))


def _histogram_picture() -> Picture:
    return Picture(
        "figure-13", histogram,
        "After figure 13: total points of the rubric, in conversations; by utterance, each "
        "utterance was rated and its points summed, as in the paper.",
        means(total_names), lambda results: bool(total_names(results)),
    )  # fmt: skip


def histogram(results: Results) -> Figure:
    """Draw how many conversations of each group came to how many points, a panel a way to rate."""
    names = total_names(results)
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


def _counts(results: Results, judge: str) -> Figure:
    """Draw how often each category was found in all conversations of a group."""
    sources = [name.partition(":")[0] for name in whole_names_of(results, judge)]
    by_name = {
        (of_judge(name, judge) if judge else name): name
        for source in sources
        for name in whole_names(source)
    }
    counted = found_in_all(results, list(by_name))
    with style():
        rows = len(Category) * max(2, len(results.groups))
        figure, panels = canvas(len(sources), height=0.9 + 0.13 * rows)
        for axes, source in zip(panels, sources, strict=True):
            names = [name for name, of in by_name.items() if of.startswith(f"{source}:")]
            grouped_bars(
                axes, results, names, legend=axes is panels[0],
                value=lambda name, group: counted[name][group],
            )  # fmt: skip
            who = readable(judge) or SOURCES[source]
            axes.set_xlabel(f"times in all conversations of a group, read at once by {who}")
    return figure


def found_in_all(results: Results, names: Sequence[str]) -> Mapping[str, list[float]]:
    """Return by measure per 10 turns, and group, how often it was found in all conversations."""
    turns = results.figures["turns"] / 10
    return {
        name: [
            float((results.figures[name] * turns)[results.figures["group"] == label].sum())
            for label in results.labels
        ]
        for name in names
    }


def _own() -> list[Picture]:
    return [
        _strips("read", broken_names,
                "Turns that break down in any of the eleven categories, read one by one. " + DOTS),
        Picture("read-kinds", _read_kinds,
                "The eleven categories as turns were read one by one; strategic evasions are no "
                "breakdowns here.",
                means(broken_names), lambda results: bool(broken_names(results))),
        Picture("rated", _rated,
                "Share of the rubric's points: facts recognised in the words, and as they were "
                f"read. {DOTS}", means(rated_names), lambda results: bool(rated_names(results))),
    ]  # fmt: skip


def _read_kinds(results: Results) -> Figure:
    sources = [name.partition(":")[0] for name in broken_names(results)]
    with style():
        rows = 13 * max(2, len(results.groups))
        figure, axes_of = canvas(len(sources), height=0.9 + 0.13 * rows)
        for axes, source in zip(axes_of, sources, strict=True):
            grouped_bars(axes, results, breakdown_names(source), legend=axes is axes_of[0])
            axes.set_xlabel(f"per 10 turns, read one by one by {SOURCES[source]}")
    return figure


def _rated(results: Results) -> Figure:
    names = rated_names(results)
    return strips(results, names=names, share=True, columns=len(names) // 2)
