"""Conversations beside a human band: tables, the sentence that sums up, and a page.

Groups of conversations stand side by side; each is a :class:`Group`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mmagents.lab.realism.bands import Inside, Setting
from mmagents.lab.realism.measures import MEASURES, SIX, TEN
from mmagents.lab.realism.placing import Placed, Row
from mmagents.lab.report import figure_style
from mmagents.lab.report.figure_style import INK, LINE, canvas, colour, style, swarm, ticks
from mmagents.lab.report.figures import Drawn
from mmagents.lab.report.sheets import NONE, Cell, Sheet, number, numbers, sheet
from mmagents.lab.statistics.sums import quantile

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CHECK = "The check of ten"
BESIDE = "What else there is"
NAMED = 5
"""Names that are listed, at most."""
CAPTION = (
    "The measures of the check. Grey: the human band, from the 10th to the 90th percentile, with "
    "the median. Dots: pieces of talk; diamond: their median."
)


@dataclass(frozen=True, slots=True)
class Group:
    """Conversations that belong together, under one name."""

    name: str
    placed: Placed


def sheets(groups: Sequence[Group]) -> list[Sheet]:
    """Return the tables: the measures of the check, then all others that are known of anybody."""
    tables = [
        _sheet(groups, CHECK, list(TEN)),
        _sheet(groups, BESIDE, [name for name in MEASURES if name not in TEN]),
    ]
    return [one for one in tables if one.rows]


def _sheet(groups: Sequence[Group], caption: str, names: Sequence[str]) -> Sheet:
    rows_of = [{row.name: row for row in one.placed.rows()} for one in groups]
    setting = groups[0].placed.setting
    known = [name for name in names if any(_has(rows.get(name)) for rows in rows_of)]
    cells = [
        [
            Cell(f"{MEASURES[name].label}, {MEASURES[name].unit}", link=""),
            *(_cell(rows.get(name)) for rows in rows_of),
            _band(setting, name),
        ]
        for name in known
    ]
    columns = numbers(*(one.name for one in groups), f"people: {setting.name}")
    return sheet(f"{caption}: median (range) beside the human band", ["measure", *columns], cells)


def _has(row: Row | None) -> bool:
    return row is not None and row.median is not None


def _cell(row: Row | None) -> Cell:
    if row is None or row.median is None:
        return Cell(NONE)
    spread = f" ({number(row.low)} to {number(row.high)})" if row.low != row.high else ""
    placed = {True: "inside", False: "outside", None: ""}[row.inside]
    return Cell(f"{number(row.median)}{spread}", sub=placed)


def _band(setting: Setting, name: str) -> Cell:
    band = setting.bands.get(name)
    if band is None:
        return Cell(NONE)
    return Cell(f"{number(band.low)} to {number(band.high)}", sub=f"median {number(band.median)}")


def sentences(group: Group) -> list[str]:
    """Return what is found of one group in words: how many lie inside, and what to bear in mind."""
    placed, setting = group.placed, group.placed.setting
    if not placed.pieces:
        return [f"{group.name}: nothing is long enough; a piece needs {setting.least} turns."]
    checked, found = len(placed.checked), placed.sum
    counts = [ten for ten, _ in placed.counts]
    many = number(found.mean, 1) if len(counts) > 1 else str(counts[0])
    beside = [
        f"{whose} {number(of, 1)}"
        for whose, one in (
            ("people's own pieces have", setting.people),
            ("the same with speakers dealt out by lot", setting.shuffled),
        )
        if one is not None and (of := _comparable(one, placed)) is not None
    ]
    said = [
        f"{group.name}: {many} of {checked} inside the band of {setting.label()}"
        + (f"; {', '.join(beside)}." if beside else ".")
    ]
    if set(SIX) < set(placed.checked):
        said += _of_six(placed)
    few = placed.as_few()
    if few is not None and checked == len(setting.checked):
        middle = int(quantile(counts, 0.5) or 0)
        share = f"{100 * few:.0f} %" if few >= 0.01 else "under 1 %"
        said.append(f"Of people's own pieces {share} have {middle} or fewer inside.")
    return said + _provisos(placed)


def _of_six(placed: Placed) -> list[str]:
    """Return how many of the six measures lie inside that no word has a part in."""
    people, dealt = placed.setting.people, placed.setting.shuffled
    if people is None or dealt is None:
        return [f"Of the six of turn-taking alone: {number(placed.sum.six, 1)}."]
    return [
        f"Of the six of turn-taking alone: {number(placed.sum.six, 1)}; people's "
        f"{number(people.six, 1)}, dealt out by lot {number(dealt.six, 1)}."
    ]


def _comparable(of: Inside, placed: Placed) -> float | None:
    """Return how many of the measures known here people's pieces have inside, if it is told."""
    known = set(placed.checked)
    if known == set(placed.setting.checked):
        return of.mean
    return of.six if known == set(SIX) else None


def _provisos(placed: Placed) -> list[str]:
    """Return what a reader of the figures has to know of how they were made."""
    setting, said = placed.setting, []
    if placed.short:
        named = ", ".join(placed.short[:NAMED]) + (" …" if len(placed.short) > NAMED else "")
        said.append(
            f"Too short for this band, which needs {setting.least} turns: {len(placed.short)} "
            f"({named})."
        )
    missing = [MEASURES[one].label for one in setting.checked if one not in placed.checked]
    if missing:
        said.append(f"Not known here: {', '.join(missing)}.")
    differ = sorted(placed.languages - {setting.language})
    if differ:
        said.append(
            f"The talk is in {', '.join(differ)}, the band's in {setting.language}: measures of "
            "words and questions compare across languages."
        )
    if "rules" in placed.paired | placed.addressed:
        said.append(
            "Who answered whom, and whom turns were put to, was read from the words by rules where "
            "it was not recorded."
        )
    return said


def drawing(groups: Sequence[Group]) -> Drawn:
    """Draw the measures of the check, a panel each: the band, and every piece of each group."""
    setting = groups[0].placed.setting
    names = [one for one in setting.checked if any(one in of.placed.checked for of in groups)]
    with style():
        height = 0.7 + 0.3 * len(groups)
        figure, panels = canvas(max(1, -(-len(names) // 2)), 2, height=max(1.2, height))
        for axes in panels[len(names) :]:
            axes.set_visible(False)
        for axes, name in zip(panels, names, strict=False):
            _panel(axes, groups, setting, name)
    said = " ".join(one for group in groups for one in sentences(group)[:1])
    return Drawn("bands", CHECK, figure_style.laid_out(figure), f"{CAPTION} {said}")


def _panel(axes: Axes, groups: Sequence[Group], setting: Setting, name: str) -> None:
    band = setting.bands[name]
    axes.axvspan(band.low, band.high, color=LINE, alpha=0.55, linewidth=0, zorder=0)
    axes.axvline(band.median, color=INK, linewidth=1.0, zorder=1)
    for index, group in enumerate(groups):
        pieces = group.placed.pieces
        values = [v for one in pieces if (v := one.figures.get(name)) is not None]
        if not values:
            continue
        aside = [index + offset for offset in swarm(values)]
        axes.scatter(values, aside, s=11, color=colour(index), alpha=0.55, linewidths=0, zorder=2)
        middle = quantile(values, 0.5) or 0.0
        axes.scatter(
            middle, index, s=34, marker="D", zorder=3, facecolor="white", edgecolor=INK,
            linewidth=1.2,
        )  # fmt: skip
    ticks(axes, [one.name for one in groups], on="y")
    axes.set_ylim(len(groups) - 0.4, -0.6)
    axes.set_title(MEASURES[name].label)
    axes.set_xlabel(MEASURES[name].unit)
    axes.grid(axis="x")


def as_json(groups: Sequence[Group]) -> dict[str, Any]:
    """Return all groups as plain JSON, by name."""
    return {"groups": {one.name: one.placed.as_json() for one in groups}}


def page(groups: Sequence[Group]) -> str:
    """Return a page as HTML, with the bands drawn; all names are escaped."""
    from mmagents.lab.report.page import Part, template

    setting = groups[0].placed.setting
    known = {row.name for one in groups for row in one.placed.rows()}
    source = (
        f"The band: {setting.source}. Licence of the corpus: {setting.licence}. It ships as "
        "numbers alone."
    )
    found = Part(
        "What is found",
        [*(" ".join(sentences(one)) for one in groups), source],
        [drawing(groups)],
        sheets=sheets(groups),
    )
    return template().render(
        title=f"Beside people: {setting.what}",
        heading="Beside people",
        lead=f"How these conversations take turns, held against {setting.label()}: "
        f"{setting.pieces} pieces of {setting.conversations} conversations.",
        warnings=[(
            "A band is that of a setting, not of people as such.",
            "It holds the middle eighty per cent of the pieces of talk of "
            f"{setting.what}. People elsewhere, or about something else, lie outside it too. The "
            "ten measures hang together, and none of them says whether a talk is good.",
        )],
        parts=[found],
        examples=[],
        definitions=[
            {"id": f"def-{name}", "name": name, "label": one.label, "unit": one.unit,
             "text": one.description}
            for name, one in MEASURES.items()
            if name in known
        ],
    )  # fmt: skip
