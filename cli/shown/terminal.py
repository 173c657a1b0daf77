"""What is printed at a terminal. Text from outside neither steers it nor is markup."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

import typer

from mmagents.scenarios.plain import shown

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.progress import Progress
    from rich.segment import Segment


def echo(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Print a text as it stands, with control characters spelt out."""
    typer.echo(shown(str(text)), err=err, nl=nl)


def screen(**how: Any) -> Console:
    """Return a console that spells out control characters, and takes no text for markup."""
    return _plain()(**{"markup": False, "emoji": False, "highlight": False, **how})


@cache
def _plain() -> type[Console]:
    from rich.console import Console

    class Plain(Console):
        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for one in super().render(renderable, options):
                yield one if one.control else one._replace(text=shown(one.text))

    return Plain


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
