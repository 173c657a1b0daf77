"""Talk read from files: of analysts, of chats, of corpora. See docs/howto/research/import.md.

No library reads for us: all formats are lines or plain XML, an error has to name a file's line,
nothing may be guessed, and a file that somebody sent may not be trusted.
"""

from __future__ import annotations

from pathlib import Path

from mmagents.lab.recordings.read.formats import FORMATS, Format
from mmagents.lab.recordings.read.source import RecordingError, Source, opened
from mmagents.lab.recordings.recording import Medium, Recording

__all__ = ["FORMATS", "RecordingError", "read"]


def read(
    path: str | Path,
    *,
    format: str | None = None,
    medium: Medium | None = None,
    language: str | None = None,
) -> list[Recording]:
    """Return the conversations that a file holds, one or more.

    Args:
        path: the file.
        format: its format, a name of `FORMATS`; left out, it is found by name and content.
        medium: speech or chat; left out, what the format mostly holds.
        language: of the talk; left out, what the file says, else "en".

    Raises:
        RecordingError: if it cannot be read, with the line and what to do.
    """
    source = opened(Path(path))
    if not source.text.strip():
        raise source.wrong(0, "it is empty.")
    found = _format(source, format).read(source, medium)
    if not any(one.said for one in found):
        raise source.wrong(0, "it holds no talk.")
    return [one.recording(medium, language) for one in found if one.said]


def _format(source: Source, named: str | None) -> Format:
    if named is not None:
        of_that_name = next((one for one in FORMATS if one.name == named), None)
        if of_that_name is None:
            raise RecordingError(f"There is no format {named!r}. {_known()}")
        return of_that_name
    found = next((one for one in FORMATS if one.may_be(source)), None)
    if found is not None:
        return found
    by_name = [one for one in FORMATS if source.suffix in one.suffixes]
    if len(by_name) == 1:
        return by_name[0]
    if source.suffix == ".jsonl":
        return next(one for one in by_name if one.name == "jsonl")
    if by_name:
        names = ", ".join(one.name for one in by_name)
        raise source.wrong(0, f"its format cannot be told. By its name it could be {names}: say "
                              "which with --format.")  # fmt: skip
    by_content = next(
        (one for one in FORMATS if "" not in one.suffixes and one.looks(source)), None
    )
    if by_content is None:
        raise source.wrong(0, f"its format is not known. Name it with --format. {_known()}")
    return by_content


def _known() -> str:
    return "There are: " + "; ".join(f"{one.name} ({one.what})" for one in FORMATS) + "."
