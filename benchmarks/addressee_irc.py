"""Measure how often the rules find the addressee of real chat once its name is taken away.

Usage: python benchmarks/addressee_irc.py FILE.jsonl

Each line of the file holds `participants`, `history` (a list of `speaker` and `text`, oldest
first), `speaker`, `masked_text` and the `addressee` that was meant. Several talks run side by side
in a chat room, so the one who spoke last is often not the one spoken to.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

from mmagents.players.base import HeardTurn, Person
from mmagents.players.rules_names import Names, names_of
from mmagents.players.rules_recipient import most_likely_recipient, previous_speaker
from mmagents.players.rules_text import sentences
from mmagents.players.rules_vocatives_en import vocatives


def members(row: dict[str, Any]) -> tuple[Person, ...]:
    """Return those who may be meant, and the speaker, as a cast."""
    nicks = dict.fromkeys([*row["participants"], row["speaker"]])
    return tuple(
        Person(nick, nick, nick, (), "", "", "", "", True, "plain", 3, "", "", ()) for nick in nicks
    )


def named(text: str, names: Names, speaker: str) -> tuple[str, ...]:
    """Return whom a message calls by name, anywhere in it."""
    found: dict[str, None] = {}
    for sentence in sentences(text, "en"):
        found.update(dict.fromkeys(vocatives(sentence, names, speaker)))
    found.pop("everyone", None)
    return tuple(found)


def heard(row: dict[str, Any], names: Names) -> tuple[HeardTurn, ...]:
    """Return the messages before, each with those it calls by name."""
    return tuple(
        HeardTurn(
            turn, said["speaker"], said["text"], None,
            named(said["text"], names, said["speaker"]), None, None, (),
        )
        for turn, said in enumerate(row["history"], 1)
    )  # fmt: skip


def guess(row: dict[str, Any]) -> str | None:
    """Return whom the rules take the masked message to be for."""
    names = names_of(members(row), "en")
    called = named(row["masked_text"], names, row["speaker"])
    if called:
        return called[0]
    allowed = set(row["participants"])
    recent = tuple(turn for turn in heard(row, names) if turn.speaker in allowed | {row["speaker"]})
    return most_likely_recipient(row["masked_text"], row["speaker"], recent, "en")


def main(path: str) -> None:
    """Print the accuracy of the baseline and of the rules on the file at `path`."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    last = rules = 0
    start = time.perf_counter()
    for row in rows:
        rules += guess(row) == row["addressee"]
    spent = time.perf_counter() - start
    for row in rows:
        turns = tuple(
            HeardTurn(0, said["speaker"], said["text"], None, (), None, None, ())
            for said in row["history"]
        )
        last += previous_speaker(turns, row["speaker"]) == row["addressee"]
    print(f"messages                     {len(rows)}")
    print(f"who spoke last               {last / len(rows):.3f}")
    print(f"rules                        {rules / len(rows):.3f}")
    print(f"milliseconds a message       {1000 * spent / len(rows):.2f}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python benchmarks/addressee_irc.py FILE.jsonl")
    main(sys.argv[1])
