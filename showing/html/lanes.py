"""Who speaks when, as HTML: a lane a person, a bar a unit, and what plays it.

Positions stand in seconds (`--s` from, `--d` how long); the style sheet makes lengths of them. A
few lines of script move the playhead. Without them the whole talk is to be seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from mmagents.floor.rules import rule_of
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.record import TurnRow, pieces_in
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import bdi, text, words
from mmagents.showing.timeline import Bar, Mark, Span, Timeline, clock
from mmagents.showing.wording import cut_note, cut_place, words_heard

SPEEDS = (1, 2, 4, 8, 16)
"""How many seconds of talk pass in one."""
RULED = 10
"""Seconds between two marks of the ruler."""


def lanes(line: Timeline, rows: Sequence[TurnRow], faces: Faces, *, played: bool = False) -> str:
    """Return the lanes of a talk, and its ruler.

    Args:
        line: the talk in time.
        rows: its record, as far as the onlooker may know it.
        faces: who sits there.
        played: whether it is played and sought there, by keys too.
    """
    keys = f' tabindex="0" role="group" aria-label="{text(faces.lang, "lanes-keys")}"' * played
    said = {row["turn"]: words_heard(row) for row in rows}
    names = "".join(
        f'<li style="--c:var(--s{face.colour})">{bdi(face.call, 40)}</li>' for face in faces.seats
    )
    own = "".join(
        f'<div class="lane" style="--c:var(--s{face.colour})">'
        f"{''.join(_bar(one, said, faces) for one in line.bars if one.seat == face.id)}"
        f"{''.join(_mark(one, faces) for one in line.marks if one.seat == face.id)}</div>"
        for face in faces.seats
    )
    marked = range(ceil(line.first / RULED) * RULED, int(line.first + line.end) + 1, RULED)
    ruler = "".join(f'<i style="--s:{_short(at - line.first)}">{clock(at)}</i>' for at in marked)
    over = "".join(f'<i class="over" {_placed(one)}></i>' for one in line.over)
    cuts = "".join(_cut(one, line, faces) for one in line.bars if one.cut)
    return (
        f'<div class="stage" style="--end:{_short(line.end)}">'
        f'<ul class="names" aria-hidden="true">{names}</ul><div class="reel"{keys}>'
        f'<div class="track"><div class="ruler" aria-hidden="true">{ruler}</div>'
        f'<div class="sounds">{over}{own}{cuts}<i class="ahead"></i></div>'
        f'<i class="needle"></i></div></div></div>'
    )


def _placed(span: Span, since: float = 0.0) -> str:
    return f'style="--s:{_short(span.start - since)};--d:{_short(span.lasts)}"'


def _short(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _bar(bar: Bar, said: Mapping[int, str], faces: Faces) -> str:
    told = words(f"{bar.turn} {faces.call(bar.seat)}: {said[bar.turn]}", 160)
    units = "".join(
        f'<i class="unit" {_placed(one, since=bar.span.start)}></i>' for one in bar.units
    )
    return (
        f'<div class="bar" {_placed(bar.span)} data-turn="{bar.turn}" title="{told}">{units}</div>'
    )


def _mark(mark: Mark, faces: Faces) -> str:
    told = words(f"{faces.call(mark.seat)}: {mark.text}", 80)
    return f'<i class="mm" {_placed(mark.span)} data-turn="{mark.turn}" title="{told}"></i>'


def _cut(bar: Bar, line: Timeline, faces: Faces) -> str:
    """Return a button at the end of a turn that was cut, on its speaker's lane."""
    lane = next((n for n, face in enumerate(faces.seats) if face.id == bar.seat), 0)
    told = words(_cut_title(bar, line, faces), 160)
    return (
        f'<button type="button" class="cut" data-act="turn" data-arg="{bar.turn}" '
        f'style="--s:{_short(bar.span.end)};--l:{lane}" aria-label="{told}" title="{told}">'
        "</button>"
    )


def _cut_title(bar: Bar, line: Timeline, faces: Faces) -> str:
    who, when = faces.call(bar.seat), clock(line.first + bar.span.end)
    return say(faces.lang, "cut-title", n=bar.turn, who=who, time=when)


def cut_told(bar: Bar, line: Timeline, row: TurnRow, faces: Faces, *, over: bool) -> str:
    """Return by whom and by which rule a turn was cut, and what was not said if the row has it.

    Args:
        bar: the turn; it was cut.
        line: the talk that it is of.
        row: as far as the onlooker may know it.
        faces: who sits there.
        over: whether the onlooker will never know more of it than now.
    """
    assert bar.cut is not None, "only of a turn that was cut is there anything to tell"
    lang, rule = faces.lang, rule_of(bar.cut["rule"])
    lines = [cut_place(row, faces) or cut_note(row, faces.call, lang)]
    label = f'<span class="badge">{words(rule.number or rule.text(lang).label)}</span>'
    unsaid = row["ledger"].get("unsaid")
    if not unsaid and not over:
        lines.append(say(lang, "cut-later"))
    told = "".join(f"<p>{bdi(one, 400)}</p>" for one in lines)
    heard = f"<p class='said'>{bdi(words_heard(row), 400)}</p>"
    rest = f"<h4>{text(lang, 'cut-unsaid')}</h4><q>{bdi(unsaid)}</q>" if unsaid else ""
    return (
        f'<h3 style="--c:{faces.colour(bar.seat)}"><b>{bdi(_cut_title(bar, line, faces), 160)}</b> '
        f"{label}</h3>{heard}{told}{rest}"
    )


def player(line: Timeline, lang: str) -> str:
    """Return what plays a talk: play and pause, how fast, from where, and how wide it is drawn."""
    rates = "".join(
        f'<button type="button" data-rate="{one}" aria-pressed="{str(one == 1).lower()}">{one}×'
        "</button>"
        for one in SPEEDS
    )
    zoom = "".join(
        f'<button type="button" data-zoom="{by}" aria-label="{text(lang, key)}" '
        f'title="{text(lang, key)}">{sign}</button>'
        for by, key, sign in (("0.5", "zoom-out", "−"), ("2", "zoom-in", "+"))
    )
    return (
        f'<div class="player"><button type="button" id="play" class="main" '
        f'data-pause="{text(lang, "pause")}">{text(lang, "play")}</button>'
        f'<div class="rates" role="group" aria-label="{text(lang, "rate")}">{rates}</div>'
        f'<div class="rates" role="group" aria-label="{text(lang, "zoom")}">{zoom}</div>'
        f'<output id="where" data-said="{text(lang, "turn-of", n="#", all="##")}"></output>'
        f'<input type="range" min="0" max="{ceil(line.end * 10) / 10}" step="0.1" value="0" '
        f'id="time" aria-label="{text(lang, "moment")}"></div>'
    )


def legend(line: Timeline, rows: Sequence[TurnRow], lang: str) -> str:
    """Return what the marks mean, of those that there are."""
    told = any("unsaid" in row["ledger"] for row in rows)
    cut = "legend-cut" if told else "legend-cut-hidden"
    there = [
        ("unit", "legend-unit" if any(map(pieces_in, rows)) else "legend-turn"),
        *([("over", "legend-over")] if line.over else []),
        *([("mm", "legend-backchannel")] if line.marks else []),
        *([("cut", cut)] if any(one.cut for one in line.bars) else []),
    ]
    marks = "".join(
        f'<li><i class="{how}" aria-hidden="true"></i>{text(lang, key)}</li>' for how, key in there
    )
    return f'<ul class="legend">{marks}</ul>'
