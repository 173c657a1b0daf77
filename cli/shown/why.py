"""Why a turn went to this seat and not to another, in the words of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console

from mmagents.cli.shown import talk as render
from mmagents.floor.rules import rule_of
from mmagents.interfaces.texts.catalogue import ENGLISH
from mmagents.interfaces.texts.catalogue import terminal as say
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.table import Table
from mmagents.nodes.talk.read_by import FactsReadBy, facts_read_by
from mmagents.web.game.faces import Faces
from mmagents.web.game.wording import (
    message_lines,
    pace_lines,
    pair_lines,
    place_lines,
    repair_lines,
    selected,
    why_not,
)

_FOUND_BY: Mapping[FactsReadBy, str] = {
    "model": "explain.found-by-model",
    "rules": "explain.found-by-rules",
    "keys": "explain.found-by-keys",
}


def print_why(
    rows: Sequence[TurnRow], turn: int, table: Table, threshold: int, recognition: str
) -> None:
    """Print the ledger of a turn in words; `recognition` is the game's (`Context.recognition`)."""
    row, voices = rows[turn - 1], render.Voices(table)
    console = Console(highlight=False)
    render.print_turn(console, row, voices)
    for line in why_lines(row, rows, Faces.of(table, table.language), threshold):
        console.print(line, markup=False)
    if is_talk(row) and table.scenario.facts:
        console.print(f"\n{told_line(row, table, recognition)}", markup=False)
    if row["ledger"]["bids"]:
        console.print(f"\n{say(table.language, 'explain.bids')}")
    for bid in row["ledger"]["bids"]:
        console.print(render.bid_line(bid, voices, row["speaker"]), soft_wrap=True)
    for line in pace_lines(row, Faces.of(table, table.language)):
        console.print(f"     {line}", markup=False)


def why_lines(row: TurnRow, rows: Sequence[TurnRow], faces: Faces, threshold: int) -> Iterator[str]:
    """Yield why a turn went to its speaker and no other, what came of it, and what was mended."""
    ledger = row["ledger"]
    yield rule_of(row["rule"]).text(faces.lang).why
    if faces.lang != ENGLISH:
        yield from selected(row, faces)  # the record gives its reason in English alone
    elif ledger["reason"]:
        yield say(faces.lang, "explain.because", reason=with_names(ledger["reason"], faces))
    if row["rule"] == "1b" and ledger["designated"] == [row["speaker"]]:
        yield say(faces.lang, "explain.asked-anyway", who=faces.call(row["speaker"]))
    yield from why_not(row, faces, threshold)
    yield from pair_lines(row, rows, faces)
    yield from message_lines(row, faces)
    yield from place_lines(row, faces)
    if "repair" in ledger:
        yield from ("", *repair_lines(ledger["repair"], faces.lang))


def told_line(row: TurnRow, table: Table, recognition: str) -> str:
    """Return which facts a turn told, by their names, and who found them."""
    names = {fact.id: fact.ask.in_(table.language) for fact in table.scenario.facts}
    told = [names.get(fact, fact) for fact in row["facts"]]
    by = say(table.language, _FOUND_BY[facts_read_by(row, recognition)])
    if not told:
        return say(table.language, "explain.told-none", by=by)
    return say(table.language, "explain.told", facts="; ".join(told), by=by)


def with_names(reason: str, faces: Faces) -> str:
    """Return a reason of the record with the names that people are called by for the seats' ids."""
    names = {face.id: faces.call(face.id) for face in faces.seats}
    ids = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda found: names[found.group()], reason)
