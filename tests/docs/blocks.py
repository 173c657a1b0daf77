"""Code blocks of Markdown pages, and processes that run them as a reader would.

A block of `bash` is run line by line, `mmagents` and the benchmarks, a block of `python` in the
session of its page. A block with a title is written to the file of that name. A block headed
`Output` must be what the one before it printed. `<!-- not run: why -->` before a block leaves it
out; its commands are still parsed.
"""

import os
import re
import shlex
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.processes import PROCESSES, ROOT, Where, enter, mmagents, python

_BLOCK = re.compile(
    r"(?P<marker><!-- not run: [^>]+ -->\n)?"
    r"^(?P<indent> *)```(?P<language>\w*)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<code>.*?)^ *```$",
    re.S | re.M,
)
BENCHMARKS = ["python", "-m", "benchmarks"]
IN_A_CLONE = f"""
import runpy, sys
sys.path.insert(0, {str(ROOT)!r})
runpy.run_module("benchmarks", run_name="__main__")
"""


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    page: str
    line: int
    language: str
    title: str | None
    code: str
    run: bool

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    def commands(self) -> Iterator[list[str]]:
        """Yield the command lines, without comments, joined where a backslash ends a line."""
        for line in self.code.replace("\\\n", " ").splitlines():
            if words := shlex.split(line, comments=True):
                yield words


def pages() -> list[Path]:
    """Return every page whose blocks are checked."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks_of(page: Path) -> list[Block]:
    """Return the fenced blocks of a page in order."""
    text = page.read_text("utf-8")
    name = str(page.relative_to(ROOT))
    return [
        Block(
            name,
            text.count("\n", 0, found.start("language")) + 1,
            found["language"],
            found["title"],
            re.sub(f"^{found['indent']}", "", found["code"], flags=re.M),
            found["marker"] is None,
        )
        for found in _BLOCK.finditer(text)
    ]


def _here(text: str, address: str) -> str:
    """Return text with the address of a server that is there."""
    return re.sub(r"http://127\.0\.0\.1:\d+/v1", address, text)


def _session(where: Where, told: Connection) -> None:
    enter(where)
    sys.path.insert(0, str(where.folder))
    names: dict[str, object] = {"__name__": "__main__"}
    while True:
        block, code = told.recv()
        fault = ""
        try:
            exec(compile(code, block, "exec"), names)  # what the page says, as it says it
        except BaseException:
            fault = traceback.format_exc()
        sys.stdout.flush()
        told.send(fault)


class Reader:
    """Somebody who follows a page in a folder of their own."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder, self._environment = folder / "there", {**os.environ, **environment}
        self._folder.mkdir()
        self._printed = folder / "printed"
        self._session: tuple[BaseProcess, Connection] | None = None
        self.output = ""

    def follow(self, block: Block, address: str) -> None:
        """Do what a block says; fail if it fails."""
        if block.title == "Output":
            assert block.code.strip() in self.output, f"{block}: it printed\n{self.output}"
        elif block.title:
            path = self._folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_here(block.code, address), "utf-8")
        elif block.language == "bash":
            outputs = [self._run(block, words, address) for words in block.commands()]
            self.output = "".join(outputs)
        elif block.language == "python":
            self._say(block, _here(block.code, address))

    def _run(self, block: Block, words: list[str], address: str) -> str:
        if words[0] == "export":
            return ""
        ours = words[0] == "mmagents" or words[:3] == BENCHMARKS
        assert ours, f"{block}: {words[0]} cannot be run; mark the block"
        words = [_here(word, address) for word in words]
        if words[0] == "mmagents":
            done = mmagents(self._folder, *words[1:], env=self._environment)
        else:
            done = python(self._folder, IN_A_CLONE, *words[3:], env=self._environment)
        printed = done.stdout + done.stderr
        assert done.returncode == 0, f"{block}: {shlex.join(words)}\n{printed}"
        return printed

    def _say(self, block: Block, code: str) -> None:
        printed = self._printed
        if self._session is None:
            ours, theirs = PROCESSES.Pipe()
            where = Where(self._folder, printed, printed, self._environment)
            process = PROCESSES.Process(target=_session, args=(where, theirs), daemon=True)
            process.start()
            self._session = process, ours
        before = len(printed.read_text("utf-8")) if printed.exists() else 0
        told = self._session[1]
        told.send((str(block), code))
        assert told.poll(120), f"{block}: no answer"
        fault = told.recv()
        assert not fault, f"{block}:\n{fault}"
        self.output = printed.read_text("utf-8")[before:]

    def leave(self) -> None:
        """End the session, if there is one."""
        if self._session is not None:
            self._session[0].kill()
            self._session[0].join()
            self._session[1].close()


@contextmanager
def reading(folder: Path, environment: dict[str, str]) -> Iterator[Reader]:
    """Let somebody follow a page, and end what they started."""
    reader = Reader(folder, environment)
    try:
        yield reader
    finally:
        reader.leave()
