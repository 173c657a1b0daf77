"""Files that are either whole or not there, and what to say when a disk fails."""

from __future__ import annotations

import errno
import os
import re
import secrets
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from mmagents.errors import MMAgentsError


class SavedGameError(MMAgentsError):
    """A folder that cannot be used as a saved game."""


class DiskError(MMAgentsError):
    """The disk failed under a running game. What was played so far is kept.

    Attributes:
        reason: what went wrong, in a few words.
    """

    exit_code = 1
    reason = ""


OF_THE_DISK = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "a file grew past the allowed size",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk failed",
}
"""Errors that only a disk raises."""
OF_A_FILE = {
    errno.EACCES: "permission was denied",
    errno.EPERM: "permission was denied",
    errno.ENOENT: "a file or folder has gone",
    errno.ENOTDIR: "a file is where a folder should be",
    errno.EISDIR: "a folder is where a file should be",
    errno.EEXIST: "something else is in the way",
    errno.ENAMETOOLONG: "its name is too long",
}
"""Errors that sockets and programs raise as well: the disk's own only for a file of the game."""
OF_A_DATABASE = {
    "is full": "the disk is full",
    "readonly database": "it cannot be written to",
    "disk I/O error": "the disk is full or failed",
    "unable to open database": "a file in it cannot be opened",
    "not a database": "a database in it is damaged",
    "malformed": "a database in it is damaged",
}
"""What SQLite says, alone or from inside Chroma, and what that means."""

OF_THE_INDEX = "long-term memory failed, most likely for want of room"
"""Chroma does not always pass on what the disk said."""


HALF_WRITTEN = re.compile(r"\..+\.new")
"""The name of a file while it is written, as a kill may leave it behind."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def write_whole(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Replace a file in one step: whoever looks, and whenever a kill comes, finds old or new.

    The file beside it has a random name and must not be there yet, so that no link that somebody
    laid is written through. A link at `path` itself is replaced, not followed.

    Args:
        path: the file.
        content: all it is to hold.
        mode: its permissions, less the process's umask.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.new")
    opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, mode)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def linked(file: Path, beside: Path) -> bool:
    """Make `beside` the same file as `file` by a hard link; return False where that cannot be."""
    try:
        os.link(file, beside)
    except OSError:
        return False
    return True


def open_to_append(path: Path) -> BinaryIO:
    """Open a file to add to its end, unbuffered, unless it is a link.

    Raises:
        OSError: if it is one, or cannot be written.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NO_LINK
    return cast("BinaryIO", os.fdopen(os.open(path, flags, 0o666), "ab", buffering=0))


def refuse_links(folder: Path, *, deep: bool = True) -> None:
    """See that a folder holds files and folders and nothing else: it may come from somebody else.

    A link leads out of it; a pipe or a device never ends.

    The folder itself may be a link: whoever starts the program named it.

    Args:
        folder: the folder; one that is not there holds no links.
        deep: whether to look into the folders below as well.

    Raises:
        SavedGameError: if anything else is there. Nothing has been read or written then.
    """
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            found = Path(place, name)
            kind = found.lstat().st_mode
            if stat.S_ISLNK(kind):
                raise SavedGameError(
                    f"{found} is a link. A saved folder holds only files: what is written there "
                    "must not end up elsewhere. Remove the link, or copy in what it leads to."
                )
            if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
                raise SavedGameError(f"{found} is no file that can be read. Remove it.")
        if not deep:
            return


def what_failed(error: BaseException, path: Path) -> str | None:
    """Return in a few words what went wrong with the disk, or None if it was something else."""
    if isinstance(error, OSError):
        named = [name for name in (error.filename, error.filename2) if isinstance(name, str)]
        if any(_is_below(Path(name), path) for name in named):
            return (OF_THE_DISK | OF_A_FILE).get(error.errno or 0)
        return OF_THE_DISK.get(error.errno or 0)
    if not isinstance(error, sqlite3.DatabaseError | _chroma_error()):
        return None
    otherwise = None if isinstance(error, sqlite3.DatabaseError) else OF_THE_INDEX
    words = str(error)
    return next((means for says, means in OF_A_DATABASE.items() if says in words), otherwise)


def _is_below(path: Path, folder: Path) -> bool:
    inside, outside = os.path.abspath(path), os.path.abspath(folder)
    return inside == outside or inside.startswith(outside + os.sep)


def _chroma_error() -> type[Exception]:
    """Return the error that Chroma wraps SQLite's in, without importing Chroma for it."""
    errors = sys.modules.get("chromadb.errors")
    return errors.InternalError if errors else sqlite3.DatabaseError


@dataclass(frozen=True, slots=True)
class Holding:
    """What a folder holds, in words.

    Attributes:
        called: what it is.
        anew: what to do if it cannot be restored.
        kept: what is safe whatever happens.
        go_on: the command to go on with; `{path}` stands for the folder.
        busy: what somebody does who holds it.
    """

    called: str
    anew: str
    kept: str
    go_on: str
    busy: str = "in use"


A_GAME = Holding(
    "game", "begin a new game", "Every turn that was finished is kept there.",
    "mmagents resume {path}", "being played",
)  # fmt: skip


@contextmanager
def friendly_disk_errors(path: Path, holding: Holding = A_GAME) -> Iterator[None]:
    """Turn a failing disk into words: what failed, what is kept, how to go on.

    Args:
        path: the folder.
        holding: what it holds.

    Raises:
        DiskError: for a full, read-only or failing disk. Anything else passes unchanged.
    """
    try:
        yield
    except Exception as error:
        reason = what_failed(error, path)
        if reason is None:
            raise
        if "damaged" in reason:
            hint = f"Restore the folder from a copy, or {holding.anew}."
        else:
            hint = (
                f"{holding.kept} Make room or give write access, then go on with: "
                f"{holding.go_on.format(path=path)}"
            )
        failed = DiskError(
            f"The {holding.called} in {path} could not be written or read: {reason} ({error}). "
            f"{hint}"
        )
        failed.reason = reason
        raise failed from error
