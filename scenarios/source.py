"""Read YAML and JSON as plain data, without running or inflating anything.

The node graph is composed and walked here rather than constructed: no tag can name a Python type,
aliases cannot multiply beyond a bound, and a key written twice is an error, not a silent loss.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import stat
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.scenarios.problem import Path, Problem

MAX_BYTES = 1_000_000
MAX_NODES = 50_000
MAX_DEPTH = 20
MAX_JSON_BYTES = 2**30
MAX_JSON_DEPTH = 50

Data = dict[str, "Data"] | list["Data"] | str | int | float | bool | None

_LONG_TAG = re.compile(rb"![!-~]{1000}")
"""A tag that takes the square of its length to read."""
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


def read_bytes(file: pathlib.Path, most: int = MAX_BYTES) -> bytes:
    """Return what a file holds; one that is too large is refused before it is read.

    Raises:
        Unreadable: if it is larger than `most` bytes, or no plain file (a pipe never ends).
        OSError: if it cannot be opened.
    """
    opened = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(opened, "rb") as held:
        about = os.fstat(held.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise Unreadable("is no plain file")
        if about.st_size > most:
            raise Unreadable(f"is {about.st_size:,} bytes; at most {most:,} are read")
        return held.read(most + 1)


def read_json(file: pathlib.Path) -> Any:
    """Return the JSON of a file that somebody else may have written.

    Raises:
        ValueError: if it is not JSON, too large, too deep, or in no plain file.
        OSError: if it cannot be opened.
    """
    return plain_json(json_bytes(file))


def json_bytes(file: pathlib.Path) -> bytes:
    """Return what a file of JSON holds, or of a line of JSON each; the errors are the same."""
    try:
        return read_bytes(file, MAX_JSON_BYTES)
    except Unreadable as fault:
        raise ValueError(f"it {fault.problem.message}") from None


def plain_json(text: str | bytes) -> Any:
    """Return what JSON says that somebody else may have written.

    Raises:
        ValueError: if it is not JSON, or nested deeper than `MAX_JSON_DEPTH` levels: what is done
            with it later would not end in order.
    """
    with suppress(RecursionError):
        found = json.loads(text)
        level = [found]
        for _ in range(MAX_JSON_DEPTH):
            level = [one for held in level for one in _inside(held)]
            if not level:
                return found
    raise ValueError(f"it is nested deeper than {MAX_JSON_DEPTH} levels")


def _inside(held: Any) -> Iterable[Any]:
    """Return what a value of JSON holds."""
    return held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()


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
    if _LONG_TAG.search(content):
        raise Unreadable("has a tag; write the value without it")
    try:
        node = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        reason = f"is not YAML: {fault.problem or fault.context}"[:200]
        raise Unreadable(reason, mark.line + 1 if mark else 1) from fault
    except (YAMLError, AssertionError, ValueError) as fault:  # it asserts the version of YAML
        why = f"{fault}".partition("\n")[0][:200]
        raise Unreadable(f"is not YAML: {why}") from fault
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
        raise Unreadable(f"has a tag, {str(node.tag)[:40]}; write the value without it", line, path)

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
