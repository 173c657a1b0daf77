"""The bar that long commands show on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mmagents.cli.shown.terminal import screen

if TYPE_CHECKING:
    from rich.progress import Progress


def bar() -> Progress:
    """Return a bar with the time gone and left; tasks have a field `spent`, what models cost."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[spent]}"),
        console=screen(stderr=True),
    )
