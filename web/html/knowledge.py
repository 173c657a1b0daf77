"""Who knows what, as HTML: a heat map of facts by seat, and the road of one fact."""

from __future__ import annotations

from collections.abc import Sequence

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.table import Table
from mmagents.web.game.faces import Faces
from mmagents.web.game.knowing import Knows, road, who_knows
from mmagents.web.html.marks import bdi, words

SIGNS = {"sheet": "●", "reasoned": "∴", "clue": "◆", "heard": ""}


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
        f'<p class="dim">{words(say(lang, "knows-caption", n=last))}</p><div class="scroll">'
        f'<table class="knows"><thead><tr><th scope="col">{words(say(lang, "fact"))}</th>'
        f'<th scope="col">{words(say(lang, "said-aloud"))}</th>{head}</tr></thead>'
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
        lines.append(words(say(lang, "road-given", who=faces.calls(list(atom.known_by)))))
    for stop in road(table, rows, fact):
        row = stop.row
        if not is_talk(row) and row["rule"] == "look":
            lines.append(words(say(lang, "road-clue", n=row["turn"])))
            continue
        new = (
            say(lang, "road-new-to", who=faces.calls(list(stop.new_to)))
            if stop.new_to
            else say(lang, "road-old")
        )
        lines.append(
            f'<button type="button" class="plain" data-act="turn" data-arg="{row["turn"]}">'
            f"{words(say(lang, 'turn', n=row['turn']))}</button> "
            f'<b style="color:{faces.colour(row["speaker"])}">{bdi(faces.call(row["speaker"]), 40)}'
            f"</b>: <q>{bdi(row['text'], 200)}</q> <span class=dim>({words(new)})</span>"
        )
    told = "".join(f"<li>{line}</li>" for line in lines) or (
        f"<li>{words(say(lang, 'road-none'))}</li>"
    )
    return (
        f"<h3>{words(say(lang, 'road'))}: {bdi(atom.text.in_(table.language), 200)}</h3>"
        f'<ol class="road">{told}</ol>'
    )
