"""The verdict as HTML, as far as an onlooker may know it."""

from __future__ import annotations

from mmagents.nodes.evening.state import Outcome
from mmagents.nodes.table import Table
from mmagents.web.game.faces import Faces
from mmagents.web.html.marks import bdi, words
from mmagents.web.texts.texts import say


def ending(outcome: Outcome, table: Table, faces: Faces) -> str:
    """Return the verdict, the truth, the votes and the points."""
    lines = [
        _verdict(outcome, table, faces),
        outcome["method"],
        outcome["motive"],
        outcome["epilogue"],
    ]
    told = "".join(f"<p>{bdi(line)}</p>" for line in lines if line)
    votes = "".join(
        f"<li><b>{bdi(faces.call(vote['seat']), 40)}</b> → "
        f"{bdi(_named(vote['whom'], table, faces), 80)} <q>{bdi(vote['reason'], 300)}</q></li>"
        for vote in outcome["votes"]
    )
    points = "".join(
        f"<li><b>{bdi(faces.call(seat), 40)}</b>: {words(say(faces.lang, 'points', n=n))}"
        f"{_missions(outcome, table, seat)}</li>"
        for seat, n in outcome["points"].items()
    )
    return f"<h2>{words(say(faces.lang, 'verdict'))}</h2>{told}<ul>{votes}</ul><ul>{points}</ul>"


def _named(voted: str, table: Table, faces: Faces) -> str:
    if faces.find(voted):
        return faces.call(voted)
    return table.scenario.option_name(voted, table.language)


def _verdict(outcome: Outcome, table: Table, faces: Faces) -> str:
    lang = faces.lang
    if outcome["culprit"] is None:
        decided = outcome["decided"]
        what = _named(decided, table, faces) if decided else ""
        return say(lang, "decided", what=what) if what else say(lang, "decided-nothing")
    accused = outcome["accused"]
    said = say(lang, "accuses", who=faces.call(accused)) if accused else say(lang, "accuses-nobody")
    right = (
        say(lang, "is-right")
        if outcome["found"]
        else say(lang, "is-wrong", who=faces.call(outcome["culprit"]))
    )
    return f"{said}{'' if lang == 'ja' else ' '}{right}"


def _missions(outcome: Outcome, table: Table, seat: str) -> str:
    texts = {
        one.id: one.text.in_(table.language)
        for sheet in table.scenario.sheets
        if sheet.seat == seat
        for one in sheet.missions
    }
    marks = {True: "✓", False: "✗", None: "?"}
    lines = "".join(
        f"<li>{marks[one['reached']]} {one['points']} · "
        f"{bdi(texts.get(one['mission'], ''), 300)}</li>"
        for one in outcome["missions"].get(seat, [])
    )
    return f"<ul>{lines}</ul>" if lines else ""
