"""The talk as HTML: a turn a piece, with the arcs of adjacency pairs beside it.

An arc begins at a first pair part and ends at the turn that closed it. It takes the lane nearest to
the talk that is free over all its rows, so that arcs never overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mmagents.floor.rules import rule_of
from mmagents.interfaces.texts.catalogue import page as say
from mmagents.interfaces.texts.catalogue import term
from mmagents.nodes.record import AsideRow, TurnRow, is_talk, pieces_in
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import LONGEST, bdi, text, words
from mmagents.showing.saying import Saying
from mmagents.showing.wording import cut_note, ends, words_heard

WINDOW = 40
"""Turns that are sent to a browser at once."""
AROUND = 8
"""Turns before the window that are read, so that arcs which begin there are drawn; none is longer
than the turns after which a first pair part lapses."""
LANES = 5
"""Lanes at most; what finds none is marked on its turn alone."""
OPEN = "open"


@dataclass(frozen=True, slots=True)
class Arc:
    """A pair: where it begins and ends among the rows, and how it ended; `end` is None if open."""

    start: int
    end: int | None
    how: str


@dataclass(frozen=True, slots=True)
class Piece:
    """What is drawn in one lane of one row."""

    part: Literal["start", "through", "end"]
    how: str


def arcs_of(rows: Sequence[TurnRow]) -> list[Arc]:
    """Return the pairs of some rows in order; a pair whose end is not among them is open there."""
    place = {row["turn"]: at for at, row in enumerate(rows)}
    ended = ends(rows)
    found = []
    for at, row in enumerate(rows):
        if not row["first_pair_part"] or not row["addressees"]:
            continue
        turn, how = ended.get(row["turn"], (None, OPEN))
        found.append(Arc(at, place[turn] if turn is not None else None, how))
    return found


def arc_lanes(rows: Sequence[TurnRow]) -> list[tuple[Piece | None, ...]]:
    """Return for each row what stands in each lane, the lane nearest to the talk first."""
    drawn: list[dict[int, Piece]] = [{} for _ in rows]
    for arc in arcs_of(rows):
        last = arc.end if arc.end is not None else arc.start
        span = range(arc.start, last + 1)
        lane = next((n for n in range(LANES) if not any(n in drawn[at] for at in span)), None)
        if lane is None:
            continue
        for at in span:
            part: Literal["start", "through", "end"] = "through"
            if at == arc.start:
                part = "start"
            elif at == last:
                part = "end"
            drawn[at][lane] = Piece(part, arc.how)
    return [tuple(row.get(lane) for lane in range(LANES)) for row in drawn]


def window(count: int, at: int | None, size: int = WINDOW) -> range:
    """Return which rows are shown: the last ones as of now, or as of row `at`."""
    stop = count if at is None else min(count, at + 1)
    return range(max(0, stop - size), stop)


def turns(rows: Sequence[TurnRow], shown: range, faces: Faces, *, hidden: bool) -> dict[int, str]:
    """Return the turns of a window as HTML, by their number.

    Args:
        rows: all turns that the onlooker noticed.
        shown: places of those to draw.
        faces: who sits there.
        hidden: whether rules are hidden from the onlooker.
    """
    start = max(0, shown.start - AROUND)
    near = rows[start : shown.stop]
    drawn, ended = arc_lanes(near), ends(near)
    found = {}
    for at in shown:
        row = rows[at]
        new = at == 0 or rows[at - 1]["phase"] != row["phase"]
        head = f'<h3 class="phase">{words(term(faces.lang, "phase", row["phase"]))}</h3>' * new
        found[row["turn"]] = head + _turn(
            row, drawn[at - start], ended.get(row["turn"]), faces, hidden=hidden
        )
    return found


def _turn(
    row: TurnRow,
    pieces: Sequence[Piece | None],
    end: tuple[int, str] | None,
    faces: Faces,
    *,
    hidden: bool,
) -> str:
    deed = not is_talk(row)
    rule = rule_of(row["rule"])
    label = rule.text(faces.lang).label
    number = row["turn"]
    told = f"{say(faces.lang, 'turn', n=number)}: {say(faces.lang, 'ledger')}"
    mark = f'<span class="deed">{words(label)}</span>' if deed else ""
    if not deed and not hidden:
        mark = f'<span class="badge" title="{words(label)}">{words(rule.number or label)}</span>'
    return (
        f'<article class="turn{" aside" if _aside(row, faces) else ""}{" did" if deed else ""}" '
        f'style="--c:{faces.colour(row["speaker"])}" data-turn="{number}">'
        f'<span class="gutter" aria-hidden="true">{_lanes(pieces)}</span>'
        f'<div class="body"><header><button type="button" class="no" data-act="turn" '
        f'data-arg="{number}" aria-label="{words(told)}">'
        f"{number}</button>"
        f'<b class="who">{bdi(faces.call(row["speaker"]), 60)}</b>{mark}'
        f"{_notes(row, end, faces)}</header>"
        f'<p class="said">{_said(row, faces)}</p></div></article>'
    )


def being_said(saying: Saying, faces: Faces) -> str:
    """Return the turn that is being said, as far as it was heard, and what was said to it."""
    beside = "".join(_beside(one, faces) for one in saying["asides"])
    return (
        f'<article class="turn now" style="--c:{faces.colour(saying["speaker"])}" '
        f'data-now="{saying["turn"]}"><span class="gutter" aria-hidden="true"></span>'
        f'<div class="body"><header><b class="who">{bdi(faces.call(saying["speaker"]), 60)}</b>'
        f'<span class="note">{text(faces.lang, "speaking")}</span></header>'
        f'<p class="said">{bdi(saying["text"])} …{beside}</p></div></article>'
    )


def _said(row: TurnRow, faces: Faces) -> str:
    """Return the words, and what listeners said within them without taking the floor.

    A unit is a piece of its own where it is known when it was said, and what listeners said stands
    where they did.
    """
    pieces, asides, heard = pieces_in(row), row.get("asides", []), words_heard(row)
    if not pieces or len(heard) > LONGEST:
        return bdi(heard) + "".join(_beside(one, faces) for one in asides)
    stops = [*(one.upto for one in pieces[:-1]), len(heard)]
    found, begun = "", 0
    for nth, (one, stop) in enumerate(zip(pieces, stops, strict=True), 1):
        found += f'<span data-s="{one.start:g}">{words(heard[begun:stop])}</span>'
        found += "".join(_beside(beside, faces) for beside in asides if beside["unit"] == nth)
        begun = stop
    return f"<bdi>{found}</bdi>"


def _beside(one: AsideRow, faces: Faces) -> str:
    """Return what a listener said."""
    return (
        f'<small class="note beside" data-s="{one.get("start", 0.0):g}"> '
        f"{bdi(faces.call(one['speaker']), 60)}: {bdi(one['text'], 200)} </small>"
    )


def _aside(row: TurnRow, faces: Faces) -> bool:
    return set(row["heard_by"]) < {face.id for face in faces.seats}


def _lanes(pieces: Sequence[Piece | None]) -> str:
    return "".join(
        f'<i class="{piece.part} {piece.how}" style="--n:{n}"></i>' if piece else ""
        for n, piece in enumerate(pieces)
    )


def _notes(row: TurnRow, end: tuple[int, str] | None, faces: Faces) -> str:
    """Return what the turn takes up, what it puts to whom and what came of it, who heard it."""
    lang, notes = faces.lang, []
    if row["answers"] is not None:
        how = term(lang, "second", row["second_pair_part"])
        said = say(lang, "to-turn", how=how, n=row["answers"])
        notes.append(f'<span class="note up">{words(said)}</span>')
    if row["first_pair_part"] and row["addressees"]:
        what = term(lang, "first", row["first_pair_part"])
        said = say(lang, "to", what=what, who=faces.calls(row["addressees"]))
        how = end[1] if end else OPEN
        came = term(lang, "closing", how)
        notes.append(
            f'<span class="note put {how}">{words(said, 120)} <em>{words(came)}</em></span>'
        )
    if cut := cut_note(row, faces.call, lang):
        notes.append(f'<span class="note quiet">{words(cut, 120)}</span>')
    if _aside(row, faces):
        others = [one for one in row["heard_by"] if one != row["speaker"]]
        said = (
            say(lang, "only-heard-by", who=faces.calls(others)) if others else say(lang, "unseen")
        )
        notes.append(f'<span class="note quiet">{words(said, 120)}</span>')
    return "".join(notes)
