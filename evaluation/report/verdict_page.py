"""What models and people said, laid out for the page of a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.judging.measures import SOURCES, breakdown_names, score_names
from mmagents.evaluation.report import sheets, verdict_figures
from mmagents.evaluation.report.tables import Results, definitions
from mmagents.evaluation.report.verdict_figures import (
    broken_names,
    judged_names,
    rated_names,
    there,
)
from mmagents.evaluation.report.verdict_sheets import agreement_sheet, raters_sheet
from mmagents.evaluation.statistics.compare import phrase

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Made = tuple[Callable[[Results], "Figure"], str, tuple[str, ...]]


def pictures(results: Results, told: str) -> dict[str, Made]:
    """Return by name what draws a figure, its caption, and the measures that it shows.

    Args:
        results: the results.
        told: how dots and boxes are to be read.
    """
    broken, judged, rated = broken_names(results), judged_names(results), rated_names(results)
    made: dict[str, Made] = {}
    if broken:
        made["read"] = (
            verdict_figures.read,
            f"Turns that break down in any of the eleven categories, as they were read. {told}",
            broken,
        )
        made["read-kinds"] = (
            verdict_figures.read_kinds,
            "The eleven categories as they were read; strategic evasions are no breakdowns.",
            broken,
        )
    if judged:
        made["judges"] = (
            verdict_figures.judges,
            f"Scores of whole conversations, 1 to 5, mean of the raters. {told}",
            judged,
        )
    if rated:
        made["rated"] = (
            verdict_figures.rated,
            "Share of the rubric's points: facts recognised in the words, and as they were read. "
            f"{told}",
            rated,
        )
    return made


def parts(results: Results) -> dict[str, Any]:
    """Return what the template takes on models' and people's readings."""
    sources = [name.partition(":")[0] for name in broken_names(results)]
    judged = judged_names(results)
    turns = there(results, tuple(n for one in SOURCES for n in score_names(one, turns=True)))
    points = tuple(f"{source}:rubric-points" for source in SOURCES)
    rated = (*rated_names(results), *there(results, points)) if rated_names(results) else ()
    return {
        "raters": [raters_sheet(results.raters)] if len(results.raters) else [],
        "agreement": [agreement_sheet(results.agreed)] if results.agreed else [],
        "broken": [_broken(results, source) for source in sources],
        "judged": [
            _measures(results, names, title)
            for names, title in ((judged, "Scores of whole conversations"), (turns, "Of turns"))
            if names
        ],
        "judged_phrases": _phrases(results, judged),
        "judged_pairs": [
            sheets.pairs_sheet(results, name, f"Pairs of groups: {_label(name)}") for name in judged
        ],
        "rated": [_measures(results, rated, "The rubric as it was read")] if rated else [],
        "rated_phrases": _phrases(results, there(results, points)),
    }


def _broken(results: Results, source: str) -> dict[str, Any]:
    name, who = f"{source}:breakdown-turns", SOURCES[source]
    return {
        "who": who,
        "groups": sheets.groups_sheet(
            results, name, f"Turns that break down, per 10 turns, read by {who}"
        ),
        "phrase": phrase(results.comparisons[name]),
        "pairs": sheets.pairs_sheet(results, name, f"Pairs of groups, read by {who}"),
        "kinds": _measures(results, breakdown_names(source), f"By kind, read by {who}"),
    }


def _label(name: str) -> str:
    return definitions([name])[name].label


def _measures(results: Results, names: Sequence[str], title: str) -> sheets.Sheet:
    caption = f"{title}: mean (SD), below it the 95 % interval"
    return sheets.measures_sheet(results, names, caption)


def _phrases(results: Results, names: Sequence[str]) -> list[tuple[str, str]]:
    if len(results.groups) < 2:
        return []
    return [(_label(name), phrase(results.comparisons[name])) for name in names]
