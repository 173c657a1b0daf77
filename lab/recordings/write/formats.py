"""The formats that a recording is written in, one conversation a file; nothing is written over."""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mmagents.errors import MMAgentsError
from mmagents.floor.adjacency import EVERYONE
from mmagents.lab.recordings.recording import Recording, Utterance
from mmagents.lab.recordings.text import NOBODY, addressees_in, labels_of, safe, shown
from mmagents.lab.recordings.write.chat import as_chat
from mmagents.lab.recordings.write.jefferson import as_jefferson
from mmagents.lab.recordings.write.tiers import as_elan, as_textgrid

SHIFTS = (
    "utterance_id", "speaker_id", "utterance", "target_id", "speaker", "addressees", "start", "end",
)  # fmt: skip


def as_json_lines(recording: Recording) -> str:
    """Return an object an utterance, with all that is known of it; `mmagents import` reads it."""
    labels = labels_of(recording)
    lines = []
    for place, one in enumerate(recording.utterances):
        to = one.addressees
        known = {
            **one._asdict(),
            "conversation": recording.name,
            "id": place,
            "speaker": labels[one.speaker],
            "addressees": None if to is None else [labels.get(id, id) for id in to] or NOBODY,
            "is_model": one.speaker in recording.models,
        }
        del known["line"]
        held = {key: value for key, value in known.items() if value not in (None, ())}
        line = json.dumps(held, ensure_ascii=False)
        lines.append(line.encode("utf-16", "surrogatepass").decode("utf-16", "replace") + "\n")
    return "".join(lines)


def as_shifts(recording: Recording) -> str:
    """Return a table of a row a turn.

    Raises:
        MMAgentsError: if nothing is known of whom anything was put to.
    """
    turns = [one for one in recording.utterances if one.kind == "turn"]
    if not any(one.addressees is not None for one in turns):
        raise MMAgentsError(
            f"{recording.name or 'The recording'} does not say whom anything was put to, so there "
            "are no participation shifts to count. Choose another --format."
        )
    labels = labels_of(recording)
    numbers = {id: number for number, id in enumerate(labels, 1)}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(SHIFTS)
    for number, one in enumerate(turns, 1):
        words = (shown(one.text, "\n\t"), labels[one.speaker], addressees_in(one, labels))
        text, speaker, to = map(safe, words)
        times = ("" if at is None else repr(at) for at in (one.start, one.end))
        target = _target(one, numbers)
        writer.writerow([number, numbers[one.speaker], text, target, speaker, to, *times])
    return file.getvalue()


def _target(one: Utterance, numbers: dict[str, int]) -> int | str:
    to = [whom for whom in one.addressees or () if whom != one.speaker]
    return numbers[to[0]] if len(to) == 1 and to[0] != EVERYONE else ""


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
