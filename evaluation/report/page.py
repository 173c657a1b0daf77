"""The page of a report: results laid into its template. Pure but for the template's file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.experiments.summary import Played, is_model
from mmagents.evaluation.judging.measures import SOURCES, truth_names
from mmagents.evaluation.measures import floor, importance, pairs, persona, text, truth
from mmagents.evaluation.measures.corpus import MEASURES as CORPUS
from mmagents.evaluation.measures.measure import Measure
from mmagents.evaluation.report import talk_sheets
from mmagents.evaluation.report.examples import examples
from mmagents.evaluation.report.frames import anchor
from mmagents.evaluation.report.picture import Drawn
from mmagents.evaluation.report.published import HEADING
from mmagents.evaluation.report.readings.page import of_readings
from mmagents.evaluation.report.results import Results
from mmagents.evaluation.report.sections import OPTIONAL, SECTIONS, definitions, section_of
from mmagents.evaluation.report.sheets import groups_sheet, measures_sheet, pairs_sheet, phrases
from mmagents.evaluation.statistics.compare import phrase

if TYPE_CHECKING:
    from jinja2 import Template

INFORMATION = ("rubric_shared", "rubric_reasoned", "rubric_reachable", "solvable_at")
UNFOLDED = 6
"""Examples up to which all of them stand open on the page."""


def page(results: Results, played: Played, pictures: Mapping[str, Drawn]) -> str:
    """Return the whole page as HTML; all words of stories, turns and names are escaped."""
    names = list(results.comparisons)
    shown = examples(results)
    sections = {title: [one for one in names if section_of(one) == title] for title in SECTIONS}
    true = results.there([name for one in SOURCES for name in truth_names(one)])
    return _template().render(
        name=played.name,
        played=played,
        players={name for cell in played.cells for name in cell.players},
        simulated=[
            label
            for label, cell in zip(results.labels, played.cells, strict=True)
            if not any(map(is_model, cell.players))
        ],
        factors=results.varied,
        played_sheet=talk_sheets.played_sheet(results, played),
        figures=pictures,
        breakdown_groups=groups_sheet(
            results, "breakdown:turns", "Turns that break down, per 10 turns"
        ),
        breakdown_pairs=pairs_sheet(
            results, "breakdown:turns", "Pairs of groups: turns that break down"
        ),
        breakdown_phrase=phrase(results.comparisons["breakdown:turns"]),
        **of_readings(results),
        **_personas(results),
        kinds=talk_sheets.kinds_sheet(results),
        not_covered=talk_sheets.not_covered(),
        points=talk_sheets.rubric_sheet(results),
        information=measures_sheet(results, INFORMATION, "Information and reasoning"),
        information_phrases=phrases(results, INFORMATION),
        items=talk_sheets.items_sheet(results),
        floor=measures_sheet(results, tuple(floor.MEASURES), "Turns"),
        pairs=measures_sheet(results, tuple(pairs.MEASURES), "First pair parts"),
        importance=measures_sheet(results, tuple(importance.MEASURES), "Importance of bids"),
        words=measures_sheet(results, tuple(text.MEASURES), "Words"),
        truth=measures_sheet(results, (*truth.MEASURES, *true), "Consistency and factualness"),
        repair=measures_sheet(results, sections["Repair"], "Repair"),
        corpus=talk_sheets.corpus_sheet(results),
        examples=shown,
        unfolded=len(shown) <= UNFOLDED,
        every=[
            measures_sheet(results, of, title)
            for title, of in sections.items()
            if of or title not in OPTIONAL
        ],
        definitions=_definitions(names),
        tested=sum(found.h is not None for found in results.comparisons.values()),
        paper=HEADING,
    )


def _personas(results: Results) -> dict[str, Any]:
    """Return what the template takes on personas and votes; empty lists without any."""
    named = (
        (persona.ALIGNMENT, "Alignment: everybody else turns against one seat"),
        (persona.PERSONAS, "Beliefs and regards"),
        (persona.VOTING, "Votes, sides and hands"),
        (persona.COMPLIANCE, "Compliance"),
    )
    votes = results.tables["votes"]
    return {
        "personas": [
            measures_sheet(results, names, title)
            for names, title in ((results.there(names), title) for names, title in named)
            if names
        ],
        "voted": [talk_sheets.voted_sheet(votes)] if len(votes) else [],
    }


def _definitions(names: list[str]) -> list[dict[str, Any]]:
    better = {"more": "more is better", "less": "less is better", None: ""}
    described: list[Measure[Any]] = [*definitions(names).values(), *CORPUS.values()]
    return [
        {
            "id": f"def-{anchor(measure.name)}",
            "name": measure.name,
            "label": measure.label,
            "unit": measure.unit,
            "better": better[measure.direction],
            "text": measure.description,
        }
        for measure in described
    ]


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("mmagents.evaluation", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html.j2")
