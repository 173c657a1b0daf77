"""Plain text in which each line begins with a name: "Ann: Who has it?"."""

from __future__ import annotations

import re

from mmagents.lab.recordings.read.gathering import Gathering
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.read.times import seconds
from mmagents.lab.recordings.recording import Medium, Utterance

_LINE = re.compile(
    r"(?:\[?(?P<start>(?:\d+:)?\d{1,2}:\d{2}(?:\.\d+)?)\]?\s+)?"
    r"(?P<name>[^\s:：「][^:：「\n]{0,59}?)(?<!\s)\s*+(?:[:：](?!//)\s*(?P<words>.*)|(?P<quoted>「.*」))"
)


def looks_like_named_lines(source: Source) -> bool:
    """Tell whether the first line begins with a name, and half of those that follow do."""
    lines = [one for one in source.lines[:40] if one.strip("-*= \t")]
    named = [bool(_LINE.fullmatch(one.strip())) for one in lines]
    return bool(named) and named[0] and sum(named) * 2 >= len(named)


def read_named_lines(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read lines that begin with a name; one that is set in goes on with the one before.

    A time may stand before the name: 00:12:04 or [0:12]. An empty line says nothing; one of - or *
    alone begins a new stretch of talk.

    Raises:
        RecordingError: if a line begins with no name.
    """
    found, stretch = Gathering(source.name, medium or "chat"), 0
    for at, line in enumerate(source.lines, 1):
        plain = line.strip()
        if not plain:
            continue
        if not plain.strip("-*= "):
            stretch += bool(found.said) and found.said[-1].stretch == stretch
            continue
        if line[0].isspace() and found.said:
            last = found.said[-1]
            found.said[-1] = last._replace(text=f"{last.text}\n{plain}".strip())
            continue
        said = _LINE.fullmatch(plain)
        if said is None:
            raise source.wrong(
                at, "it begins with no name and colon. Set it in if it goes on with the line "
                "before."
            )  # fmt: skip
        words = said["words"] if said["quoted"] is None else said["quoted"][1:-1]
        start = seconds(said["start"])
        found.add(Utterance(said["name"], words.strip(), start, stretch=stretch, line=at), source)
    return [found]
