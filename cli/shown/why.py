"""Why a turn went to this seat and not to another, in the words of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mmagents.cli.shown import talk as render
from mmagents.cli.shown.terminal import screen
from mmagents.floor.rules import rule_of
from mmagents.interfaces.texts.catalogue import ENGLISH
from mmagents.interfaces.texts.catalogue import terminal as say
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.table import Table
from mmagents.showing.faces import Faces
from mmagents.showing.wording import (
    message_lines,
    pace_lines,
    pair_lines,
    place_lines,
    repair_lines,
    selected,
    why_not,
)


def print_why(rows: Sequence[TurnRow], turn: int, table: Table, threshold: int) -> None:
    """Print the ledger of a turn in words."""
    row, voices = rows[turn - 1], render.Voices(table)
    console = screen()
    render.print_turn(console, row, voices)
    for line in why_lines(row, rows, Faces.of(table, table.language), threshold):
        console.print(line)
    if is_talk(row) and table.scenario.facts:
        console.print(f"\n{told_line(row, table)}")
    if row["ledger"]["bids"]:
        console.print(f"\n{say(table.language, 'explain.bids')}")
    for bid in row["ledger"]["bids"]:
        console.print(render.bid_line(bid, voices, row["speaker"]), soft_wrap=True)
    for line in pace_lines(row, Faces.of(table, table.language)):
        console.print(f"     {line}")


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
    from mmagents.nodes.middleware import told_of

    yield from (with_names(one, faces) for one in told_of(row))


def told_line(row: TurnRow, table: Table) -> str:
    """Return which facts a turn told, by their names, and who found them."""
    names = {fact.id: fact.ask.in_(table.language) for fact in table.scenario.facts}
    told = [names.get(fact, fact) for fact in row["facts"]]
    model = row.get("facts_by") == "model"
    by = say(table.language, "explain.found-by-model" if model else "explain.found-by-rules")
    if not told:
        return say(table.language, "explain.told-none", by=by)
    return say(table.language, "explain.told", facts="; ".join(told), by=by)


def with_names(reason: str, faces: Faces) -> str:
    """Return a reason of the record with the names that people are called by for the seats' ids."""
    names = {face.id: faces.call(face.id) for face in faces.seats}
    ids = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda found: names[found.group()], reason)
