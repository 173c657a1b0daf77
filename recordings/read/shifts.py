"""The table that `export --format pshift-csv` writes."""

from __future__ import annotations

from typing import Any

from mmagents.recordings.csv_cells import plain
from mmagents.recordings.exact import MARK, NOTE, table_text
from mmagents.recordings.read.gathering import Gathering, addressees_of
from mmagents.recordings.read.ours import header_in, restored
from mmagents.recordings.read.rows import table
from mmagents.recordings.read.source import Source
from mmagents.recordings.read.times import seconds
from mmagents.recordings.recording import Medium, Utterance


def looks_like_shifts(source: Source) -> bool:
    """Tell whether the first line names our columns."""
    return source.lines[0].endswith(f",{NOTE},{MARK}")


def read_shifts(source: Source, medium: Medium | None) -> list[Gathering]:
    """Read the table.

    Raises:
        RecordingError: if a row is damaged, with its line.
    """
    found, notes = Gathering(source.name, medium or "chat"), list[str]()
    rows = list(table(source))
    if not rows:
        raise source.wrong(0, "it holds no talk.")
    header = header_in(_cell(rows[0].row, MARK), rows[0].line, source)
    for line, row in rows:
        try:
            start, end = seconds(_cell(row, "start")), seconds(_cell(row, "end"))
        except ValueError as error:
            raise source.wrong(line, f"{error}.") from None
        to = addressees_of(plain(_cell(row, "addressees")), header.speakers)
        speaker, text = plain(_cell(row, "speaker")), plain(_cell(row, "utterance"))
        found.add(Utterance(speaker, text, start, end, to, line=line), source)
        notes.append(_cell(row, NOTE))
    restored(found, header, notes, table_text, source)
    return [found]


def _cell(row: Any, name: str) -> str:
    return str(row.get(name) or "")
