"""The figures of what models and people said; each a function of the results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mmagents.evaluation.judging.measures import SOURCES, breakdown_names, score_names
from mmagents.evaluation.report.figure_style import canvas, style
from mmagents.evaluation.report.figures import grouped_bars, strips

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mmagents.evaluation.report.tables import Results

RUBRIC = ("rubric_shared", "rubric_reasoned")
"""What the record itself shows, beside which stand models' and people's figures."""


def there(results: Results, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the measures that any conversation has a figure of."""
    return tuple(
        name
        for name in names
        if name in results.comparisons and any(one.n for one in results.comparisons[name].groups)
    )


def broken_names(results: Results) -> tuple[str, ...]:
    """Return what :func:`read` draws."""
    return there(results, tuple(f"{source}:breakdown-turns" for source in SOURCES))


def judged_names(results: Results) -> tuple[str, ...]:
    """Return what :func:`judges` draws."""
    return there(results, tuple(name for source in SOURCES for name in score_names(source)))


def rated_names(results: Results) -> tuple[str, ...]:
    """Return what :func:`rated` draws; nothing where neither models nor people read."""
    kinds = ("shared", "reasoned")
    sources = [one for one in SOURCES if there(results, (f"{one}:rubric-points",))]
    if not sources:
        return ()
    return tuple(
        name
        for own, kind in zip(RUBRIC, kinds, strict=True)
        for name in (own, *(f"{source}:rubric-{kind}" for source in sources))
    )


def read(results: Results) -> Figure:
    """Draw turns that break down as they were read, a dot a conversation (MMAgents, figure 11)."""
    return strips(results, broken_names(results), share=True)


def read_kinds(results: Results) -> Figure:
    """Draw how often each of the eleven categories was found (MMAgents, figure 14)."""
    sources = [name.partition(":")[0] for name in broken_names(results)]
    rows = 13 * len(sources) * max(2, len(results.groups))
    with style():
        figure, panels = canvas(len(sources), height=0.9 + 0.13 * rows / len(sources))
        for axes, source in zip(panels, sources, strict=True):
            grouped_bars(axes, results, breakdown_names(source), legend=axes is panels[0])
            axes.set_xlabel(f"per 10 turns, read by {SOURCES[source]}, mean of conversations")
    return figure


def judges(results: Results) -> Figure:
    """Draw scores of whole conversations, a dot a conversation (MMAgents, figure 12)."""
    return strips(results, judged_names(results), columns=3, limits=(0.8, 5.2))


def rated(results: Results) -> Figure:
    """Draw the share of the rubric's points, a dot a conversation (MMAgents, figure 13)."""
    names = rated_names(results)
    return strips(results, names, share=True, columns=len(names) // 2)
