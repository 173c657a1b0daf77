"""Who knew what at a turn, and how a fact went through the talk. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.table import Table
from mmagents.nodes.views.knowledge import known_facts, speakers_of

GIVEN = "sheet"


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
