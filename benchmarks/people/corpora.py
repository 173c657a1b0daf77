"""Corpora whose rows are read as they are published: what is no talk among people is left out.

MRDA's tagged lines (.txt) and its database (.dadb), games of LLMafia and Avalon, and messages of
IRC whose addressee is known. Whatever else a file holds is read as `mmagents import` reads it.

python -m benchmarks corpora --out FOLDER --files FILE...

writes them as JSON lines, which every command of mmagents reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import given, refuse
from mmagents.errors import MMAgentsError
from mmagents.lab.recordings.read import read
from mmagents.lab.recordings.read.gathering import Gathering, addressees_of
from mmagents.lab.recordings.read.rows import Numbered, gathered, json_lines, table
from mmagents.lab.recordings.read.source import Source, opened
from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.recordings.write.formats import as_json_lines, file_names, write_folder

MANAGER = "manager"
"""Who announces votes and rounds in the games of LLMafia and Avalon: no player."""


def read_corpus(path: Path) -> list[Recording]:
    """Return the conversations of a file.

    Raises:
        RecordingError: if it cannot be read, with the line and what to do.
    """
    source = opened(path)
    if source.suffix == ".dadb":
        found = database(source)
    elif source.suffix == ".csv" and "text" not in source.lines[0]:
        found = segments(source)
    elif source.suffix == ".txt" and source.lines[0].count("|") == 4:
        found = tagged(source)
    elif source.suffix in (".jsonl", ".json") and (keys := _keys(source)):
        if {"history", "addressee"} <= keys:
            found = examples(source)
        elif {"phase", "is_model", "mafia"} <= keys or {"quest", "slot", "role"} <= keys:
            found = game_chat(source)
        else:
            return read(path)
    else:
        return read(path)
    return [one.recording(None, None) for one in found if one.said]


def _keys(source: Source) -> set[str]:
    return set(next((one.row for one in json_lines(source)), {}))


def main(argv: Sequence[str] | None = None) -> None:
    """Write corpora as JSON lines, a file a conversation."""
    told = given(argv, __doc__, out="", files=[""])
    if not (told.out and all(told.files)):
        refuse("corpora needs files to read, and a new folder: --out FOLDER --files FILE…")
    try:
        talks = [one for file in told.files for one in read_corpus(Path(file))]
        names = file_names([one.name for one in talks], ".jsonl")
        texts = map(as_json_lines, talks)
        write_folder(Path(told.out), dict(zip(names, texts, strict=True)))
    except MMAgentsError as error:
        refuse(str(error))


def game_chat(source: Source) -> list[Gathering]:
    """Read games played in a chat, as LLMafia and Avalon have them (Eckhaus et al. 2025;
    Stepputtis et al. 2023): the manager's lines and, where there are nights, those are left out.
    """  # noqa: D205  # two sources
    rows = [
        one
        for one in json_lines(source)
        if one.row.get("speaker") != MANAGER and one.row.get("phase", "daytime") == "daytime"
    ]
    return gathered(source, rows, None)


def examples(source: Source) -> list[Gathering]:
    """Read messages whose addressee is known, each with those before it as a talk of its own.

    So the file of addressees in IRC has them (Kummerfeld et al. 2019).
    """
    return [_example(one, source) for one in json_lines(source)]


def _example(given: Numbered, source: Source) -> Gathering:
    row: Any = given.row
    found = Gathering(str(row.get("id") or f"{source.name}-{given.line}"), "chat")
    found.about["example"] = "a message whose addressee is known, and those before it"
    history = row.get("history")
    said = [*(history if isinstance(history, list) else []), row]
    for one in said:
        if not isinstance(one, dict) or not isinstance(one.get("speaker"), str):
            raise source.wrong(given.line, "a message before it has no speaker.")
        if not isinstance(one.get("text"), str):
            raise source.wrong(given.line, "a message has no words.")
        found.add(Utterance(one["speaker"], one["text"].strip(), line=given.line), source)
    try:
        to = addressees_of(row.get("addressee"), {one.speaker for one in found.said})
    except ValueError as error:
        raise source.wrong(given.line, f"whom it was put to {error}.") from None
    found.said[-1] = found.said[-1]._replace(addressees=to)
    return found


def tagged(source: Source) -> list[Gathering]:
    """Read units tagged with dialogue acts, as MRDA's lines have them (Shriberg et al. 2004).

    A line is SPEAKER|WORDS|BASIC|GENERAL|FULL. The general tag b is a backchannel; one that begins
    with q is a question, and so is the basic tag Q.
    """
    found = Gathering(source.name, "speech")
    for at, cells in _tagged(source):
        speaker, words, basic, general, full = cells
        question = basic == "Q" or general.startswith("q") or full.startswith("q")
        one = Utterance(speaker, words, question=question, line=at)
        found.add(one._replace(kind="backchannel") if general == "b" else one, source)
    return [found]


def _tagged(source: Source) -> Iterator[tuple[int, list[str]]]:
    for at, line in enumerate(source.lines, 1):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) != 5:
            raise source.wrong(at, f"it has {len(cells)} parts; write SPEAKER|WORDS|B|GENERAL|FULL")
        yield at, cells


def database(source: Source) -> list[Gathering]:
    """Read units of MRDA's own database (.dadb): times, tags and adjacency pairs too.

    A line is START,END,NAME,?,WORDS,TAG,CHANNEL,SPEAKER,TAG,PAIRS,…: each of WORDS with its times,
    joined by |; PAIRS such as 12a.13b, a the first part and b the second of a pair.
    """
    found = Gathering(source.name, "speech")
    firsts: dict[str, int] = {}
    for at, line in enumerate(source.lines, 1):
        if not line.strip():
            continue
        one, pairs = _unit(at, line.split(","), source)
        if one is None:
            continue
        seconds = [firsts[pair] for pair, part in pairs if part == "b" and pair in firsts]
        others = [place for place in seconds if found.said[place].speaker != one.speaker]
        firsts |= {pair: len(found.said) for pair, part in pairs if part == "a"}
        found.add(one._replace(replies_to=max(others, default=None)), source)
    return [found]


def _unit(
    at: int, cells: Sequence[str], source: Source
) -> tuple[Utterance | None, list[tuple[str, str]]]:
    if len(cells) < 10:
        raise source.wrong(at, f"it has {len(cells)} cells; MRDA's database has ten or more.")
    heads = [re.split(r"[\^.]", part)[0] for part in re.split(r"[|:]", cells[5])]
    if heads[0] in ("z", "x", ""):  # not labelled, or no speech
        return None, []
    words = " ".join(one.rpartition("+")[2].replace("_", "") for one in cells[4].split("|"))
    try:
        start, end = float(cells[0]), float(cells[1])
    except ValueError:
        raise source.wrong(at, "it does not begin with two times.") from None
    unit = Utterance(
        cells[7],
        words,
        start,
        end,
        kind="backchannel" if heads == ["b"] else "turn",
        question=any(one.startswith("q") for one in heads),
        line=at,
    )
    return unit, re.findall(r"(?<!\d)(\d++)(a|b)", cells[9])


def segments(source: Source) -> list[Gathering]:
    """Read a table of times without words: speaker, start, end and, for several, conversation."""
    rows = [Numbered(line, {**row, "text": ""}) for line, row in table(source)]
    found = gathered(source, rows, "speech")
    for one in found:
        one.said[:] = bridged(one.said)
    return found


def bridged(said: Iterable[Utterance], silence: float = 1.0) -> list[Utterance]:
    """Return timed talk without words as segments, those under a second as backchannels.

    A speaker's silences under `silence` seconds are bridged. Of real meetings, hand-tagged, the
    rule finds 75 % of the backchannels; 47 % of what it finds are (MRDA).
    """
    by: dict[str, list[Utterance]] = {}
    for one in sorted(said, key=lambda one: one.start or 0.0):
        last = by.setdefault(one.speaker, [])
        start, end = one.start or 0.0, one.end or 0.0
        if last and start - (last[-1].end or 0.0) < silence:
            last[-1] = last[-1]._replace(end=max(last[-1].end or 0.0, end))
        else:
            last.append(one)
    return [
        one._replace(kind="backchannel") if (one.end or 0.0) - (one.start or 0.0) < silence else one
        for segments in by.values()
        for one in segments
    ]
