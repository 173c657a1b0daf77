"""The formats that a recording is written in, one conversation a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from mmagents.recordings.recording import Recording
from mmagents.recordings.write.chat import as_chat
from mmagents.recordings.write.convokit import Rows, as_convokit
from mmagents.recordings.write.elan import as_elan
from mmagents.recordings.write.hugging_face import as_hugging_face
from mmagents.recordings.write.jefferson import as_jefferson
from mmagents.recordings.write.praat import as_textgrid
from mmagents.recordings.write.shifts import as_shifts


class TextFormat(NamedTuple):
    """A format of one file a conversation.

    Attributes:
        suffix: the end of a file's name.
        text: gives the content of a file.
    """

    suffix: str
    text: Callable[[Recording], str]


TEXTS: dict[str, TextFormat] = {
    "cha": TextFormat(".cha", as_chat),
    "eaf": TextFormat(".eaf", as_elan),
    "textgrid": TextFormat(".TextGrid", as_textgrid),
    "jefferson": TextFormat(".txt", as_jefferson),
    "pshift-csv": TextFormat(".csv", as_shifts),
}


FOLDERS = frozenset({"convokit", "hf"})
"""Formats of one folder for any number of conversations."""


def folder_of(
    format: str,
    recordings: Sequence[Recording],
    title: str,
    licence: str = "",
    rows: Rows | None = None,
) -> dict[str, str]:
    """Return the files of one of `FOLDERS`, by name.

    Args:
        format: its name.
        recordings: the conversations.
        title: what the whole is called.
        licence: of the data; "" where it is not known.
        rows: of a saved game alone, by the number of a turn its record.
    """
    if format == "convokit":
        return as_convokit(recordings, rows)
    return as_hugging_face(recordings, title, licence)


def file_names(names: Sequence[str], suffix: str) -> list[str]:
    """Return for each conversation the name of a file: plain letters, no two alike.

    Args:
        names: what the conversations are called, any text.
        suffix: what each ends with.
    """
    found: list[str] = []
    used: set[str] = set()
    for name in names:
        stem = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:80] or "talk"
        free, number = stem, 1
        while free.casefold() in used:
            number += 1
            free = f"{stem}-{number}"
        used.add(free.casefold())
        found.append(free + suffix)
    return found
