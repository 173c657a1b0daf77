"""The figures of the report: one record each, drawn without a screen.

They show what the record shows. Those of what models and people said, among them figures 11 to 14
and S5 of MMAgents, are in :mod:`mmagents.evaluation.report.readings.figures`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from mmagents.evaluation.breakdowns.structural import COVERED
from mmagents.evaluation.measures.pairs import ENDINGS
from mmagents.evaluation.report import charts, figure_style
from mmagents.evaluation.report.charts import grouped_bars, stacked, strips
from mmagents.evaluation.report.figure_style import canvas, style
from mmagents.evaluation.report.picture import DOTS, Drawn, Picture, means
from mmagents.evaluation.report.readings.figures import is_read, read_pictures
from mmagents.evaluation.report.results import Results

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WORDS = ("distinct_2", "semantic_distance", "agent_diversity", "bigram_entropy")
RUBRIC = ("rubric_shared", "rubric_reasoned", "rubric_reachable")
FLOOR = ("turns_gini", "turns_longest_run", "designated_next_share", "taken_up_next_share")
BROKEN = ("breakdown:turns",)


def drawn(results: Results) -> dict[str, Drawn]:
    """Return all figures of a report by name; those without anything to show are left out."""
    found = {}
    for one in (*PICTURES, *read_pictures(results)):
        if one.when(results):
            caption = one.caption
            if one.name == "disclosure":
                caption += "; shaded: quartiles." if charts.are_few(results) else "."
            figure = figure_style.laid_out(one.draw(results))
            alt = f"{caption} {one.alt(results)}".strip()
            found[one.name] = Drawn(one.name, figure, caption, alt)
    return found


def of_a_report(name: str) -> bool:
    """Tell whether a figure of this name may be in a report."""
    return name in {one.name for one in PICTURES} or is_read(name)


def _kinds(results: Results) -> Figure:
    names = [f"breakdown:{one}" for one in sorted(COVERED)] + ["breakdown:strategic"]
    with style():
        figure, (axes,) = canvas(height=0.9 + 0.14 * len(names) * max(2, len(results.groups)))
        grouped_bars(axes, results, names)
        axes.set_xlabel("per 10 turns, mean of conversations")
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
            f"Turns that break down, per 10 turns. {DOTS}", means(BROKEN)),
    Picture("kinds", _kinds,
            "Breakdowns by kind, per 10 turns; strategic evasions are no breakdowns.",
            means(("breakdown:ignored", "breakdown:repetition", "breakdown:strategic"))),
    Picture("rubric", partial(strips, names=RUBRIC, share=True),
            f"Share of the rubric's points. {DOTS}", means(RUBRIC),
            lambda results: results.with_facts),
    Picture("disclosure", charts.disclosure,
            "Share of the story's facts said by each turn, mean of conversations", _disclosed,
            lambda results: results.with_facts),
    Picture("rules", _rules, "The rule by which each turn was given.", _ruled),
    Picture("pairs", _pairs, "First pair parts per 10 turns, by how they ended.",
            means(("pairs_opened", "pairs_answered", "pairs_open"))),
    Picture("floor", partial(strips, names=FLOOR), f"Who held the floor. {DOTS}", means(FLOOR)),
    Picture("importance", charts.importance,
            "Importance of bids by seat, in percent of the seat's bids.",
            means(("importance_mean", "importance_7_to_9")),
            lambda results: len(results.tables["importance"]) > 0),
    Picture("answers", charts.answers,
            "Who took up whose first pair parts, in times a conversation.", _answered),
    Picture("words", partial(strips, names=WORDS), f"Variety of words. {DOTS}", means(WORDS)),
    Picture("beliefs", partial(charts.courses, of="belief", by="seat", label="belief, 0-100"),
            "How firmly each seat holds its beliefs after each pause to think, 0 to 100, mean of "
            "its beliefs and of conversations.",
            means(lambda results: results.there(["beliefs_moved"])), _have("belief")),
    Picture("regards",
            partial(charts.courses, of="regard", by="about",
                    label="regard of the others, -10 to 10"),
            "How the others feel about each seat after each pause to think, -10 to 10, mean of the "
            "others and of conversations.",
            means(lambda results: results.there(["regards_mean", "regards_one_sided"])),
            _have("regard")),
)  # fmt: skip
"""Every figure that a report may have, but those of what models and people said."""
