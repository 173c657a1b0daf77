"""What changes where turns are said unit by unit, and so can be cut (docs/results/cuts.md).

Plays the same seeds with whole turns and with `--units`, and holds each against people's meetings.
Beside that: breakdowns, facts said aloud, words for each, and where turns are cut. A cut by lot at
25 to 75 % of the characters of the same turns, at the end of a word, stands beside the cuts.
`--evenings 50` plays whole evenings of a mystery as well, and counts those that end right.

python -m benchmarks cuts --language ja --games 20 --turns 60
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from benchmarks import given, head, over_seeds, played, processes, show
from mmagents.floor.clock import words_in
from mmagents.floor.units import units_of
from mmagents.lab.breakdowns.structural import structural
from mmagents.lab.conversation import Conversation
from mmagents.lab.realism.bands import shipped
from mmagents.lab.realism.measures import TEN
from mmagents.lab.realism.placing import Placed, place
from mmagents.lab.recordings.games import recording_of
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow, is_talk
from mmagents.nodes.table import table_for

TIMED = ("overlap", "offset", "gap", "interruptions", "backchannels")
COMPARED = (*TEN, "lift_wide", *TIMED)
SENTENCE = re.compile(r"[.?!…。？！][\"'”’」』)]*\s*$")


class Cuts(NamedTuple):
    """Cuts, and how many of them fall on the end of a unit and of a sentence."""

    all: int
    at_places: int
    at_sentences: int

    def shares(self) -> str:
        """Return the two shares in words."""
        n = max(self.all, 1)
        return f"{self.at_places / n:.0%}, {self.at_sentences / n:.0%} ends of sentences"


def play(story: str, language: str, manner: str, turns: int, units: bool, seed: int) -> Any:
    """Return the record of a discussion."""
    fields: dict[str, Any] = {"language": language, "manner": manner, "turns": turns}
    return played(story, seed, medium="units" if units else "speech", **fields)["history"]


def play_evening(story: str, language: str, manner: str, units: bool, seed: int) -> bool:
    """Play a whole evening; tell whether the table was right."""
    fields: dict[str, Any] = {"language": language, "manner": manner, "evening": "whole"}
    return bool(
        played(story, seed, medium="units" if units else "speech", **fields)["outcome"]["found"]
    )


def whole_text(row: TurnRow) -> str:
    """Return what a turn that was cut would have been."""
    joint = "" if row["text"].endswith(("。", "？", "！", "、")) else " "
    return row["text"] + joint + row["ledger"].get("unsaid", "")


def ends_of(text: str, language: str) -> set[int]:
    """Return after which characters a unit ends, white space at its end aside."""
    return {len(text[: unit.end].rstrip()) for unit in units_of(text, language)}


def cuts_in(rows: Sequence[TurnRow], language: str, lot: Random | None = None) -> Cuts:
    """Return the cuts of a game; by lot in the same turns, if a lot is given."""
    found = Counter[str]()
    for row in rows:
        if "cut" not in row.get("units", {}):
            continue
        text = whole_text(row)
        at = len(row["text"].rstrip()) if lot is None else by_lot(text, language, lot)
        found["all"] += 1
        found["places"] += at in ends_of(text, language)
        found["sentences"] += bool(SENTENCE.search(text[:at]))
    return Cuts(found["all"], found["places"], found["sentences"])


def by_lot(text: str, language: str, lot: Random) -> int:
    """Draw the end of a word (of Japanese, a character) within the middle half of a text."""
    ends = [one.end() for one in re.finditer(r"\S+" if language != "ja" else r"\S", text)]
    inside = [end for end in ends if 0.25 * len(text) <= end <= 0.75 * len(text)]
    return lot.choice(inside or ends)


def measure(args: Any, records: Sequence[Sequence[TurnRow]]) -> tuple[Placed, dict[str, str]]:
    """Return games beside the band of meetings, and figures from their records."""
    language = args.language
    table = table_for(args.story, Context(language=language))
    talks = [recording_of(rows, table, name=str(n)) for n, rows in enumerate(records)]
    talk = [[row for row in rows if is_talk(row)] for rows in records]
    units = [row["units"] for rows in talk for row in rows if "units" in row]
    facts = [len({fact for row in rows for fact in row["facts"]}) for rows in talk]
    words = [sum(words_in(row["text"], language) for row in rows) for rows in talk]
    every = [cuts_in(rows, language) for rows in talk]
    lot = Random(0)
    drawn = [cuts_in(rows, language, lot) for rows in talk]
    broken = Counter[str]()
    for number, rows in enumerate(talk):
        one = Conversation(str(number), {}, table, rows)
        broken.update("strategic" if b.strategic else b.category for b in structural(one))
    turns = sum(map(len, talk))
    heard = sum(len(one["ends"]) for one in units)
    return place(talks, shipped()["speech"], names=COMPARED), {
        "facts said aloud, a game": f"{statistics.mean(facts):.1f}",
        "words for each fact": f"{sum(words) / max(sum(facts), 1):.1f}",
        "words, a game": f"{statistics.mean(words):.0f}",
        "breakdowns in ten turns": f"{10 * (broken.total() - broken['strategic']) / turns:.2f}",
        "strategic evasions in ten turns": f"{10 * broken['strategic'] / turns:.2f}",
        "units heard": str(heard) if units else "",
        "of them cut": f"{sum(one.all for one in every) / heard:.1%}" if heard else "",
        "cuts at the end of a unit": Cuts(*map(sum, zip(*every, strict=True))).shares()
        if units else "",
        "a cut by lot": Cuts(*map(sum, zip(*drawn, strict=True))).shares() if units else "",
    }  # fmt: skip


def main(argv: Sequence[str] | None = None) -> None:
    """Print the figures of a story in a language."""
    args = given(
        argv, __doc__, story="halcyon-light", language="en", manner=Context().manner,
        games=20, turns=60, evenings=0,
    )  # fmt: skip
    seeds = range(1, args.games + 1)
    print(f"{args.story} ({args.language}), {args.games} games of {args.turns} turns\n")
    with processes() as pool:
        given_to = (args.story, args.language, args.manner, args.turns)
        records = [over_seeds(pool, play, seeds, *given_to, units) for units in (False, True)]
        asked = partial(over_seeds, pool, play_evening, range(args.evenings))
        right = [
            asked(args.story, args.language, args.manner, units) for units in (False, True)
        ] if args.evenings else []  # fmt: skip
    found = [measure(args, one) for one in records]
    head("", "whole turns", "unit by unit")
    show("of the ten measures in the band", *(f"{one.sum.mean:.1f}" for one, _ in found))
    show("of the six of turn-taking", *(f"{one.sum.six:.1f}" for one, _ in found))
    for rows in zip(*(one.rows() for one, _ in found), strict=True):
        if rows[0].name in COMPARED:
            band = rows[0].band
            name = f"{rows[0].name} ({band.low:.2f} to {band.high:.2f})" if band else rows[0].name
            show(name, *("" if one.median is None else f"{one.median:.2f}" for one in rows))
    for name in found[0][1]:
        show(name, *(figures[name] for _, figures in found))
    if right:
        show("evenings that end right", *(f"{sum(one)} of {len(one)}" for one in right))
