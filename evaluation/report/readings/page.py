"""What models and people said, as the page's template takes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mmagents.evaluation.judging.each_judge import of_judge
from mmagents.evaluation.judging.measures import SOURCES, breakdown_names, whole_names
from mmagents.evaluation.report.frames import readable
from mmagents.evaluation.report.readings.figures import (
    broken_names,
    figure_of,
    judged_names,
    rated_names,
    total_names,
    whole_names_of,
)
from mmagents.evaluation.report.results import Results
from mmagents.evaluation.report.sections import definitions
from mmagents.evaluation.report.sheets import (
    Sheet,
    groups_sheet,
    measures_sheet,
    pairs_sheet,
    phrases,
)
from mmagents.evaluation.report.talk_sheets import agreement_sheet, raters_sheet
from mmagents.evaluation.statistics.compare import phrase


def of_readings(results: Results) -> dict[str, Any]:
    """Return what the template takes; empty lists where nobody read for something."""
    rated, totals = rated_names(results), total_names(results)
    raters = results.tables["raters"]
    return {
        "raters": [raters_sheet(raters)] if len(raters) else [],
        "agreement": [agreement_sheet(results.agreed)] if results.agreed else [],
        "whole": _whole(results, ""),
        "whole_each": _each(results, _whole),
        "broken": [_broken(results, name) for name in broken_names(results)],
        "judged": _judged(results, ""),
        "judged_each": _each(results, _judged),
        "rated": [measures_sheet(results, (*rated, *totals), "The rubric as it was read")]
        if rated
        else [],
        "rated_phrases": phrases(results, totals),
        "rated_pairs": _pairs(results, totals),
    }


def _each(results: Results, of: Any) -> list[dict[str, Any]]:
    """Return what each judge said by itself, where several judged."""
    found = ((readable(judge), of(results, judge)) for judge in results.judges)
    return [{"by": judge, "said": said} for judge, said in found if said]


def _whole(results: Results, judge: str) -> list[dict[str, Any]]:
    """Return what was found in conversations that were read at once, a part a source."""
    parts = []
    for name in whole_names_of(results, judge):
        source = name.partition(":")[0]
        who = readable(judge) or SOURCES[source]
        kinds = [of_judge(one, judge) if judge else one for one in whole_names(source)]
        parts.append(
            _of_rate(results, name, kinds, who, "read at once")
            | {"figures": [figure_of("figure-11", judge), figure_of("figure-14", judge)]}
        )
    return parts


def _broken(results: Results, name: str) -> dict[str, Any]:
    """Return what was found in turns that were read one by one."""
    source = name.partition(":")[0]
    return _of_rate(results, name, breakdown_names(source), SOURCES[source], "read one by one")


def _of_rate(
    results: Results, name: str, kinds: Sequence[str], who: str, how: str
) -> dict[str, Any]:
    turns = "Turns that break down, per 10 turns"
    return {
        "who": who,
        "groups": groups_sheet(results, name, f"{turns}, {how} by {who}"),
        "phrase": phrase(results.comparisons[name]),
        "pairs": pairs_sheet(results, name, f"Pairs of groups, {how} by {who}"),
        "kinds": measures_sheet(results, kinds, f"By kind, {how} by {who}"),
    }


def _judged(results: Results, judge: str) -> list[dict[str, Any]]:
    """Return the scores of whole conversations, then of turns, each with its tests."""
    ways = (
        ("Scores of whole conversations", "figure-12", judged_names(results, judge)),
        ("Scores of turns", "figure-S5", judged_names(results, judge, turns=True)),
    )
    return [
        {
            "figure": figure_of(figure, judge),
            "sheet": measures_sheet(results, names, title),
            "phrases": phrases(results, names),
            "pairs": _pairs(results, names),
        }
        for title, figure, names in ways
        if names
    ]


def _pairs(results: Results, names: Sequence[str]) -> list[Sheet]:
    known = definitions(names)
    return [pairs_sheet(results, one, f"Pairs of groups: {known[one].label}") for one in names]
