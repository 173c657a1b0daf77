"""Recorded talk of people as the yardstick reads it, with what only the corpora's archives tell.

Nothing of it is shipped. See :mod:`benchmarks.people.bands` for where the files come from.
"""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks import refuse
from mmagents.recordings.recording import Recording, Utterance

NOT_SPEECH = ("z", "x", "")
"""First tags of lines of MRDA's archive that were not labelled or hold no speech."""
PARTS = ("train", "val")
"""Parts of MRDA that are looked at; its test part is left alone."""


def recorded(name: str, units: list[Utterance], **more: object) -> Recording:
    """Return a recording whose participants are called by their ids."""
    names = {one.speaker: one.speaker for one in units}
    return Recording(name, names, tuple(units), **more)  # type: ignore[arg-type]


def meetings(folder: Path) -> Iterator[Recording]:
    """Yield MRDA's meetings by its archive: words, times, tags and adjacency pairs by hand.

    A question is a unit with a tag that begins with q in any of its parts, a backchannel one tagged
    b alone; a unit takes up the question of another speaker whose second pair part it is marked as.
    """
    files = sorted(file for part in PARTS for file in (folder / "mrda_data" / part).glob("*.txt"))
    if not files:
        refuse(f"{folder} holds no mrda_data/train. Name a checkout of NathanDuran/MRDA-Corpus.")
    for file in files:
        archive = folder / "mrda_archive" / "database" / f"{file.stem}.dadb"
        rows = [line.split(",") for line in archive.read_text("utf-8").splitlines()]
        rows = [row for row in rows if _heads(row[5])[0] not in NOT_SPEECH]
        rows.sort(key=lambda row: (float(row[0]), float(row[1])))
        yield recorded(file.stem, list(_units(rows)), medium="speech")


def _heads(tag: str) -> list[str]:
    """Return the general tag of each part of a unit's tag."""
    return [re.split(r"[\^.]", part)[0] for part in re.split(r"[|:]", tag)]


def _units(rows: list[list[str]]) -> Iterator[Utterance]:
    firsts: dict[str, tuple[int, str]] = {}
    for at, row in enumerate(rows):
        heads, speaker = _heads(row[5]), row[7]
        asks = any(one.startswith("q") for one in heads)
        words = (one.rsplit("+", 1)[-1].replace("_", "") for one in row[4].split("|"))
        pairs = re.findall(r"(\d+)(a|b)", row[9])
        seconds = (firsts[pair] for pair, part in pairs if part == "b" and pair in firsts)
        to = next((place for place, by in seconds if by != speaker), None)
        yield Utterance(
            speaker,
            " ".join(words),
            float(row[0]),
            float(row[1]),
            replies_to=to,
            kind="backchannel" if heads == ["b"] else "turn",
            question=asks,
        )
        firsts |= {pair: (at, speaker) for pair, part in pairs if part == "a" and asks}


def timings(file: Path) -> Iterator[Recording]:
    """Yield meetings of which times alone are known: CSV of conversation, speaker, start, end."""
    found: dict[str, list[Utterance]] = defaultdict(list)
    with file.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            unit = Utterance(row["speaker"], "", float(row["start"]), float(row["end"]))
            found[row["conversation"]].append(unit)
    for name, units in found.items():
        units.sort(key=lambda one: (one.start or 0.0, one.end or 0.0))
        yield recorded(name, units, medium="speech")


def chats(file: Path) -> Iterator[Recording]:
    """Yield the daytimes of games of Mafia, or other chats of JSON lines, the manager left out."""
    found: dict[str, list[Utterance]] = defaultdict(list)
    models: dict[str, set[str]] = defaultdict(set)
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row.get("phase", "daytime") != "daytime" or row["speaker"] == "manager":
            continue
        start = float(row["t"]) if "t" in row else None
        unit = Utterance(row["speaker"], row["text"], start, stretch=row.get("stretch", 0))
        found[row["conversation"]].append(unit)
        if row.get("is_model"):
            models[row["conversation"]].add(row["speaker"])
    for name, units in found.items():
        yield recorded(name, units, models=frozenset(models[name]))
