"""One process a folder. The lock is the operating system's: it goes when its process goes."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from mmagents.stores.disk import A_GAME, Holding, SavedGameError, refuse_links, write_whole

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
