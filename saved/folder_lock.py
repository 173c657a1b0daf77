"""One process a folder, that holds a game or may take one. The lock goes when its process goes."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from mmagents.stores.disk import (
    A_GAME,
    HALF_WRITTEN,
    Holding,
    SavedGameError,
    refuse_links,
    what_failed,
    write_whole,
)

if TYPE_CHECKING:
    from filelock import BaseFileLock


class FolderLock:
    """A folder that this process holds."""

    def __init__(self, folder: Path, lock: BaseFileLock) -> None:
        self._owner = folder / ".owner"
        self._lock = lock

    @classmethod
    def take(cls, folder: Path, holding: Holding = A_GAME) -> Self:
        """Take the folder for this process.

        Raises:
            SavedGameError: if somebody has it, saying who.
            OSError: if the folder cannot be written to.
        """
        from filelock import FileLock, Timeout

        refuse_links(folder, deep=False)  # the lock's own file would be written through one
        lock = FileLock(folder / ".lock", timeout=0, thread_local=False)
        try:
            lock.acquire()
        except Timeout as error:
            raise SavedGameError(
                f"The {holding.called} in {folder} is {holding.busy} by {_owner_of(folder)}. Wait "
                "until that has ended, or end it; then try again."
            ) from error
        taken = cls(folder, lock)
        try:
            write_whole(taken._owner, f"process {os.getpid()} on {platform.node()}".encode())
        except OSError:
            taken.release()
            raise
        return taken

    def release(self) -> None:
        """Let others in. May be called twice, and when the folder has gone."""
        if self._lock.is_locked:
            with suppress(OSError):
                self._owner.unlink()
            self._lock.release()


def _owner_of(folder: Path) -> str:
    try:
        return (folder / ".owner").read_text("utf-8") or "another process"
    except OSError:
        return "another process"


def check_there(path: Path) -> None:
    """Raise SavedGameError if a folder holds no saved game."""
    if not (path / "game.json").is_file():
        raise SavedGameError(
            f"There is no saved game in {path}: it has no game.json. Begin one with: "
            f"mmagents play SCENARIO --save {path}"
        )


def check_free(path: Path) -> None:
    """Refuse a folder in which there is anything but the start of a game that was killed."""
    if not path.exists() and not path.is_symlink():
        return
    if not path.is_dir():
        raise SavedGameError(
            f"{path} is a file, so no game can be saved there. Name another folder."
        )
    found = {entry.name for entry in path.iterdir()}
    if "game.json" in found:
        raise SavedGameError(
            f"There is a saved game in {path} already. Go on with it: mmagents resume {path}. "
            "To begin another, name another folder."
        )
    whole = {name for name in found if not HALF_WRITTEN.fullmatch(name)}
    if found and not (".lock" in found and whole <= {".lock", ".owner", "scenario.yaml"}):
        raise SavedGameError(
            f"{path} is not empty and holds no saved game (found {min(found)}). Name a folder that "
            "is empty or not there yet."
        )


def no_place(path: Path, error: OSError) -> SavedGameError:
    """Return the error that says why no game can be kept in a folder."""
    reason = what_failed(error, path) or error.strerror or "it failed"
    return SavedGameError(
        f"No game can be kept in {path}: {reason} ({error}). Name a folder that you may write to."
    )
