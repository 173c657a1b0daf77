"""How well the facts of a story are recognised when they are told in other words than the story's.

    python -m benchmarks facts [--lines FILE] [--model SPEC] [--base-url URL]

The lines of `data/facts_dev.yaml` and `data/facts_heldout.yaml` were written for this, in English
and Japanese; the rules were tuned on the first alone. A fact is found where the reading names it
among `said`; naming one that is only `touched`, or any other, is an error.

Readings: `keys`, a baseline that knows the story's own words alone; `rules`, in whatever words.
`labelled` is a model that reads as the labels have it: what the facts shown to it and the check by
rule leave of a perfect reading. `everything` is one that takes every fact it is shown for told:
what the check by rule leaves of the worst. With --model, that model reads in the call that
normalises.

--lines reads a talk from a file instead, in JSON lines: story, speaker, text, facts_gold (ids), and
if need be game and language; lines of one game are turns in order, and are heard by all.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import YAML

from benchmarks import given, head, show
from mmagents import Context
from mmagents.analysts.open import Readers
from mmagents.analysts.repair.triplets.rules import meant_by
from mmagents.analysts.rules.listening import as_listened
from mmagents.interfaces.analyst import ListedFact, Recogniser
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.nodes.table import Table, table_for
from mmagents.nodes.turn.recognition import turn_to_read
from mmagents.scenarios.recognise.confirm import confirmed, listed
from mmagents.scenarios.recognise.facts import recognise
from mmagents.scenarios.recognise.tellables import tellables

DATA = Path(__file__).parents[1] / "data"
READINGS = ("keys", "rules", "labelled", "everything")


class Line(NamedTuple):
    """A labelled turn: the table, the utterance as listeners have it, and the facts it tells."""

    table: Table
    utterance: Utterance
    said: frozenset[str]


def written(half: str) -> Iterator[Line]:
    """Yield the lines of one half."""
    for one in YAML(typ="safe").load((DATA / f"facts_{half}.yaml").read_text("utf-8")):
        before = [one["after"]] if "after" in one else []
        yield line(one, before, one["language"], one["said"])


def talk(file: str) -> Iterator[Line]:
    """Yield the turns of a file of JSON lines."""
    rows = [json.loads(text) for text in Path(file).read_text("utf-8").splitlines() if text]
    for at, row in enumerate(rows):
        before = [one for one in rows[:at] if one.get("game") == row.get("game")]
        yield line(row, before[-5:], row.get("language", "en"), row["facts_gold"])


def line(
    one: dict[str, Any], before: Sequence[dict[str, Any]], language: str, said: Sequence[str]
) -> Line:
    """Return a labelled turn and the turns before it."""
    table = table_for(one["story"], Context(language=language))
    recent = tuple(
        HeardTurn(at, turn["speaker"], turn["text"], None, (), None, None, ())
        for at, turn in enumerate(before, 1)
    )
    words = Utterance(one["speaker"], one["text"], language, table.public.cast, recent)
    return Line(table, as_listened(words), frozenset(said))


def read(one: Line, reading: str) -> set[str]:
    """Return the facts that a reading finds in a line."""
    utterance, language = one.utterance, one.utterance.language
    if reading == "keys":
        return {*recognise(utterance.text, language, one.table.facts, meant_by(utterance))}
    facts, turn = tellables(one.table.scenario, language), turn_to_read(utterance)
    if reading == "rules":
        return {*facts.told(turn)}
    shown = listed(facts, turn)
    return {*confirmed(facts, turn, shown if reading == "everything" else set(shown) & one.said)}


async def read_by_model(one: Line, analyst: Recogniser) -> set[str]:
    """Return the facts that a model finds in a line, checked by rule."""
    utterance, scenario = one.utterance, one.table.scenario
    facts, turn = tellables(scenario, utterance.language), turn_to_read(utterance)
    texts = {fact.id: fact.text.in_(utterance.language) for fact in scenario.facts}
    shown = tuple(ListedFact(fact, texts[fact]) for fact in listed(facts, turn))
    _, told = await analyst.recognize(utterance, shown)
    return {*confirmed(facts, turn, set(told or ()) & {fact.id for fact in shown})}


def row(name: str, language: str, reading: str, found: Sequence[tuple[set[str], Line]]) -> None:
    """Print a row of the table."""
    hits = sum(len(got & one.said) for got, one in found)
    there, named = sum(len(one.said) for _, one in found), sum(len(got) for got, _ in found)
    recall = f"{hits / there:.2f} ({hits}/{there})" if there else "-"
    precision = f"{hits / named:.2f} ({hits}/{named})" if named else "-"
    show(name, language, reading, len(found), recall, precision)


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print."""
    asked = given(argv, __doc__, lines="", model="", base_url="")
    sets = {"lines": [*talk(asked.lines)]} if asked.lines else {}
    sets = sets or {half: [*written(half)] for half in ("dev", "heldout")}
    context = Context(model=asked.model or None, base_url=asked.base_url or None)
    reader = context.analyst() if asked.model else None
    analyst = reader.recogniser() if isinstance(reader, Readers) else None
    head("set", "language", "reading", "turns", "recall", "precision")
    for name, lines in sets.items():
        for language in sorted({one.utterance.language for one in lines}):
            some = [one for one in lines if one.utterance.language == language]
            for reading in READINGS:
                row(name, language, reading, [(read(one, reading), one) for one in some])
            if analyst is not None:
                model = [(asyncio.run(read_by_model(one, analyst)), one) for one in some]
                row(name, language, "model", model)
    every = [one for lines in sets.values() for one in lines]
    print(f"\nmilliseconds a turn: {', '.join(map(timed(every), READINGS[:2]))}")


def timed(lines: Sequence[Line]) -> Any:
    """Return what tells how long a reading of a turn takes, the best of three rounds."""

    def told(reading: str) -> str:
        best = min(_round(lines, reading) for _ in range(3))
        return f"{reading} {1000 * best / len(lines):.2f}"

    return told


def _round(lines: Sequence[Line], reading: str) -> float:
    started = time.perf_counter()
    for one in lines:
        read(one, reading)
    return time.perf_counter() - started
