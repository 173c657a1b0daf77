"""The verdict as HTML, as far as an onlooker may know it."""

from __future__ import annotations

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.state import Outcome
from mmagents.nodes.table import Table
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import bdi, text
from mmagents.showing.wording import mission_texts, verdict_line, winner_line


def ending(outcome: Outcome, table: Table, faces: Faces) -> str:
    """Return the verdict, the truth, the votes and the points."""
    lines = [
        verdict_line(outcome, table, faces.lang),
        outcome["method"],
        outcome["motive"],
        outcome["epilogue"],
        winner_line(outcome, table, faces.lang),
    ]
    told = "".join(f"<p>{bdi(line)}</p>" for line in lines if line)
    votes = "".join(
        f"<li><b>{bdi(faces.call(vote['seat']), 40)}</b> → "
        f"{bdi(_named(vote['whom'], table, faces), 80)} <q>{bdi(vote['reason'], 300)}</q></li>"
        for vote in outcome["votes"]
    )
    points = "".join(
        f"<li>{bdi(say(faces.lang, 'end.points', who=faces.call(seat), n=n), 80)}"
        f"{_missions(outcome, table, seat)}</li>"
        for seat, n in outcome["points"].items()
        if outcome["missions"].get(seat)
    )
    head = text(faces.lang, "end.vote" if table.public.question else "end.verdict")
    return f"<h2>{head}</h2>{told}<ul>{votes}</ul>" + (f"<ul>{points}</ul>" if points else "")


def _named(voted: str, table: Table, faces: Faces) -> str:
    if faces.find(voted):
        return faces.call(voted)
    return table.scenario.option_name(voted, table.language)


def _missions(outcome: Outcome, table: Table, seat: str) -> str:
    texts = mission_texts(table)
    marks = {True: "✓", False: "✗", None: "?"}
    lines = "".join(
        f"<li>{marks[one['reached']]} {one['points']} · "
        f"{bdi(texts.get((seat, one['mission']), ''), 300)}</li>"
        for one in outcome["missions"].get(seat, [])
    )
    return f"<ul>{lines}</ul>" if lines else ""
