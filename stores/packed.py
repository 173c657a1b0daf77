"""Checkpoints of a game that has been played: the whole database in one small file.

checkpoints.sqlite.xz holds what checkpoints.sqlite held, compressed (LZMA): one step repeats most
of the one before. It is read in memory, and unpacked for whoever goes on.
"""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

from mmagents.stores.disk import SavedGameError, write_whole

MOST = 256 * 2**20
"""Bytes of a database that is packed; a larger one stays as it is, and none larger is unpacked."""
LEVEL = 0
"""Of LZMA: a window of 256 kB, which holds most steps of a short game. The next takes a quarter
longer, and what it packs is smaller by three bytes of a hundred."""


def packed_beside(path: Path) -> Path:
    """Return the file in which the database at `path` is packed."""
    return path.with_name(f"{path.name}.xz")


def is_packed(path: Path) -> bool:
    """Tell whether the database at `path` is there packed, and only so."""
    return not path.exists() and packed_beside(path).is_file()


def pack(path: Path, database: bytes) -> None:
    """Keep a database packed, and only so."""
    if len(database) > MOST:
        write_whole(path, database)
        return
    write_whole(packed_beside(path), lzma.compress(database, preset=LEVEL))
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def pack_file(path: Path) -> None:
    """Pack a database that nobody has open."""
    if not path.exists() or path.stat().st_size > MOST:
        return
    with closing(sqlite3.connect(path)) as connection:
        # What a log written ahead still holds must be in the file itself.
        connection.execute("PRAGMA journal_mode=DELETE")
        database = connection.serialize()
    pack(path, database)


def unpack(path: Path) -> None:
    """Put a packed database back where it was."""
    write_whole(path, _content(path))
    packed_beside(path).unlink()


def opened_in_memory(path: Path | None = None) -> sqlite3.Connection:
    """Return an empty database in this process, or the packed one of `path`.

    Raises:
        SavedGameError: if the packed file is damaged, or holds too much.
    """
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    if path is not None:
        connection.deserialize(_content(path))
    return connection


def _content(path: Path) -> bytes:
    file, reading = packed_beside(path), lzma.LZMADecompressor()
    try:
        found = reading.decompress(file.read_bytes(), MOST + 1)
    except (lzma.LZMAError, EOFError) as error:
        raise SavedGameError(
            f"{file} is damaged: {error}. The talk can still be read in its transcript.jsonl."
        ) from error
    if len(found) > MOST or not reading.eof:
        what = "cut short" if len(found) <= MOST else f"larger than {MOST >> 20} MB unpacked"
        raise SavedGameError(
            f"{file} is {what}. The talk can still be read in its transcript.jsonl."
        )
    return found
