"""A game as a file: Markdown, JSON lines, or one page that replays it without any server.

The page holds the same drawings as the live one, made turn by turn; a few lines of script only
choose which of them to show.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

from mmagents.nodes.record import BACKCHANNEL, TurnRow
from mmagents.nodes.table import Table
from mmagents.showing.faces import Faces
from mmagents.showing.html.ending import ending
from mmagents.showing.html.lanes import cut_told, lanes, legend, player
from mmagents.showing.html.ledger import ledger
from mmagents.showing.html.markup import bdi, text, words
from mmagents.showing.html.table import ring
from mmagents.showing.html.talk import AROUND, turns
from mmagents.showing.onlooker import Standing
from mmagents.showing.scene import scene_of
from mmagents.showing.timeline import Timeline, timeline_of

ENDINGS: Mapping[str, tuple[str, str]] = {
    "markdown": ("md", "text/markdown"),
    "jsonl": ("jsonl", "application/x-ndjson"),
    "replay": ("html", "text/html"),
}
"""What a game can be downloaded as: the ending of the file, and its media type."""


SHOWN = "show"
"""In an address, what lets the browser show the page rather than keep it."""


def downloads(address: str, lang: str) -> str:
    """Return the links by which the game at an address is downloaded."""
    return "".join(
        f'<a class="btn" href="{words(address)}/take/{kind}" download>'
        f"{text(lang, f'download-{kind}')}</a>"
        for kind in ENDINGS
    )


def play_link(address: str, lang: str) -> str:
    """Return the link by which the game at an address is played over time."""
    return (
        f'<a class="btn" href="{words(address)}/take/replay?{SHOWN}" target="_blank" '
        f'rel="noopener">{text(lang, "lanes-play")}</a>'
    )


def jsonl(rows: Sequence[TurnRow]) -> str:
    """Return one JSON object a line."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def taken(
    kind: str, now: Standing, table: Table, lang: str, markdown: Callable[..., str], *, hidden: bool
) -> bytes:
    """Return what an onlooker may know of a game, in one of the kinds."""
    if kind == "markdown":
        text = markdown(now.rows, table)
    elif kind == "jsonl":
        text = jsonl(now.rows)
    else:
        text = replay(now, table, lang, hidden=hidden)
    return text.encode("utf-8", "backslashreplace")


def replay(now: Standing, table: Table, lang: str, *, hidden: bool) -> str:
    """Return a page that replays what an onlooker may know of a game.

    Where times are known, lanes are drawn over them and the page plays at the pace of the talk.
    """
    faces, rows = Faces.of(table, lang), now.rows
    line = timeline_of(rows)
    pieces = turns(rows, range(len(rows)), faces, hidden=hidden)
    frames = [
        {
            "turn": row["turn"],
            "ring": ring(scene_of(now, faces, at, hidden=hidden), faces),
            "ledger": ledger(row, rows, faces, hidden=hidden),
            "talk": _not_yet(rows[: at + 1], pieces, faces, hidden=hidden),
            **(_moment(row, line) if line else {}),
        }
        for at, row in enumerate(rows)
    ]
    talk = "".join(f'<div data-at="{turn}">{piece}</div>' for turn, piece in pieces.items())
    room = files("mmagents.web") / "static"
    styles, scripts = (
        "".join((room / name).read_text("utf-8") for name in names)
        for names in (("style.css", *["lanes.css"] * bool(line)), ("page.js", _script(line)))
    )
    data = json.dumps(frames).replace("<", "\\u003c")
    told = ending(now.outcome, table, faces) if now.outcome else ""
    verdict = f'<section class="card ending" id="verdict" hidden>{told}</section>' if told else ""
    title = words(table.public.title, 160)
    return f"""<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'"><title>{title}</title>
<style>{styles}</style></head><body><div class="page">
<header class="top"><h1>{bdi(table.public.title, 160)}</h1><nav><button type="button" \
data-do="theme" class="plain">{text(lang, "theme")}</button></nav></header>
<p class="premise">{bdi(table.public.premise)}</p>
{_in_time(line, now, faces, hidden=hidden) if line else ""}\
<div class="board"><div class="column"><div class="card" id="ring"></div>
{"" if line else _slider(len(rows), lang)}\
<section class="card ledger" id="ledger" aria-live="polite"></section></div>
<div class="column"><section class="card"><h2>{text(lang, "talk")}</h2>
<div class="talk" id="talk" tabindex="0">{talk}</div></section>
{verdict}</div></div></div>
<script type="application/json" id="frames">{data}</script>
<script>{scripts}</script>
</body></html>
"""


def _script(line: Timeline | None) -> str:
    return "lanes.js" if line else "replay.js"


def _slider(rows: int, lang: str) -> str:
    """Return what plays a talk turn by turn."""
    return f"""<div class="card time"><input type="range" min="1" max="{max(1, rows)}" value="1" \
id="time" aria-label="{text(lang, "time")}"><button type="button" id="play" \
data-pause="{text(lang, "pause")}">{text(lang, "play")}\
</button><output id="where"></output></div>
"""


def _in_time(line: Timeline, now: Standing, faces: Faces, *, hidden: bool) -> str:
    """Return the lanes, what plays them, and what there is to tell of each cut."""
    by_turn = {row["turn"]: row for row in now.rows}
    over = hidden or now.status == "ended"
    cuts = "".join(
        f'<article class="cut-told" data-of="{bar.turn}" hidden>'
        f"{cut_told(bar, line, by_turn[bar.turn], faces, over=over)}</article>"
        for bar in line.bars
        if bar.cut
    )
    lang = faces.lang
    return (
        f'<section class="card lanes" id="lanes" data-first="{line.first}">'
        f"<h2>{text(lang, 'lanes')}</h2>{player(line, lang)}"
        f"{lanes(line, now.rows, faces, played=True)}"
        f'{legend(line, now.rows, lang)}<div id="cuts" aria-live="polite">{cuts}</div></section>\n'
    )


def _moment(row: TurnRow, line: Timeline) -> dict[str, object]:
    """Return when a row is shown, in seconds; and whether it is a backchannel, no turn."""
    small = row["rule"] == BACKCHANNEL
    return {"at": line.shown[row["turn"]], **({"small": True} if small else {})}


def _not_yet(
    rows: Sequence[TurnRow], pieces: Mapping[int, str], faces: Faces, *, hidden: bool
) -> dict[int, str]:
    """Return the turns that looked otherwise when these were all: their pairs were open still."""
    recent = range(max(0, len(rows) - AROUND - 1), len(rows))
    then = turns(rows, recent, faces, hidden=hidden)
    return {turn: piece for turn, piece in then.items() if piece != pieces[turn]}
