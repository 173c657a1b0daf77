"""The formats that a recording is written in, one conversation a file; nothing is written over."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mmagents.errors import MMAgentsError
from mmagents.lab.recordings.recording import Recording
from mmagents.lab.recordings.write.chat import as_chat
from mmagents.lab.recordings.write.elan import as_elan
from mmagents.lab.recordings.write.jefferson import as_jefferson
from mmagents.lab.recordings.write.praat import as_textgrid
from mmagents.lab.recordings.write.tables import as_json_lines, as_shifts


class TextFormat(NamedTuple):
    """A format: the end of a file's name, and what gives its content."""

    suffix: str
    text: Callable[[Recording], str]


TEXTS: dict[str, TextFormat] = {
    "jsonl": TextFormat(".jsonl", as_json_lines),
    "cha": TextFormat(".cha", as_chat),
    "eaf": TextFormat(".eaf", as_elan),
    "textgrid": TextFormat(".TextGrid", as_textgrid),
    "jefferson": TextFormat(".txt", as_jefferson),
    "pshift-csv": TextFormat(".csv", as_shifts),
}


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


def write_file(path: Path, text: str) -> None:
    """Write a new file, in UTF-8.

    Raises:
        MMAgentsError: if it is there already, or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise MMAgentsError(
            f"{path} is there already. Name a file that is not, with --out."
        ) from None
    except OSError as error:
        raise MMAgentsError(f"{path} cannot be written: {error.strerror or error}.") from error


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into a new folder, or into one that is empty; they come to be all at once.

    Args:
        folder: where.
        files: by name, their content.

    Raises:
        MMAgentsError: if the folder holds something, or cannot be written.
    """
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise MMAgentsError(f"{folder} is there already. Name a new folder with --out.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".export-") as beside:
            made = Path(beside) / "made"
            made.mkdir()
            for name, text in files.items():
                (made / name).write_text(text, encoding="utf-8", newline="")
            made.replace(folder)
    except OSError as error:
        raise MMAgentsError(f"{folder} cannot be written: {error.strerror or error}.") from error
