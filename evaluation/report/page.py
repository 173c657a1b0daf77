"""The page of a report: results laid into its template. Pure but for the template's file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from mmagents.evaluation.experiments.played import CellPlayed, Played, is_model
from mmagents.evaluation.judging.measures import SOURCES, truth_names
from mmagents.evaluation.measures.floor import MEASURES as FLOOR
from mmagents.evaluation.measures.importance import MEASURES as IMPORTANCE
from mmagents.evaluation.measures.pairs import MEASURES as PAIRS
from mmagents.evaluation.measures.text import MEASURES as TEXT
from mmagents.evaluation.measures.truth import MEASURES as TRUTH
from mmagents.evaluation.report import figure_style, figures, persona_page, sheets, verdict_page
from mmagents.evaluation.report.examples import examples
from mmagents.evaluation.report.long_tables import readable
from mmagents.evaluation.report.published import HEADING
from mmagents.evaluation.report.sheets import Cell, Column, Sheet, number, sheet
from mmagents.evaluation.report.tables import SECTIONS, Results, definitions, section_of
from mmagents.evaluation.report.verdict_figures import there
from mmagents.evaluation.statistics.compare import phrase

if TYPE_CHECKING:
    from jinja2 import Template
    from matplotlib.figure import Figure

INFORMATION = ("rubric_shared", "rubric_reasoned", "rubric_reachable", "solvable_at")
UNFOLDED = 6
"""Examples up to which all of them stand open on the page."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure, and what it shows in words."""

    name: str
    figure: Figure
    caption: str
    alt: str

    @property
    def svg(self) -> str:
        """The figure as it is set into the page."""
        return figure_style.as_svg(self.figure, self.name, self.alt)


def drawn(results: Results) -> dict[str, Drawn]:
    """Return all figures of a report by name; those without anything to show are left out."""
    broken = ("breakdown:turns",)
    told = "Dots: conversations; box: quartiles, whiskers to 1.5 times their distance; diamond: "
    told += "mean."
    made: dict[str, tuple[Callable[[Results], Figure], str, str]] = {
        "breakdowns": (
            figures.breakdowns,
            f"Turns that break down, per 10 turns. {told}",
            _means(results, broken),
        ),
        "kinds": (
            figures.kinds,
            "Breakdowns by kind, per 10 turns; strategic evasions are no breakdowns.",
            _means(results, ("breakdown:ignored", "breakdown:repetition", "breakdown:strategic")),
        ),
        "rubric": (
            figures.rubric,
            f"Share of the rubric's points. {told}",
            _means(results, figures.RUBRIC),
        ),
        "disclosure": (
            figures.disclosure,
            "Share of the story's facts said by each turn, mean of conversations"
            + ("; shaded: quartiles." if len(results.groups) <= 3 else "."),
            _disclosed(results),
        ),
        "rules": (figures.rules, "The rule by which each turn was given.", _ruled(results)),
        "pairs": (
            figures.pairs,
            "First pair parts per 10 turns, by how they ended.",
            _means(results, ("pairs_opened", "pairs_answered", "pairs_open")),
        ),
        "floor": (figures.floor, f"Who held the floor. {told}", _means(results, figures.FLOOR)),
        "importance": (
            figures.importance,
            "Importance of bids by seat, in percent of the seat's bids.",
            _means(results, ("importance_mean", "importance_7_to_9")),
        ),
        "answers": (
            figures.answers,
            "Who took up whose first pair parts, in times a conversation.",
            _answered(results),
        ),
        "words": (figures.words, f"Variety of words. {told}", _means(results, figures.WORDS)),
    }
    made |= {
        name: (draw, caption, _means(results, names))
        for name, (draw, caption, names) in {
            **verdict_page.pictures(results, told),
            **persona_page.pictures(results),
        }.items()
    }
    empty = {name for name, table in (("importance", results.importance),) if not len(table)}
    return {
        name: Drawn(name, figure_style.laid_out(draw(results)), caption, f"{caption} {alt}".strip())
        for name, (draw, caption, alt) in made.items()
        if name not in empty
    }


def page(results: Results, played: Played, pictures: Mapping[str, Drawn]) -> str:
    """Return the whole page as HTML; all words of stories, turns and names are escaped."""
    names = list(results.comparisons)
    shown = examples(results, played.conversations)
    broken = results.comparisons["breakdown:turns"]
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
        played_sheet=played_sheet(results, played),
        figures=pictures,
        breakdown_groups=sheets.groups_sheet(
            results, "breakdown:turns", "Turns that break down, per 10 turns"
        ),
        breakdown_pairs=sheets.pairs_sheet(
            results, "breakdown:turns", "Pairs of groups: turns that break down"
        ),
        breakdown_phrase=phrase(broken),
        **verdict_page.parts(results),
        **persona_page.parts(results),
        kinds=sheets.kinds_sheet(results),
        not_covered=sheets.not_covered(),
        points=sheets.rubric_sheet(results),
        information=_measures(results, INFORMATION, "Information and reasoning"),
        information_phrases=_phrases(results, INFORMATION),
        items=sheets.items_sheet(results),
        floor=_measures(results, tuple(FLOOR), "Turns"),
        pairs=_measures(results, tuple(PAIRS), "First pair parts"),
        importance=_measures(results, tuple(IMPORTANCE), "Importance of bids"),
        words=_measures(results, tuple(TEXT), "Words"),
        truth=_measures(results, _true(results), "Consistency and factualness"),
        repair=_measures(
            results, [name for name in names if section_of(name) == "Repair"], "Repair"
        ),
        corpus=sheets.corpus_sheet(results),
        examples=shown,
        unfolded=len(shown) <= UNFOLDED,
        every=[
            _measures(results, [name for name in names if section_of(name) == title], title)
            for title in SECTIONS
        ],
        definitions=_definitions(names),
        tested=sum(found.h is not None for found in results.comparisons.values()),
        paper=HEADING,
    )


def played_sheet(results: Results, played: Played) -> Sheet:
    """Return what was played, a row a cell."""
    costs = any(cell.calls for cell in played.cells)
    stops = any(cell.stopped for cell in played.cells)
    columns = [
        Column("group"),
        Column("conversations", number=True),
        Column("turns", number=True),
        *([Column("ended at a limit", number=True)] if stops else []),
        Column("players"),
        Column("what was said is read by"),
        *([Column("calls", number=True), Column("tokens", number=True)] if costs else []),
        Column("language"),
    ]
    return sheet(
        "Conversations and players by group",
        columns,
        [
            _played_row(label, cell, costs=costs, stops=stops)
            for label, cell in zip(results.labels, played.cells, strict=True)
        ],
    )


def _played_row(label: str, cell: CellPlayed, *, costs: bool, stops: bool) -> list[str | Cell]:
    stopped = ", ".join(f"{count} ({limit})" for limit, count in cell.stopped.items())
    missing = cell.planned - cell.played
    return [
        Cell(label, cell.cell.id if label != cell.cell.id else ""),
        Cell(f"{cell.played} of {cell.planned}", f"{missing} missing" if missing else ""),
        str(cell.turns),
        *([stopped or "0"] if stops else []),
        readable(", ".join(cell.players)),
        readable(", ".join(cell.readers)),
        *([str(cell.calls), str(cell.tokens)] if costs else []),
        cell.language or sheets.NONE,
    ]


def _measures(results: Results, names: Sequence[str], title: str) -> Sheet:
    return sheets.measures_sheet(results, names, f"{title}: mean (SD), below it the 95 % interval")


def _true(results: Results) -> tuple[str, ...]:
    """Return consistency and factualness by rule and, where others scored them, below."""
    return (*TRUTH, *there(results, tuple(name for one in SOURCES for name in truth_names(one))))


def _phrases(results: Results, names: Sequence[str]) -> list[tuple[str, str]]:
    if len(results.groups) < 2:
        return []
    known = definitions(names)
    return [(known[name].label, phrase(results.comparisons[name])) for name in names]


def _definitions(names: Sequence[str]) -> list[dict[str, Any]]:
    from mmagents.evaluation.measures.corpus import MEASURES as CORPUS

    return [
        {
            "id": f"def-{name.replace(':', '-')}",
            "name": name,
            "label": measure.label,
            "unit": measure.unit,
            "better": {"more": "more is better", "less": "less is better"}.get(
                measure.direction or "", ""
            ),
            "text": measure.description,
        }
        for name, measure in {**definitions(names), **CORPUS}.items()
    ]


def _means(results: Results, names: Sequence[str]) -> str:
    """Return the means that a figure shows, in words."""
    known = definitions(names)
    said = []
    for name in names:
        groups = results.comparisons[name].groups
        means = ", ".join(f"{group.name} {number(group.mean)}" for group in groups)
        said.append(f"{known[name].label}: {means}")
    return f"Means: {'; '.join(said)}."


def _disclosed(results: Results) -> str:
    said = []
    for label in results.labels:
        rows = results.disclosure[results.disclosure["group"] == label]
        if len(rows):
            last = rows.iloc[-1]
            said.append(f"{label} {100 * last['mean']:.0f} % by turn {last['turn']}")
    return f"At the end: {', '.join(said)}."


def _ruled(results: Results) -> str:
    said = []
    for label in results.labels:
        rows = results.rules[(results.rules["group"] == label) & (results.rules["turns"] > 0)]
        shares = zip(rows["rule"], rows["share"], strict=True)
        said.append(
            f"{label}: " + ", ".join(f"{rule} {100 * share:.0f} %" for rule, share in shares)
        )
    return "; ".join(said) + "."


def _answered(results: Results) -> str:
    said = []
    for label in results.labels:
        rows = results.answers[results.answers["group"] == label]
        if len(rows) and rows["count"].max() > 0:
            most = rows.loc[rows["count"].idxmax()]
            said.append(f"{label}: most often {most['answerer']} answers {most['asker']}")
    return ("; ".join(said) or "Nobody took up anything") + "."


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
