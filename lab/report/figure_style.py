"""How figures look, and how they become bytes that are the same every time."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mmagents.lab.texts import toml_of
from mmagents.scenarios.plain import in_print

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8c6bb1", "#7f7f7f",
)  # fmt: skip
"""Told apart by people with any colour vision: after Okabe & Ito 2008, without black and yellow,
which vanish on a dark or a light page, and with a violet and a grey instead."""
MARKERS = "osD^vPX*"
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
HATCHES = ("", "//", "..", "xx", "\\\\", "oo", "++", "--")
INK, LINE = "#1f2329", "#c9ced6"
"""Of words and of what lies behind, as in the TOML file; the page sets its own colours instead."""
WIDTH = 7.6
"""Of a figure, in inches."""
DPI = 150


@contextmanager
def style() -> Iterator[None]:
    """Draw and write figures in the report's style, whatever matplotlibrc says."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        settings: Any = toml_of(Path(__file__).with_name("figure_style.toml"))
        mpl.rcParams.update(settings)
        yield


def canvas(
    rows: int = 1, columns: int = 1, *, height: float = 2.6, share: bool = False
) -> tuple[Figure, list[Axes]]:
    """Return a figure and its axes, row by row; `height` is that of one row in inches."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height * rows), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False, sharex=share, sharey=share)
    return figure, list(grid.ravel())


def laid_out(figure: Figure) -> Figure:
    """Place everything in a figure once, so that neither of its pictures has to do it again."""
    with style():
        engine = figure.get_layout_engine()
        if engine is not None:
            engine.execute(figure)
            figure.set_layout_engine(None)
    return figure


def colour(index: int) -> str:
    """Return the colour of a group; beyond eight they come again, with other marks."""
    return COLOURS[index % len(COLOURS)]


def swarm(values: Sequence[float], width: float = 0.36) -> list[float]:
    """Return sideways offsets, -width to width, that part values in one sixtieth of the range."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    step = (high - low) / 60 or 1.0
    shelves: dict[int, list[int]] = {}
    for index, value in enumerate(values):
        shelves.setdefault(round((value - low) / step), []).append(index)
    offsets = [0.0] * len(values)
    for held in shelves.values():
        gap = min(0.05, 2 * width / max(1, len(held) - 1))
        for place, index in enumerate(sorted(held, key=lambda at: (values[at], at))):
            offsets[index] = (place - (len(held) - 1) / 2) * gap
    return offsets


def as_png(figure: Figure) -> bytes:
    """Return a figure as a picture on white."""
    with style():
        held = io.BytesIO()
        figure.savefig(held, format="png", dpi=DPI, facecolor="white", metadata={"Software": None})
        return held.getvalue()


def as_svg(figure: Figure, name: str, alt: str) -> str:
    """Return a figure to be set into a page: in its ink, with ids that begin with `name`."""
    import html

    with style():
        held = io.StringIO()
        figure.savefig(held, format="svg", metadata={"Date": None})
    svg = held.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*|<style.*?</style>\s*", "", svg, flags=re.S)
    svg = re.sub(r'\sxmlns(?::\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'\sid="([^"]*)"', rf' id="{name}-\1"', svg)
    svg = re.sub(r'href="#([^"]*)"', rf'href="#{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]*)\)", rf"url(#{name}-\1)", svg)
    svg = svg.replace(INK, "var(--ink)").replace(LINE, "var(--line)")
    said = html.escape(alt, quote=True)
    svg = re.sub(r'\swidth="[^"]*pt"|\sheight="[^"]*pt"', "", svg, count=2)
    return svg.replace("<svg", f'<svg role="img" aria-label="{said}"', 1).strip()


def ticks(
    axes: Axes, labels: Iterable[str], *, on: str = "x", first: float = 0.0, turned: bool = False
) -> None:
    """Name the places `first`, `first` + 1 … of an axis; `turned` leans the names."""
    named = [in_print(one) for one in labels]
    places = [first + place for place in range(len(named))]
    how: dict[str, Any] = {"rotation": 30, "ha": "right"} if turned else {}
    if on == "x":
        axes.set_xticks(places, named, **how)
    else:
        axes.set_yticks(places, named)
