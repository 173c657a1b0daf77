"""A file that a conversation is read from: bounded, decoded, and named with its line in errors."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mmagents.errors import MMAgentsError

MAX_BYTES = 200_000_000
"""Of one file; the longest meetings and channels have a hundredth of it."""
MAX_UTTERANCES = 1_000_000
"""Of one file."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class RecordingError(MMAgentsError):
    """A file of talk that cannot be used: it says where and what to do."""


@dataclass(frozen=True)
class Source:
    """A file of talk.

    Attributes:
        path: where it lies.
        text: all of it; lines end in a line feed.
    """

    path: Path
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """Its lines, without what ends them."""
        return self.text.split("\n")

    @property
    def name(self) -> str:
        """What its conversation is called, where it does not say so itself."""
        return self.path.stem

    @property
    def suffix(self) -> str:
        """The end of its name, in small letters: ".csv"."""
        return self.path.suffix.lower()

    def wrong(self, line: int, what: str) -> RecordingError:
        """Return the error that something is wrong in a line, counted from 1; 0: in the whole."""
        where = f"{self.path}, line {line}" if line else str(self.path)
        return RecordingError(f"{where}: {what}")


def opened(path: Path) -> Source:
    """Return a file's text. UTF-8 is expected, or UTF-16 with its mark, as Praat writes it.

    Raises:
        RecordingError: if it cannot be read, is too large, or is in another encoding.
    """
    content = _bytes_of(path)
    encoding = next((one for mark, one in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordingError(
            f"{path}, line {line}: byte {error.start + 1} of the file is not UTF-8. Save the file "
            "as UTF-8."
        ) from None
    return Source(path, text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""))


def _bytes_of(path: Path) -> bytes:
    try:
        held = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb")
    except OSError as error:
        raise RecordingError(
            f"{path} cannot be read: {error.strerror or error}. Name a file of talk."
        ) from None
    with held:
        about = os.fstat(held.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise RecordingError(f"{path} is no plain file. Name a file of talk.")
        if about.st_size > MAX_BYTES:
            raise RecordingError(
                f"{path} is {about.st_size:,} bytes; at most {MAX_BYTES:,} are read. Split it, "
                "one conversation a file."
            )
        return held.read()
