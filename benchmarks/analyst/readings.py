"""How often the rules analyst reads hand-labelled lines of talk as they were labelled.

    python -m benchmarks readings [--files FILE.yaml …] [--errors 0]

Of each line three things are scored: the type of its first pair part, those it is put to, and which
earlier first pair part it takes up, and how. The turns before a line come with their own labels, so
that one wrong reading does not spoil the next. A file holds its language, `casts`, and `lines` or
whole `talks` (see `talks.py`). The Japanese model has learned from all of these files but the
held-out halves 26 and 27. So the other figures say little about new talk: `python -m benchmarks
learned` does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks import given, head, refuse, show
from benchmarks.analyst.talks import lines_in
from benchmarks.detection.messages import Share, share
from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.floor.adjacency import EXPECTS, Designation, Obligation
from mmagents.interfaces.story import Person
from mmagents.interfaces.talk import HeardTurn, Utterance
from mmagents.scenarios.source import read_yaml

DATA = Path(__file__).parents[1] / "data"
HALVES = (
    *(f"{half}{number}" for number in ("", *range(2, 10)) for half in ("dev", "heldout")),
    *(f"dev{number}" for number in (*range(10, 14), 15, 16, 19, 20, 26, 27)),
    *(f"heldout{number}" for number in (14, 19, 20, 26, 27)),
)
SHIPPED = [str(DATA / f"readings_ja_{half}.yaml") for half in HALVES]


@dataclass(frozen=True, slots=True)
class Line:
    """A labelled line: what is read, and what a reader should find in it."""

    id: str
    utterance: Utterance
    puts: str | None
    to: tuple[str, ...]
    takes_up: tuple[int | None, str | None]

    def right(self, found: Designation) -> tuple[bool, bool, bool]:
        """Return whether type, addressees and second pair part were read as labelled."""
        return (
            found.first_pair_part == self.puts,
            sorted(found.addressees) == sorted(self.to),
            (found.answers, found.second_pair_part) == self.takes_up,
        )


@cache
def lines_of(file: Path) -> tuple[Line, ...]:
    """Return the labelled lines of a file; it is read but once."""
    content: Any = read_yaml(file)
    casts = {name: tuple(map(_person, cast)) for name, cast in content["casts"].items()}
    talks = (line for talk in content.get("talks", ()) for line in lines_in(talk))
    rows = (*content.get("lines", ()), *talks)
    return tuple(_line(row, casts[row["cast"]], content["language"]) for row in rows)


def _person(row: dict[str, Any]) -> Person:
    return Person(
        id=row["id"], name=row["name"], call=row["call"], aliases=tuple(row["aliases"]),
        role=row["role"], looks="", manner="", known="", seat=True, style="plain",
        talkativeness=3, pronoun="", politeness="", endings=(),
    )  # fmt: skip


def _line(row: dict[str, Any], cast: tuple[Person, ...], language: str) -> Line:
    recent, open_pairs = [], []
    for turn, said in enumerate(row.get("before", ()), 1):
        by, text, puts, to = (*said, *(None, ())[len(said) - 2 :])
        recent.append(HeardTurn(turn, by, text, puts, tuple(to), None, None, ()))
        if puts and by != row["by"]:
            open_pairs.append(Obligation(turn, by, tuple(to), puts, EXPECTS[puts], text))
    asked = [pair for pair in open_pairs if pair.to == (row["by"],)]
    utterance = Utterance(
        speaker=row["by"],
        text=row["says"],
        language=language,
        cast=cast,
        recent=tuple(recent),
        due=asked[-1] if asked else None,
        open_pairs=tuple(open_pairs),
    )
    taken_up = (row.get("answers"), row.get("as"))
    return Line(row["id"], utterance, row.get("puts"), tuple(row.get("to", ())), taken_up)


async def read_all(lines: Sequence[Line]) -> list[Designation]:
    """Return what the rules find in each line, in order."""
    return [await RulesAnalyst().detect(line.utterance) for line in lines]


def scores(lines: Sequence[Line]) -> tuple[Share, Share, Share]:
    """Return the share of lines read right: in type, in addressees, in second pair part."""
    found = asyncio.run(read_all(lines))
    right = [line.right(one) for line, one in zip(lines, found, strict=True)]
    types, addressees, seconds = (share(sum(one), len(lines)) for one in zip(*right, strict=True))
    return types, addressees, seconds


def _cell(one: Share) -> str:
    low, high = one.interval or (0.0, 1.0)
    return f"{one.value:.3f} ({low:.2f}-{high:.2f})"


def _show_errors(lines: Sequence[Line], most: int) -> None:
    for line, found in zip(lines, asyncio.run(read_all(lines)), strict=True):
        if most and not all(line.right(found)):
            most -= 1
            print(f"\n{line.id} {line.utterance.speaker}: {line.utterance.text}")
            print("  labelled", line.puts, line.to, line.takes_up)
            read = (found.answers, found.second_pair_part)
            print("  read    ", found.first_pair_part, found.addressees, read)


def main(argv: Sequence[str] | None = None) -> None:
    """Print a row a file, and on request errors of files that are not held out."""
    asked = given(argv, __doc__, files=SHIPPED, errors=0)
    files = [Path(one) for one in asked.files]
    if asked.errors and any("heldout" in file.stem for file in files):
        refuse("Errors are not listed of lines that are held out: name other --files.")
    head("lines", "n", "type", "addressees", "second pair part")
    for file in files:
        lines = lines_of(file)
        show(file.stem, len(lines), *map(_cell, scores(lines)))
    for file in files if asked.errors else ():
        _show_errors(lines_of(file), asked.errors)
