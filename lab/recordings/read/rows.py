"""Talk in rows: JSON lines and tables, by the names of their columns."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

from mmagents.floor.rules import rule_of
from mmagents.lab.recordings.read.gathering import Gathering, addressees_of
from mmagents.lab.recordings.read.source import Source
from mmagents.lab.recordings.read.times import from_the_first, seconds
from mmagents.lab.recordings.recording import Kind, Medium, Utterance

Row = Mapping[str, Any]
_KINDS: Mapping[str, Kind] = {"": "turn", **{one: one for one in get_args(Kind)}}
_TRUE, _FALSE = frozenset({"true", "yes", "1"}), frozenset({"false", "no", "0"})


class Numbered(NamedTuple):
    """A row and the line that it begins in."""

    line: int
    row: Row


@cache
def columns() -> Mapping[str, Sequence[str]]:
    """Return by column of ours what files call it."""
    file = Path(__file__).with_name("columns.toml")
    found: Mapping[str, Sequence[str]] = tomllib.loads(file.read_text("utf-8"))
    return found


def plain(key: object) -> str:
    """Return the name of a column as the list of names has it."""
    return str(key).strip().casefold().replace(" ", "_").replace("-", "_")


def json_lines(source: Source) -> Iterator[Numbered]:
    """Yield the objects of JSON lines, or of one list, keys as the list of names has them.

    Raises:
        RecordingError: if a line is no JSON object, with its number.
    """
    if source.text.lstrip().startswith("["):
        yield from _listed(source)
        return
    for at, line in enumerate(source.lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise source.wrong(
                at, f"it is not JSON ({_short(error)}). Write one object a line."
            ) from None
        if not isinstance(row, dict):
            raise source.wrong(at, "it is no JSON object. Write one object a line.")
        yield Numbered(at, {plain(key): value for key, value in row.items()})


_AFTER = re.compile(r"\s*([,\]])\s*")
"""What follows an object of a list: a comma, or the end."""


def _listed(source: Source) -> Iterator[Numbered]:
    """Yield the objects of one JSON list, each with the line that it begins in."""
    text, decoder = source.text, json.JSONDecoder()
    at = text.index("[") + 1
    at += len(text[at:]) - len(text[at:].lstrip())
    ended = text[at : at + 1] == "]"
    while not ended:
        line = text.count("\n", 0, at) + 1
        try:
            row, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise source.wrong(line, f"it is not JSON ({_short(error)}).") from None
        if not isinstance(row, dict):
            raise source.wrong(line, "the list holds something else than JSON objects.")
        yield Numbered(line, {plain(key): value for key, value in row.items()})
        after = _AFTER.match(text, end)
        if after is None:
            here = text.count("\n", 0, end) + 1
            raise source.wrong(here, "it is not JSON: the list goes on without a comma.")
        at, ended = after.end(), after[1] == "]"


def _short(error: Exception) -> str:
    return str(error).partition(":")[0] or type(error).__name__


def table(source: Source) -> Iterator[Numbered]:
    """Yield the rows of a table with a line of names, parted by commas, semicolons or tabs.

    Raises:
        RecordingError: if a row has more cells than there are names, or quotes that do not end.
    """
    head = source.lines[0]
    mark = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(source.text), delimiter=mark, strict=True)
    line = 0
    try:
        names = [plain(one) for one in next(reader, [])]
        line = reader.line_num
        for cells in reader:
            at, line = line + 1, reader.line_num
            if not any(map(str.strip, cells)):
                continue
            if len(cells) > len(names):
                raise source.wrong(
                    at,
                    f"it has {len(cells)} cells and the first line {len(names)}. Put words that "
                    f"hold {mark!r} in quotes.",
                )
            yield Numbered(at, dict(zip(names, cells, strict=False)))
    except csv.Error as error:
        raise source.wrong(line + 1, f"it is no row of a table: {error}.") from None


def gathered(source: Source, rows: Sequence[Numbered], medium: Medium | None) -> list[Gathering]:
    """Return the conversations of rows, in the order in which they begin.

    Raises:
        RecordingError: if there are none, or one lacks its speaker, with its line.
    """
    if not rows:
        raise source.wrong(0, "it holds no talk.")
    there = {name for _, row in rows for name in row}
    names = {
        ours: next((one for one in theirs if one in there), None)
        for ours, theirs in columns().items()
    }
    if names["speaker"] is None:
        known = ", ".join(columns()["speaker"][:8])
        raise source.wrong(rows[0].line, f"no column names the speaker. Call one of them: {known}.")
    if names["text"] is None:
        raise source.wrong(rows[0].line, "there are no words. Call their column text.")
    found: dict[str, _Rows] = {}
    for line, row in rows:
        rule = rule_of(str(row.get("rule")))
        if "ledger" in row and rule.route is None and rule.code != "backchannel":
            continue  # of a game's own record: what was done beside the talk
        cells = {ours: row.get(name) if name else None for ours, name in names.items()}
        of = str(cells["conversation"] or "").strip() or source.name
        speech = names["end"] is not None
        default: Medium = medium or ("speech" if speech else "chat")
        found.setdefault(of, _Rows(Gathering(of, default))).take(line, cells, row, source)
    return [one.done(source) for one in found.values()]


class _Rows:
    """The rows of one conversation."""

    def __init__(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._places: dict[str, int] = {}
        self._taken_up: list[tuple[int, str]] = []
        self._to: list[Any] = []

    def take(self, line: int, cells: Mapping[str, Any], row: Row, source: Source) -> None:
        """Take one row more."""
        speaker, text = cells["speaker"], cells["text"]
        if not isinstance(speaker, str | int) or isinstance(speaker, bool):
            raise source.wrong(line, "nobody is named as the speaker. Name one, or take it out.")
        if text is not None and not isinstance(text, str):
            raise source.wrong(line, "its words are no text. Put them in quotes.")
        if text is None and cells["start"] in (None, ""):
            raise source.wrong(line, "it has neither words nor times. Give it words.")
        try:
            start, end = seconds(cells["start"]), seconds(cells["end"])
            question, model = _flag(cells["question"]), _flag(cells["model"])
            kind = "backchannel" if row.get("rule") == "backchannel" else _kind(cells["kind"])
            stretch = _whole(cells["stretch"])
        except ValueError as error:
            raise source.wrong(line, f"{error}.") from None
        speaker, own = str(speaker).strip(), cells["id"]
        if own not in (None, ""):
            self._places[str(own)] = len(self._gathering.said)
        if cells["replies_to"] not in (None, ""):
            self._taken_up.append((len(self._gathering.said), str(cells["replies_to"])))
        if model:
            self._gathering.models.add(speaker)
        self._to.append(cells["addressees"])
        one = Utterance(
            speaker, (text or "").strip(), start, end, None, None, kind, question, stretch, line
        )
        self._gathering.add(one, source)

    def done(self, source: Source) -> Gathering:
        """Return the conversation, with times from its beginning, stretches from 0 and answers."""
        found = self._gathering
        zero = from_the_first([one.start for one in found.said])
        first = min((one.stretch for one in found.said), default=0)
        speakers = {one.speaker for one in found.said}
        taken_up = dict(self._taken_up)
        for at, one in enumerate(found.said):
            try:
                to = addressees_of(self._to[at], speakers)
            except ValueError as error:
                raise source.wrong(one.line, f"whom it was put to {error}.") from None
            found.said[at] = one._replace(
                start=None if one.start is None else round(one.start - zero, 3),
                end=None if one.end is None else round(one.end - zero, 3),
                addressees=to,
                replies_to=self._places.get(taken_up.get(at, "")),
                stretch=one.stretch - first,
            )
        return found


def _kind(given: object) -> Kind:
    found = _KINDS.get(str(given or "").strip().casefold())
    if found is None:
        raise ValueError(f'kind is "{str(given)[:40]}"; write turn, backchannel or repair')
    return found


def _flag(given: object) -> bool | None:
    if given is None or isinstance(given, bool):
        return given
    word = str(given).strip().casefold()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    if not word:
        return None
    raise ValueError(f'"{word[:40]}" is neither true nor false')


def _whole(given: object) -> int:
    if given in (None, ""):
        return 0
    try:
        return int(str(given))
    except ValueError:
        raise ValueError(f'stretch is "{str(given)[:40]}"; write a whole number') from None
