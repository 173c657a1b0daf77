"""Who speaks when as a drawing (SVG) for papers and pages: staves of lanes, one below another."""

from __future__ import annotations

from collections.abc import Iterator

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import words
from mmagents.showing.timeline import Bar, Span, Timeline, clock

STAVE = 40.0
"""Seconds in a stave."""
WIDTH, LEFT = 960.0, 84.0
"""Of the drawing, and of the names at its left, in pixels."""
TOP, LANE, GAP, RULER = 8.0, 22.0, 16.0, 18.0
"""Height of the space above, of a lane, of the space below a stave, of its times, in pixels."""
SECOND = (WIDTH - LEFT - 10) / STAVE
"""Pixels of a second."""
TICK = 5
"""Seconds between two times above a stave."""
COLOURS = (
    ("#0b5fae", "#84bdf7"), ("#9c2068", "#f394c6"), ("#1b6d3a", "#78d296"), ("#855500", "#e5bc62"),
    ("#5a3eb3", "#bba8ff"), ("#ab301c", "#ffa18f"), ("#08696d", "#69d2d6"), ("#6a5141", "#d2b39d"),
)  # fmt: skip
"""Of the seats, on light and on dark: those of the page's style sheet."""
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #625b4f; } .paper { fill: #fffdf8; }
.line { stroke: #ded6c6; stroke-width: 1; } .over { fill: #8a4708; opacity: .16; }
.name { font-weight: 600; } .cut { stroke: #a3271b; stroke-width: 3; stroke-linecap: round; }
.name, .unit { fill: currentColor; } .thread { fill: currentColor; opacity: .55; }
.mark { fill: none; stroke: currentColor; stroke-width: 2; }
"""
DARK = """
text { fill: #aaa497; } .paper { fill: #1d2025; } .line { stroke: #363a42; }
.over { fill: #f0b45c; } .cut { stroke: #ff9a8c; }
"""


def drawing(line: Timeline, faces: Faces, title: str) -> str:
    """Return the lanes of a talk as SVG; it is the same for the same talk.

    Args:
        line: the talk in time.
        faces: who sits there.
        title: what it is called.
    """
    count = int(line.end / STAVE) + (line.end % STAVE > 0)
    high = RULER + LANE * len(faces.seats) + GAP
    legend = (
        say(faces.lang, "legend-unit"), say(faces.lang, "legend-over"),
        say(faces.lang, "legend-backchannel"), say(faces.lang, "cut-mark"),
    )  # fmt: skip
    staves = ("".join(_stave(line, faces, number)) for number in range(count))
    body = "".join(
        f'<g transform="translate(0 {TOP + number * high:g})">{stave}</g>\n'
        for number, stave in enumerate(staves)
    )
    light = "".join(f".s{n} {{ color: {a}; }}\n" for n, (a, _) in enumerate(COLOURS))
    dark = "".join(f".s{n} {{ color: {b}; }}\n" for n, (_, b) in enumerate(COLOURS))
    height = TOP + count * high + 26
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" role="img" '
        f'aria-labelledby="t d">\n<title id="t">{words(title, 160)}</title>\n'
        f'<desc id="d">{words(say(faces.lang, "lanes"))}</desc>\n'
        f"<style>{light}{STYLE}@media (prefers-color-scheme: dark) {{\n{dark}{DARK}}}</style>\n"
        f'<rect class="paper" width="{WIDTH:g}" height="{height:g}" rx="10"/>\n'
        f"{body}{_legend(line, legend, TOP + count * high)}</svg>\n"
    )


def _stave(line: Timeline, faces: Faces, number: int) -> Iterator[str]:
    """Yield what stands in a stave: times, overlaps, lanes with their bars, marks and cuts."""
    began = number * STAVE
    whole, bottom = Span(began, began + STAVE), RULER + LANE * len(faces.seats)
    for at in range(int(began), int(began + STAVE) + 1, TICK):
        x = _x(at, began)
        yield f'<path class="line" d="M{x:g} {RULER - 4:g}V{bottom:g}"/>'
        if at < whole.end:
            yield f'<text x="{x:g}" y="{RULER - 6:g}">{clock(line.first + at)}</text>'
    for one in line.over:
        if part := _part(one, whole):
            yield f'<rect class="over" {_box(part, began, RULER, bottom - RULER)}/>'
    for lane, face in enumerate(faces.seats):
        top = RULER + lane * LANE
        yield f'<path class="line" d="M{LEFT:g} {top + LANE:g}H{WIDTH - 10:g}"/>'
        name = words(face.call, 14)
        yield f'<text class="name s{face.colour}" x="8" y="{top + 15:g}">{name}</text>'
        for bar in line.bars:
            if bar.seat == face.id:
                yield from _bar(bar, whole, top, f"s{face.colour}")
        for mark in line.marks:
            if mark.seat == face.id and _part(mark.span, whole):
                x, y = _x(mark.span.start, began) + 3, top + LANE / 2
                yield f'<circle class="mark s{face.colour}" cx="{x:.1f}" cy="{y:g}" r="3.5"/>'


def _bar(bar: Bar, whole: Span, top: float, colour: str) -> Iterator[str]:
    if part := _part(bar.span, whole):
        box = _box(part, whole.start, top + LANE / 2 - 1, 2)
        yield f'<rect class="thread {colour}" {box}/>'
    for unit in bar.units:
        if part := _part(unit, whole):
            box = _box(part, whole.start, top + 4, LANE - 8)
            yield f'<rect class="unit {colour}" rx="2" {box}/>'
    if bar.cut and whole.start < bar.span.end <= whole.end:
        x = _x(bar.span.end, whole.start)
        yield f'<path class="cut" d="M{x + 5:.1f} {top + 2:g}L{x + 1:.1f} {top + LANE - 2:g}"/>'


def _part(span: Span, whole: Span) -> Span | None:
    """Return what of a span lies in another, or None."""
    start, end = max(span.start, whole.start), min(span.end, whole.end)
    return Span(start, end) if start < end else None


def _x(at: float, began: float) -> float:
    return LEFT + (at - began) * SECOND


def _box(span: Span, began: float, top: float, height: float) -> str:
    wide = max(1.5, span.lasts * SECOND - 1)
    return f'x="{_x(span.start, began):.1f}" y="{top:g}" width="{wide:.1f}" height="{height:g}"'


def _legend(line: Timeline, told: tuple[str, str, str, str], top: float) -> str:
    unit, over, mark, cut = told
    y = top + 12
    signs = [
        ('<rect class="unit s7" rx="2" x="0" y="-7" width="20" height="12"/>', unit),
        ('<rect class="over" x="0" y="-7" width="20" height="12"/>', over),
    ]
    if line.marks:
        signs.append(('<circle class="mark s7" cx="10" cy="-1" r="3.5"/>', mark))
    if any(bar.cut for bar in line.bars):
        signs.append(('<path class="cut" d="M12 -8L8 5"/>', cut))
    return "".join(
        f'<g transform="translate({LEFT + n * 200:g} {y:g})">{sign}'
        f'<text x="27" y="3">{words(means)}</text></g>\n'
        for n, (sign, means) in enumerate(signs)
    )
