"""What a figure of the report is: its record before it is drawn, and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mmagents.evaluation.report import figure_style
from mmagents.evaluation.report.results import Results
from mmagents.evaluation.report.sections import definitions
from mmagents.evaluation.report.sheets import number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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


def means(names: Sequence[str] | Callable[[Results], Sequence[str]]) -> Callable[[Results], str]:
    """Return what says the means of measures in words."""

    def in_words(results: Results) -> str:
        shown = definitions(there := names(results) if callable(names) else names)
        said = []
        for name in there:
            groups = results.comparisons[name].groups
            of = ", ".join(f"{group.name} {number(group.mean)}" for group in groups)
            said.append(f"{shown[name].label}: {of}")
        return f"Means: {'; '.join(said)}."

    return in_words
