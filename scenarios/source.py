"""Read YAML as plain data that remembers its lines, without running or inflating anything.

The node graph is composed and walked here rather than constructed: no tag can name a Python type,
aliases cannot multiply beyond a bound, and a key written twice is an error, not a silent loss.
"""

from __future__ import annotations

import os
import pathlib
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mmagents.scenarios.errors import MMAgentsError
from mmagents.scenarios.problem import Path, Problem

MAX_BYTES = 1_000_000
MAX_NODES = 50_000
MAX_DEPTH = 20

Data = dict[str, "Data"] | list["Data"] | str | int | float | bool | None

_TAG = "tag:yaml.org,2002:"
_WORDS: Mapping[str, bool | None] = {
    "true": True,
    "false": False,
    "null": None,
    "~": None,
    "": None,
}


class Unreadable(Exception):  # a verdict on the file, turned into a ScenarioError
    """The file is not YAML that a story may be written in."""

    def __init__(self, message: str, line: int = 1, path: Path = ()) -> None:
        super().__init__(message)
        self.problem = Problem("error", path, message, line)


@dataclass(slots=True)
class Document:
    """What a file says, and in which line (from 1) it says it."""

    data: Data
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """Return the line of `path`, or of the nearest thing around it that is in the file."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_bytes(file: pathlib.Path) -> bytes:
    """Return what a file holds; one that is too large is refused before it is read.

    Raises:
        Unreadable: if it is larger than `MAX_BYTES`, or no plain file (a pipe never ends).
        OSError: if it cannot be opened.
    """
    opened = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(opened, "rb") as held:
        about = os.fstat(held.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable("is no plain file")
        if about.st_size > MAX_BYTES:
            raise Unreadable(f"is {about.st_size:,} bytes; at most {MAX_BYTES:,} are read")
        return held.read(MAX_BYTES + 1)


def read_yaml(file: str | pathlib.Path) -> Data:
    """Return the YAML of a file that is no story: a grid, prices, lines to say.

    No message quotes what the file says: it may be a file that was not meant to be shown.

    Raises:
        MMAgentsError: if it cannot be read, with file and line.
    """
    path = pathlib.Path(file)
    try:
        return parse(read_bytes(path)).data
    except OSError as error:
        raise MMAgentsError(f"{path} cannot be read: {error.strerror or error}.") from None
    except Unreadable as fault:
        problem = fault.problem
        raise MMAgentsError(f"{path}, line {problem.line}: {problem.message}.") from None


def parse(content: bytes) -> Document:
    """Return the one YAML document in `content`.

    Raises:
        Unreadable: if it is too large, not UTF-8, not YAML, or uses what a story has no need of.
    """
    from ruamel.yaml import YAML  # not needed for --help
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    if len(content) > MAX_BYTES:
        raise Unreadable(f"is {len(content):,} bytes; a story has at most {MAX_BYTES:,}")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise Unreadable("is not UTF-8; save the file in that encoding", line) from fault
    try:
        node = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        reason = f"is not YAML: {fault.problem or fault.context}"
        raise Unreadable(reason, mark.line + 1 if mark else 1) from fault
    except YAMLError as fault:
        raise Unreadable(f"is not YAML: {str(fault).splitlines()[0]}") from fault
    except RecursionError as fault:
        raise Unreadable(f"is nested deeper than {MAX_DEPTH} levels") from fault
    if node is None:
        raise Unreadable("is empty")
    walk = _Walk()
    return Document(walk.value(node, ()), walk.lines)


class _Walk:
    """Turns nodes into plain data, and counts them."""

    def __init__(self) -> None:
        self.lines: dict[Path, int] = {}
        self._visited = 0

    def value(self, node: Any, path: Path) -> Data:  # a ruamel node, which has no types
        line: int = node.start_mark.line + 1
        self.lines.setdefault(path, line)
        self._visited += 1
        if self._visited > MAX_NODES:
            raise Unreadable(f"has more than {MAX_NODES:,} values, aliases counted", line, path)
        if len(path) > MAX_DEPTH:
            raise Unreadable(f"is nested deeper than {MAX_DEPTH} levels", line, path[:3])
        kind = str(node.tag).removeprefix(_TAG)
        if kind == "map":
            return self._mapping(node, path)
        if kind == "seq":
            return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        if kind in {"str", "int", "float", "bool", "null", "timestamp"}:
            return _scalar(kind, node.value)
        raise Unreadable(f"has a tag, {node.tag}; write the value without it", line, path)

    def _mapping(self, node: Any, path: Path) -> Data:
        found: dict[str, Data] = {}
        for key, item in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key.value, str):
                raise Unreadable("has a key that is not a word", line, path)
            if key.value in found:
                raise Unreadable(f"“{key.value}” is given twice; take one out", line, path)
            here = (*path, key.value)
            self.lines[here] = line
            found[key.value] = self.value(item, here)
        return found


def _scalar(kind: str, written: str) -> Data:
    try:
        if kind == "int":
            return int(written)
        if kind == "float":
            return float(written)
    except ValueError:  # 0o17, 1e400 and the like: the schema wants none of them
        return written
    if kind in {"bool", "null"}:
        return _WORDS.get(written.lower(), written)
    return written
