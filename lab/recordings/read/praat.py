"""Praat's TextGrids, long and short: both are the same values in the same order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf, isfinite
from typing import NamedTuple

from mmagents.lab.recordings.read.gathering import Gathering
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.read.tiers import Said, of_tiers
from mmagents.lab.recordings.recording import Medium
from mmagents.lab.recordings.write.tiers import ADDRESSEE, KIND, UNIT

_VALUE = re.compile(r'"((?:[^"]|"")*)"|(?<!\S)([-+]?\d[\d.eE+-]*)(?!\S)|<\w+>|!.*|[^\s"]+|"')
"""Texts, and numbers that stand free: those in brackets of the long form only count."""

_NUMBER = re.compile(r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")


class _Value(NamedTuple):
    line: int
    is_text: bool
    text: str


class _Values:
    """The texts and numbers of a file, one after another."""

    def __init__(self, source: Source) -> None:
        self._source, self._left = source, self._found(source)
        self._line = 1

    def _found(self, source: Source) -> Iterator[_Value]:
        line, at = 1, 0
        for match in _VALUE.finditer(source.text):
            line += source.text.count("\n", at, match.start())
            at = match.start()
            if match.group(1) is not None:
                yield _Value(line, True, match.group(1).replace('""', '"'))
            elif match.group(2) is not None:
                yield _Value(line, False, match.group(2))

    def _next(self, what: str, *, text: bool) -> _Value:
        value = next(self._left, None)
        if value is None:
            raise self._source.wrong(self._line, f"the file ends where {what} should stand.")
        self._line = value.line
        if value.is_text != text:
            raise self._source.wrong(value.line, f"{what} should stand here.")
        return value

    def text(self, what: str) -> _Value:
        return self._next(what, text=True)

    def number(self, what: str) -> float:
        value = self._next(what, text=False)
        number = float(value.text) if _NUMBER.fullmatch(value.text) else inf
        if not isfinite(number):
            raise self._source.wrong(value.line, f"{what} should stand here.")
        return number


def read_praat(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read a TextGrid: each tier of intervals is a speaker's, and an empty interval silence.

    Raises:
        RecordingError: if a value is missing, with its line.
    """
    values = _Values(source)
    values.text("the type of the file")
    if values.text("the class of the object").text != "TextGrid":
        raise source.wrong(2, "it is another object of Praat. Save a TextGrid.")
    values.number("a time"), values.number("a time")
    top: dict[str, list[Said]] = {}
    for _ in range(int(values.number("the number of tiers"))):
        kind, name = values.text("the class of a tier").text, values.text("the name of a tier")
        said = _tier(values, points=kind == "TextTier")
        if kind == "TextTier":
            continue  # points last no time: nobody's words
        if name.text in top:
            raise source.wrong(name.line, f"a second tier is called {name.text!r}. Rename one.")
        top[name.text] = said
    more = {
        (kind, speaker): top.pop(f"{kind}@{speaker}")
        for kind, _, speaker in [name.partition("@") for name in top]
        if kind in (ADDRESSEE, KIND, UNIT) and speaker in top
    }
    return [of_tiers(source, top, more, medium)]


def _tier(values: _Values, *, points: bool) -> list[Said]:
    values.number("a time"), values.number("a time")
    found = []
    for _ in range(int(values.number("the number of intervals"))):
        start = values.number("a time")
        end = start if points else values.number("a time")
        text = values.text("the text of an interval")
        found.append(Said(text.text.strip(), start, end, text.line))
    return found
