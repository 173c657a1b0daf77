"""A saved game: a folder that one process at a time may work in.

game.json           how the game is run
scenario.yaml       the story it was begun with
checkpoints.sqlite  the game itself, step by step: the truth; not there if a database keeps it
checkpoints.sqlite.xz  the same, packed, in place of it: of a conversation of an experiment; of one
                    that comes to the same words whenever it is played, the last step alone
transcript.jsonl    one line a turn; made equal to the checkpoint when the game is gone on with
transcript.md       for reading
accounts.json       what the models cost
outcome.json        the verdict and the scores, once a whole evening has ended
.lock, .owner       who works in it

Long-term memory is in none of them: it is an index that the process at play fills from the record.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import TypeAdapter, ValidationError

from mmagents.errors import MMAgentsError, first_fault
from mmagents.nodes.record import TurnRow
from mmagents.saved.folder_lock import FolderLock, check_free, check_there, no_place
from mmagents.scenarios import source
from mmagents.stores.disk import (
    DiskError,
    SavedGameError,
    friendly_disk_errors,
    linked,
    open_to_append,
    refuse_links,
    write_whole,
)
from mmagents.stores.memory import IN_PROCESS
from mmagents.stores.ownership import marked, taken_from
from mmagents.stores.packed import opened_in_memory, pack, pack_file
from mmagents.stores.servers.addresses import SERVERS, THREAD, servers_of
from mmagents.stores.urls import without_credentials

__all__ = [
    "DiskError",
    "SavedGame",
    "SavedGameError",
    "friendly_disk_errors",
    "read_json",
    "read_record",
]

FORMAT = 3
"""The version of what is saved, in game.json and in experiment.json: one higher with each change
after which an earlier game or experiment would not go on as it was."""
TRANSCRIPT = "transcript.jsonl"
SHAPES = {"scenario": str, "seed": int, "context": dict, "forked_from": dict, SERVERS: dict}
STEPS, END, WHOLE = "steps", "end", "whole"
"""Key of the meta, and its values: of a game's steps the last alone is kept, or all are."""


def as_line(row: Mapping[str, Any]) -> bytes:
    """Return a row as one line of JSON. Half a surrogate pair becomes its JSON escape."""
    return (json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


class SavedGame:
    """A saved game that this process holds. Use it in a `with` block, or :meth:`close` it.

    It is `own` where this user made it or agreed to it (see :mod:`mmagents.stores.ownership`).
    """

    def __init__(self, path: Path, meta: dict[str, Any], lock: FolderLock, *, own: bool) -> None:
        self.path = path
        self.meta = meta
        self.own = own
        self.scenario = path / "scenario.yaml"
        self.servers = servers_of(meta, path)
        self.checkpoints = path / "checkpoints.sqlite"
        self.transcript = path / TRANSCRIPT
        self.held: sqlite3.Connection | None = None
        self._lock = lock

    @classmethod
    def create(
        cls, path: str | Path, meta: Mapping[str, Any], scenario: str | Path, shared: bool = False
    ) -> Self:
        """Begin a saved game in a folder that is not there yet, or is empty.

        Args:
            path: the folder; its parents are made.
            meta: how the game is run, as plain JSON: scenario, seed, context.
            scenario: the story's file; a copy is kept, so that later edits do not change the game.
            shared: whether that file is a copy already, which many games may share by a hard link.

        Raises:
            SavedGameError: if the folder holds anything, or cannot be made. Nothing is touched.
        """
        path = Path(path)
        try:
            story = Path(scenario).read_bytes()
        except OSError as error:
            raise SavedGameError(f"The story {scenario} cannot be read: {error}.") from error
        try:
            check_free(path)
            path.mkdir(parents=True, exist_ok=True)
            lock = FolderLock.take(path)
        except OSError as error:
            raise no_place(path, error) from error
        try:
            check_free(path)  # again: somebody may have been faster
            if not (shared and linked(Path(scenario), path / "scenario.yaml")):
                write_whole(path / "scenario.yaml", story)
            _write_meta(path, meta, own=True)  # last: with it, the folder is a saved game
            return cls(path, dict(meta), lock, own=True)
        except OSError as error:
            lock.release()
            raise no_place(path, error) from error
        except MMAgentsError:
            lock.release()
            raise

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a saved game, and keep other processes out until it is closed.

        Raises:
            SavedGameError: if there is none, it is damaged, or another process works in it.
        """
        path = Path(path)
        check_there(path)
        refuse_links(path)
        try:
            lock = FolderLock.take(path)
        except OSError as error:
            raise no_place(path, error) from error
        try:
            meta, own = _read_meta(path)
            return cls(path, meta, lock, own=own)
        except MMAgentsError:
            lock.release()
            raise

    @property
    def memory(self) -> str:
        """Where long-term memory is: in this process, or a server's address and its name there."""
        if self.servers.memory:
            return f"{self.servers.memory}#{self.thread}"
        return f"{IN_PROCESS}{self.path}"

    @property
    def thread(self) -> str:
        """The name of the game on the servers that keep it."""
        return str(self.meta.get(THREAD, self.path.name))

    def rows(self) -> list[dict[str, Any]]:
        """Return the turns of the record; a last line that a kill cut short is left out."""
        return _read_rows(self.path)

    def append(self, row: Mapping[str, Any]) -> None:
        """Add a turn to the record; once this returns, a kill of the process does not lose it."""
        with friendly_disk_errors(self.path), open_to_append(self.transcript) as file:
            line = as_line(row)
            while line:
                line = line[file.write(line) :]

    def rewrite(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Make the record exactly `rows`."""
        content = b"".join(map(as_line, rows))
        with friendly_disk_errors(self.path):
            if not self.transcript.exists() or self.transcript.read_bytes() != content:
                write_whole(self.transcript, content)

    def write_markdown(self, text: str) -> None:
        """Write the record for reading."""
        with friendly_disk_errors(self.path):
            content = text.encode("utf-8", "replace")
            write_whole(self.path / "transcript.md", content)

    def write_json(self, name: str, value: Mapping[str, Any]) -> None:
        """Write something for reading, as `name`.json."""
        with friendly_disk_errors(self.path):
            content = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
            write_whole(self.path / f"{name}.json", content.encode("utf-8", "backslashreplace"))

    def update_meta(self, changes: Mapping[str, Any]) -> None:
        """Change how the game is run from now on."""
        with friendly_disk_errors(self.path):
            _write_meta(self.path, {**self.meta, **changes}, own=self.own)
        self.meta = {**self.meta, **changes}
        self.servers = servers_of(self.meta, self.path)

    def adopt(self, changes: Mapping[str, Any] | None = None) -> None:
        """Make the game one's own: the user agreed to all that it names."""
        self.own = True
        self.update_meta(changes or {})

    def hold(self) -> None:
        """Keep checkpoints in this process until :meth:`pack`; cut short, they are gone."""
        self.held = opened_in_memory()

    def pack(self) -> None:
        """Keep the checkpoints of a game that has been played in one small file."""
        with friendly_disk_errors(self.path):
            if self.held is None:
                pack_file(self.checkpoints)
            else:
                pack(self.checkpoints, self.held.serialize())
                self.meta[STEPS] = END

    def close(self) -> None:
        """Let other processes in."""
        if self.held is not None:
            self.held.close()
            self.held = None
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_record(path: str | Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return how a game is run and its turns so far, without keeping anybody out.

    Raises:
        SavedGameError: if there is no saved game, or it is damaged.
    """
    path = Path(path)
    check_there(path)
    refuse_links(path)
    meta, rows = _read_meta(path)[0], _read_rows(path)
    try:
        check_rows(rows)
    except ValueError as error:
        raise _damaged(path, error) from error
    return meta, rows


def is_own_game(path: Path) -> bool:
    """Tell whether this user made a saved game; see :class:`SavedGame`."""
    return _read_meta(path)[1]


def read_json(path: str | Path, name: str) -> dict[str, Any] | None:
    """Return what :meth:`SavedGame.write_json` wrote, or None where there is nothing to be read."""
    try:
        return dict(source.read_json(Path(path) / f"{name}.json"))
    except (OSError, ValueError, TypeError):
        return None


def check_rows(rows: Iterable[Mapping[str, Any]]) -> None:
    """Make sure that rows are rows of the record: pages and reports show them as they are.

    Raises:
        ValueError: if one is not, with the field.
    """
    for at, row in enumerate(rows, 1):
        said = json.dumps(row, ensure_ascii=False).encode("utf-8", "replace")
        try:
            _row_adapter().validate_python(json.loads(said), strict=True)
        except ValidationError as error:
            where, why = first_fault(error)
            raise ValueError(f"row {at}: {where}: {why}") from None


@cache
def _row_adapter() -> TypeAdapter[TurnRow]:
    return TypeAdapter(TurnRow)


def _read_rows(path: Path) -> list[dict[str, Any]]:
    transcript = path / TRANSCRIPT
    try:
        with friendly_disk_errors(path):
            content = source.json_bytes(transcript) if transcript.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        return [dict(source.plain_json(line)) for line in whole.splitlines()]
    except (ValueError, TypeError) as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> SavedGameError:
    return SavedGameError(
        f"{path / TRANSCRIPT} is damaged: {error}. The game itself is not kept there: delete "
        f"that file and write it again with: mmagents resume {path}"
    )


def _write_meta(path: Path, meta: Mapping[str, Any], *, own: bool) -> None:
    fields = json.loads(without_credentials(json.dumps({"format": FORMAT, **meta})))
    content = json.dumps(marked(fields) if own else fields, ensure_ascii=False, indent=2) + "\n"
    write_whole(path / "game.json", content.encode("utf-8", "backslashreplace"))


def _read_meta(path: Path) -> tuple[dict[str, Any], bool]:
    """Return how a game is run, and whether this user says so."""
    try:
        meta = source.read_json(path / "game.json")
        for name, kind in SHAPES.items():
            if not isinstance(meta.get(name, kind()), kind):
                raise TypeError(f"{name} is no {kind.__name__}")
        if not all(isinstance(one["turn"], int) for one in meta.get("prompts", [])):
            raise TypeError("prompts has a turn that is no number")
        own = taken_from(meta)
        version = meta.pop("format", None)
    except (OSError, ValueError, AttributeError, KeyError, TypeError) as error:
        raise SavedGameError(
            f"{path / 'game.json'} is damaged or was not written by mmagents: {error!r}. Restore "
            "it from a copy, or begin a new game in another folder."
        ) from error
    check_format(version, path / "game.json")
    return meta, own


def check_format(version: Any, file: Path) -> None:
    """Make sure that a file that says how something is run has the format that is read here.

    Raises:
        SavedGameError: if not, with both formats.
    """
    if version != FORMAT:
        found = "no format" if version is None else f"format {version!r}"
        raise SavedGameError(
            f"{file} has {found}; this version of mmagents reads format {FORMAT}. Open it with "
            "the version that wrote it, or begin again in another folder."
        )
