"""A table to be read: for the page and for the terminal alike."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

NONE = "–"


@dataclass(frozen=True, slots=True)
class Column:
    """A column; numbers stand to the right, and the paper's figures are marked as such."""

    title: str
    number: bool = False
    paper: bool = False


Title = str | Column
"""A column, or the title of one of words."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell.

    Attributes:
        sub: what stands below it, smaller.
        link: id of what it leads to on the page.
    """

    text: str
    sub: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table to be read; the first column names the rows."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...] = field(default=())


def number(value: float | None, digits: int = 2) -> str:
    """Return a figure as it is shown; a dash where there is none."""
    if value is None or math.isnan(value):
        return NONE
    if math.isinf(value) or abs(value) >= 1e6:
        return f"{value:g}"
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if not float(text) else text.replace("-", "−")


def interval(pair: tuple[float, float] | None) -> str:
    """Return an interval as it is shown, or nothing."""
    return f"[{number(pair[0])}, {number(pair[1])}]" if pair else ""


def numbers(*titles: str) -> list[Column]:
    """Return columns of numbers."""
    return [Column(title, number=True) for title in titles]


def sheet(caption: str, titles: Sequence[Title], rows: Iterable[Sequence[str | Cell]]) -> Sheet:
    """Return a table; plain strings become columns and cells.

    Columns without any figure of the paper are left out.
    """
    columns = [one if isinstance(one, Column) else Column(one) for one in titles]
    held = [[one if isinstance(one, Cell) else Cell(one) for one in row] for row in rows]
    kept = [
        index
        for index, column in enumerate(columns)
        if not column.paper or any(row[index].text for row in held)
    ]
    return Sheet(
        caption,
        tuple(columns[index] for index in kept),
        tuple(tuple(row[index] for index in kept) for row in held),
    )
