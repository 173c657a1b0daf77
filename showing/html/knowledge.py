"""Who knows what, as HTML: a heat map of facts by seat, and the road of one fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.table import Table
from mmagents.nodes.views.knowledge import known_facts, speakers_of
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import bdi, text, words

SIGNS = {"sheet": "●", "reasoned": "∴", "clue": "◆", "heard": ""}


@dataclass(frozen=True, slots=True)
class Knows:
    """How one seat knows one fact: from where, and since which turn (0: from the start)."""

    source: Literal["sheet", "heard", "reasoned", "clue"]
    turn: int


def learned(rows: Sequence[TurnRow]) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, int]]]:
    """Return by seat the facts it heard said, and those its clues told it, with the turns."""
    heard: dict[str, dict[str, int]] = {}
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        into = heard if is_talk(row) or row["rule"] == "vote" else found
        for seat in row["heard_by"]:
            for fact in row["facts"]:
                into.setdefault(seat, {}).setdefault(fact, row["turn"])
    return heard, found


def who_knows(table: Table, rows: Sequence[TurnRow]) -> dict[str, dict[str, Knows]]:
    """Return by fact and seat how it is known after `rows`; the facts in the story's order."""
    heard, found = learned(rows)
    known: dict[str, dict[str, Knows]] = {fact.id: {} for fact in table.scenario.facts}
    for seat in table.seats:
        mine, own = heard.get(seat, {}), found.get(seat, {})
        for fact in known_facts(table.scenario, table.language, seat, mine, speakers_of(rows), own):
            clue = fact.source == "sheet" and fact.id in own and fact.turn > 0
            known[fact.id][seat] = Knows("clue" if clue else fact.source, fact.turn)
    return known


@dataclass(frozen=True, slots=True)
class Stop:
    """A turn that told a fact: who heard it, and to whom it was new."""

    row: TurnRow
    new_to: tuple[str, ...]


def road(table: Table, rows: Sequence[TurnRow], fact: str) -> list[Stop]:
    """Return the turns that told a fact, the first one first."""
    atom = next((one for one in table.scenario.facts if one.id == fact), None)
    have = set(atom.known_by) if atom else set()
    stops = []
    for row in rows:
        if fact not in row["facts"]:
            continue
        new = tuple(seat for seat in row["heard_by"] if seat not in have)
        have |= set(new)
        stops.append(Stop(row, new))
    return stops


def heat_map(table: Table, rows: Sequence[TurnRow], faces: Faces) -> str:
    """Return facts by seat; the darker, the later in the game a seat learned it."""
    lang, last = faces.lang, rows[-1]["turn"] if rows else 0
    known = who_knows(table, rows)
    said = {fact for row in rows if is_talk(row) for fact in row["facts"]}
    head = "".join(
        f'<th scope="col" style="color:{faces.colour(one.id)}">{bdi(one.call, 30)}</th>'
        for one in faces.seats
    )
    body = "".join(
        f'<tr><th scope="row"><button type="button" data-act="fact" data-arg="{words(fact.id)}">'
        f"{bdi(fact.text.in_(table.language), 200)}</button></th>"
        f"<td>{'✓' if fact.id in said else '–'}</td>"
        + "".join(
            _cell(known[fact.id].get(one.id), faces.colour(one.id), last) for one in faces.seats
        )
        + "</tr>"
        for fact in table.scenario.facts
    )
    return (
        f'<p class="dim">{text(lang, "knows-caption", n=last)}</p><div class="scroll">'
        f'<table class="knows"><thead><tr><th scope="col">{text(lang, "fact")}</th>'
        f'<th scope="col">{text(lang, "said-aloud")}</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(known: Knows | None, colour: str, last: int) -> str:
    if known is None:
        return "<td></td>"
    heat = known.turn / last if last else 0.0
    label = f"{SIGNS[known.source]}{known.turn or ''}"
    return f'<td class="k" style="--c:{colour};--h:{heat:.2f}">{words(label)}</td>'


def road_of(table: Table, rows: Sequence[TurnRow], fact: str, faces: Faces) -> str:
    """Return how a fact went through the talk."""
    atom = next((one for one in table.scenario.facts if one.id == fact), None)
    if atom is None:
        return ""
    lang, lines = faces.lang, []
    if atom.known_by:
        lines.append(text(lang, "road-given", who=faces.calls(list(atom.known_by))))
    for stop in road(table, rows, fact):
        row = stop.row
        if not is_talk(row) and row["rule"] == "look":
            lines.append(text(lang, "road-clue", n=row["turn"]))
            continue
        new = (
            say(lang, "road-new-to", who=faces.calls(list(stop.new_to)))
            if stop.new_to
            else say(lang, "road-old")
        )
        lines.append(
            f'<button type="button" class="plain" data-act="turn" data-arg="{row["turn"]}">'
            f"{text(lang, 'turn', n=row['turn'])}</button> "
            f'<b style="color:{faces.colour(row["speaker"])}">{bdi(faces.call(row["speaker"]), 40)}'
            f"</b>: <q>{bdi(row['text'], 200)}</q> <span class=dim>({words(new)})</span>"
        )
    told = "".join(f"<li>{line}</li>" for line in lines) or (f"<li>{text(lang, 'road-none')}</li>")
    return (
        f"<h3>{text(lang, 'road')}: {bdi(atom.text.in_(table.language), 200)}</h3>"
        f'<ol class="road">{told}</ol>'
    )
