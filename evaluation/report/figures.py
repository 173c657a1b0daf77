"""The figures of the report: one record each, drawn without a screen.

They follow figures 11 to 14 of MMAgents where there is such a figure, and otherwise show what the
paper says in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from mmagents.evaluation.breakdowns.structural import COVERED
from mmagents.evaluation.judging.measures import SOURCES, breakdown_names, score_names
from mmagents.evaluation.measures.pairs import ENDINGS
from mmagents.evaluation.report import charts, figure_style
from mmagents.evaluation.report.charts import grouped_bars, stacked, strips
from mmagents.evaluation.report.figure_style import canvas, style
from mmagents.evaluation.report.results import Results
from mmagents.evaluation.report.sections import definitions
from mmagents.evaluation.report.sheets import number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WORDS = ("distinct_2", "semantic_distance", "agent_diversity", "bigram_entropy")
RUBRIC = ("rubric_shared", "rubric_reasoned", "rubric_reachable")
FLOOR = ("turns_gini", "turns_longest_run", "designated_next_share", "taken_up_next_share")
BROKEN = ("breakdown:turns",)
DOTS = "Dots: conversations; box: quartiles, whiskers to 1.5 times their distance; diamond: mean."


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure of the report: its file, what draws it, its caption, and `alt`, it in words.

    It is left out where `when` says that there is nothing to show.
    """

    name: str
    draw: Callable[[Results], Figure]
    caption: str
    alt: Callable[[Results], str]
    when: Callable[[Results], bool] = lambda results: True


@dataclass(frozen=True, slots=True)
class Drawn:
    """A figure that was drawn, and what it shows in words."""

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
    found = {}
    for one in PICTURES:
        if one.when(results):
            caption = one.caption
            if one.name == "disclosure":
                caption += "; shaded: quartiles." if charts.are_few(results) else "."
            figure = figure_style.laid_out(one.draw(results))
            alt = f"{caption} {one.alt(results)}".strip()
            found[one.name] = Drawn(one.name, figure, caption, alt)
    return found


def broken_names(results: Results) -> tuple[str, ...]:
    """Return the rates of turns that break down as they were read."""
    return results.there([f"{source}:breakdown-turns" for source in SOURCES])


def judged_names(results: Results) -> tuple[str, ...]:
    """Return the scores of whole conversations that were given."""
    return results.there([name for source in SOURCES for name in score_names(source)])


def rated_names(results: Results) -> tuple[str, ...]:
    """Return the shares of the rubric in the record and, where it was read, as it was read."""
    sources = [one for one in SOURCES if results.there([f"{one}:rubric-points"])]
    if not sources:
        return ()
    return tuple(
        name
        for own, kind in zip(RUBRIC[:2], ("shared", "reasoned"), strict=True)
        for name in (own, *(f"{source}:rubric-{kind}" for source in sources))
    )


def _kinds(results: Results) -> Figure:
    names = [f"breakdown:{one}" for one in sorted(COVERED)] + ["breakdown:strategic"]
    with style():
        figure, (axes,) = canvas(height=0.9 + 0.14 * len(names) * max(2, len(results.groups)))
        grouped_bars(axes, results, names)
        axes.set_xlabel("per 10 turns, mean of conversations")
    return figure


def _read_kinds(results: Results) -> Figure:
    sources = [name.partition(":")[0] for name in broken_names(results)]
    with style():
        rows = 13 * max(2, len(results.groups))
        figure, axes_of = canvas(len(sources), height=0.9 + 0.13 * rows)
        for axes, source in zip(axes_of, sources, strict=True):
            grouped_bars(axes, results, breakdown_names(source), legend=axes is axes_of[0])
            axes.set_xlabel(f"per 10 turns, read by {SOURCES[source]}, mean of conversations")
    return figure


def _rules(results: Results) -> Figure:
    table = results.tables["rules"]
    shares = table.set_index(["rule", "group"])["share"].fillna(0.0).to_dict()
    parts = {
        f"rule {rule}": [shares.get((rule, label), 0.0) for label in results.labels]
        for rule in dict.fromkeys(table["rule"])
    }
    return stacked(results, parts, "turns")


def _pairs(results: Results) -> Figure:
    groups = range(len(results.groups))
    parts = {how: [results.mean(f"pairs_{how}", group) for group in groups] for how in ENDINGS}
    return stacked(results, parts, "first pair parts per 10 turns", percent=False)


def _rated(results: Results) -> Figure:
    names = rated_names(results)
    return strips(results, names=names, share=True, columns=len(names) // 2)


def _means(names: Sequence[str] | Callable[[Results], Sequence[str]]) -> Callable[[Results], str]:
    """Return what says the means of measures in words."""

    def means(results: Results) -> str:
        shown = definitions(there := names(results) if callable(names) else names)
        said = []
        for name in there:
            groups = results.comparisons[name].groups
            of = ", ".join(f"{group.name} {number(group.mean)}" for group in groups)
            said.append(f"{shown[name].label}: {of}")
        return f"Means: {'; '.join(said)}."

    return means


def _disclosed(results: Results) -> str:
    table = results.tables["disclosure"]
    said = [
        f"{label} {100 * rows.iloc[-1]['mean']:.0f} % by turn {rows.iloc[-1]['turn']}"
        for label in results.labels
        if len(rows := table[table["group"] == label])
    ]
    return f"At the end: {', '.join(said)}."


def _ruled(results: Results) -> str:
    table = results.tables["rules"]
    said = []
    for label in results.labels:
        rows = table[(table["group"] == label) & (table["turns"] > 0)]
        shares = zip(rows["rule"], rows["share"], strict=True)
        of = ", ".join(f"{rule} {100 * share:.0f} %" for rule, share in shares)
        said.append(f"{label}: {of}")
    return "; ".join(said) + "."


def _answered(results: Results) -> str:
    said = []
    for label in results.labels:
        rows = results.tables["answers"]
        rows = rows[rows["group"] == label]
        if len(rows) and rows["count"].max() > 0:
            most = rows.loc[rows["count"].idxmax()]
            said.append(f"{label}: most often {most['answerer']} answers {most['asker']}")
    return ("; ".join(said) or "Nobody took up anything") + "."


def _have(kind: str) -> Callable[[Results], bool]:
    """Return what tells whether any seat has beliefs, or regards."""
    return lambda results: bool((results.tables["personas"]["of"] == kind).any())


PICTURES = (
    Picture("breakdowns", partial(strips, names=BROKEN),
            f"Turns that break down, per 10 turns. {DOTS}", _means(BROKEN)),
    Picture("kinds", _kinds,
            "Breakdowns by kind, per 10 turns; strategic evasions are no breakdowns.",
            _means(("breakdown:ignored", "breakdown:repetition", "breakdown:strategic"))),
    Picture("rubric", partial(strips, names=RUBRIC, share=True),
            f"Share of the rubric's points. {DOTS}", _means(RUBRIC)),
    Picture("disclosure", charts.disclosure,
            "Share of the story's facts said by each turn, mean of conversations", _disclosed),
    Picture("rules", _rules, "The rule by which each turn was given.", _ruled),
    Picture("pairs", _pairs, "First pair parts per 10 turns, by how they ended.",
            _means(("pairs_opened", "pairs_answered", "pairs_open"))),
    Picture("floor", partial(strips, names=FLOOR), f"Who held the floor. {DOTS}", _means(FLOOR)),
    Picture("importance", charts.importance,
            "Importance of bids by seat, in percent of the seat's bids.",
            _means(("importance_mean", "importance_7_to_9")),
            lambda results: len(results.tables["importance"]) > 0),
    Picture("answers", charts.answers,
            "Who took up whose first pair parts, in times a conversation.", _answered),
    Picture("words", partial(strips, names=WORDS), f"Variety of words. {DOTS}", _means(WORDS)),
    Picture("read", lambda results: strips(results, names=broken_names(results), share=True),
            "Turns that break down in any of the eleven categories, as they were read. "
            f"{DOTS}", _means(broken_names), lambda results: bool(broken_names(results))),
    Picture("read-kinds", _read_kinds,
            "The eleven categories as they were read; strategic evasions are no breakdowns.",
            _means(broken_names), lambda results: bool(broken_names(results))),
    Picture("judges",
            lambda results: strips(
                results, names=judged_names(results), columns=3, limits=(0.8, 5.2)
            ),
            f"Scores of whole conversations, 1 to 5, mean of the raters. {DOTS}",
            _means(judged_names), lambda results: bool(judged_names(results))),
    Picture("rated", _rated,
            "Share of the rubric's points: facts recognised in the words, and as they were read. "
            f"{DOTS}", _means(rated_names), lambda results: bool(rated_names(results))),
    Picture("beliefs", partial(charts.courses, of="belief", by="seat", label="belief, 0-100"),
            "How firmly each seat holds its beliefs after each pause to think, 0 to 100, mean of "
            "its beliefs and of conversations.",
            _means(lambda results: results.there(["beliefs_moved"])), _have("belief")),
    Picture("regards",
            partial(charts.courses, of="regard", by="about",
                    label="regard of the others, -10 to 10"),
            "How the others feel about each seat after each pause to think, -10 to 10, mean of the "
            "others and of conversations.",
            _means(lambda results: results.there(["regards_mean", "regards_one_sided"])),
            _have("regard")),
)  # fmt: skip
"""Every figure that a report may have."""
