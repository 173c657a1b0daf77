"""Tables of a report in a terminal; plain where nobody looks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from mmagents.cli.shown.terminal import screen

if TYPE_CHECKING:
    from mmagents.lab.report.sheets import Cell, Sheet

PLAIN_WIDTH = 400
"""Columns where the output is no terminal, so that no cell is broken."""


def show(sheet: Sheet) -> None:
    """Print a table."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    looks = sys.stdout.isatty()
    console = screen() if looks else screen(width=PLAIN_WIDTH, no_color=True)
    table = Table(
        title=Text(sheet.caption),
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD if looks else None,
        pad_edge=False,
    )
    for column in sheet.columns:
        table.add_column(
            Text(column.title),
            justify="right" if column.number else "left",
            style="dim" if column.paper else "",
        )
    for row in sheet.rows:
        table.add_row(*(Text(_said(cell, looks=looks)) for cell in row))
    console.print(table)
    console.print()


def _said(cell: Cell, *, looks: bool) -> str:
    return f"{cell.text}\n{cell.sub}" if looks and cell.sub else f"{cell.text} {cell.sub}".strip()
