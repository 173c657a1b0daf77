"""The figures of the report, drawn without a screen, each in a section of the page.

Figures 11 to 14 and S5 of MMAgents come by those names. Where several models judged, each has its
own, `figure-11-openai-gpt-4o`, as the paper's figures S3 and S4 have; their mean is a figure of
ours, `figure-11-mean`. What has nothing to show is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from mmagents.lab.breakdowns.structural import COVERED
from mmagents.lab.judging.measures import SOURCES, of_judge, score_names, whole_names
from mmagents.lab.measures.pairs import ENDINGS
from mmagents.lab.report import charts, figure_style
from mmagents.lab.report.results import Results
from mmagents.lab.report.rows import anchor
from mmagents.lab.report.sections import (
    BREAKDOWN,
    EACH_JUDGE,
    INFORMATION,
    READ_BY,
    TRUE_TO_ITSELF,
    TURNS,
    WORDING,
)
from mmagents.scenarios.plain import readable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOTS = "Dots: conversations; box: quartiles, whiskers to 1.5 times their distance; diamond: mean."
WORDS = ("distinct_2", "semantic_distance", "agent_diversity", "bigram_entropy")
RUBRIC = ("rubric_shared", "rubric_reasoned", "rubric_reachable")
FLOOR = ("turns_gini", "turns_longest_run", "designated_next_share", "taken_up_next_share")
NAMES = frozenset({
    "breakdowns", "kinds", "rubric", "disclosure", "rules", "pairs", "floor", "importance",
    "answers", "words", "errors",
})  # fmt: skip
"""Figures that show what the record shows."""
MEAN = "mean"
"""What the name of a figure of several judges ends on."""
_READ = re.compile(r"figure-(?:11|12|13|14|S5)(?:-.+)?")


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure: its file's name, the section it stands in, what draws it, and its caption."""

    name: str
    section: str
    draw: Callable[[Results], Figure]
    caption: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure that was drawn."""

    name: str
    section: str
    figure: Figure
    caption: str

    @property
    def svg(self) -> str:
        """The figure as it is set into the page."""
        return figure_style.as_svg(self.figure, self.name, self.caption)


def drawn(results: Results) -> dict[str, Drawn]:
    """Return all figures of a report by name."""
    return {
        one.name: Drawn(
            one.name, one.section, figure_style.laid_out(one.draw(results)), one.caption
        )
        for one in pictures(results)
    }


def of_a_report(name: str) -> bool:
    """Tell whether a figure of this name may be in a report."""
    return name in NAMES or bool(_READ.fullmatch(name))


def pictures(results: Results) -> list[Picture]:
    """Return the figures that have something to show."""
    said = _of_judges(results, "")
    each = [one for judge in results.judges for one in _of_judges(results, judge)]
    return [*_of_the_record(results), *each, *said, *_points(results)]


def _of_the_record(results: Results) -> Iterator[Picture]:
    yield _strips(
        "breakdowns", BREAKDOWN, ["breakdown:turns"], f"Turns that break down, per 10 turns. {DOTS}"
    )
    kinds = [*(f"breakdown:{one}" for one in sorted(COVERED)), "breakdown:strategic"]
    yield Picture(
        "kinds",
        BREAKDOWN,
        partial(charts.bars, names=kinds, label="per 10 turns, mean of conversations"),
        "Breakdowns by kind, per 10 turns; strategic evasions are no breakdowns.",
    )
    if results.with_facts:
        quartiles = "; shaded: quartiles" if charts.are_few(results) else ""
        yield _strips(
            "rubric", INFORMATION, RUBRIC, f"Share of the rubric's points. {DOTS}", share=True
        )
        yield Picture(
            "disclosure",
            INFORMATION,
            charts.disclosure,
            f"Share of the story's facts said by each turn, mean of conversations{quartiles}.",
        )
    yield Picture("rules", TURNS, _rules, "The rule by which each turn was given.")
    yield Picture("pairs", TURNS, _pairs, "First pair parts per 10 turns, by how they ended.")
    yield _strips("floor", TURNS, FLOOR, f"Who held the floor. {DOTS}")
    if len(results.tables["importance"]):
        yield Picture(
            "importance",
            TURNS,
            charts.importance,
            "Importance of bids by seat, in percent of the seat's bids.",
        )
    yield Picture(
        "answers",
        TURNS,
        charts.answers,
        "Who took up whose first pair parts, in times a conversation.",
    )
    if len(results.tables["errors"]):
        yield Picture(
            "errors",
            TRUE_TO_ITSELF,
            charts.errors,
            "After figure 6 of SDR: share of turns in error, by tenth of the talk.",
        )
    yield _strips("words", WORDING, WORDS, f"Variety of words. {DOTS}")


def _strips(name: str, section: str, names: Sequence[str], caption: str, **how: Any) -> Picture:
    return Picture(name, section, partial(charts.strips, names=names, **how), caption)


def _of_judges(results: Results, judge: str) -> list[Picture]:
    """Return figures 11, 12, 14 and S5 of one judge, or of all judges and people."""
    mean = f"mean of {len(results.judges)} models, which the paper does not take"
    several = mean if results.judges else "by models"
    by, section = (readable(judge), EACH_JUDGE) if judge else (several, READ_BY)
    sources = ["model"] if judge else [*SOURCES]

    def there(names: Sequence[str]) -> tuple[str, ...]:
        return results.there([of_judge(name, judge) for name in names])

    def called(figure: str) -> str:
        if judge:
            return f"{figure}-{anchor(judge)}"
        return f"{figure}-{MEAN}" if results.judges else figure

    found = []
    if broken := there(["model:whole-breakdown-turns"]):
        kinds = [of_judge(name, judge) for name in whole_names()]
        found += [
            _strips(called("figure-11"), section, broken,
                    "After figure 11: turns that break down, per 10 turns, conversations read at "
                    f"once ({by}). {DOTS}", share=True, limits=(-0.2, None)),
            Picture(called("figure-14"), section,
                    partial(charts.bars, names=kinds, value=found_in_all(results, kinds),
                            label="times in all conversations of a group"),
                    "After figure 14: breakdowns by category, in all conversations of a group, "
                    f"conversations read at once ({by})."),
        ]  # fmt: skip
    for figure, turns, what in (("12", False, "whole conversations"), ("S5", True, "turns")):
        if names := there([one for of in sources for one in score_names(of, turns=turns)]):
            caption = f"After figure {figure}: scores of {what}, 1 to 5 ({by}). {DOTS}"
            how: dict[str, Any] = {"share": True, "columns": 3, "limits": (0.8, 5.2)}
            found.append(_strips(called(f"figure-{figure}"), section, names, caption, **how))
    return found


def _points(results: Results) -> Iterator[Picture]:
    if names := results.there(["people:utterance-points", "people:rubric-points"]):
        caption = (
            "After figure 13: total points of the rubric, in conversations; by utterance, each "
            "utterance was rated and its points summed, as in the paper."
        )
        yield Picture("figure-13", READ_BY, partial(charts.histogram, names=names), caption)


def found_in_all(results: Results, names: Sequence[str]) -> Callable[[str, int], float]:
    """Return how often what is measured per 10 turns was found in all conversations of a group."""
    turns = results.figures["turns"] / 10

    def counted(name: str, group: int) -> float:
        of = results.figures["group"] == results.labels[group]
        return float((results.figures[name] * turns)[of].sum())

    return counted


def _rules(results: Results) -> Figure:
    names = sorted(name for name in results.comparisons if name.startswith("rule:"))
    groups = range(len(results.groups))
    parts = {
        name.replace(":", " "): [results.mean(name, group) for group in groups] for name in names
    }
    return charts.stacked(results, parts, "turns")


def _pairs(results: Results) -> Figure:
    groups = range(len(results.groups))
    parts = {how: [results.mean(f"pairs_{how}", group) for group in groups] for how in ENDINGS}
    return charts.stacked(results, parts, "first pair parts per 10 turns", percent=False)
