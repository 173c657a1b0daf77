"""Processes forked from one that has loaded everything once: commands, and code of tests.

A process that starts Python anew spends seconds on imports; a copy of one that has done so begins
in a moment. It is as much a process: with its own folder, environment, signals and exit code.
"""

import fcntl
import multiprocessing
import os
import subprocess
import sys
import tempfile
import termios
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TextIO

from pexpect.fdpexpect import fdspawn

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.preloaded"])
ROOT = Path(__file__).parents[1]
PATIENCE = 240
"""Seconds after which a process is taken to hang."""
Printing = AbstractContextManager[tuple[BaseProcess, TextIO]]
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Where:
    """Where a process is at work: its folder, where what it prints goes, and its environment."""

    folder: Path
    out: Path | Connection
    err: Path | Connection
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))


def enter(where: Where) -> None:
    """Make this process one that somebody has started there, with nothing to read."""
    os.chdir(where.folder)
    os.environ.clear()
    os.environ.update(where.environment)
    sys.path[:] = [one for one in sys.path if one not in ("", str(ROOT))]
    for number, to in ((1, where.out), (2, where.err)):
        if isinstance(to, Path):
            opened = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(opened, number)
            os.close(opened)
        else:
            os.dup2(to.fileno(), number)
    by_line = 1 if os.isatty(1) else -1
    sys.stdout = open(1, "w", by_line, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", closefd=False)  # noqa: SIM115


def _command(where: Where, words: list[str]) -> None:
    enter(where)
    from mmagents.cli import main

    sys.argv = ["mmagents", *words]
    try:
        main()
    finally:
        sys.stdout.flush()


def _at_terminal(where: Where, words: list[str]) -> None:
    """Run a command as the first of a session whose terminal is where it prints to."""
    assert isinstance(where.out, Connection)
    os.setsid()
    os.dup2(where.out.fileno(), 0)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # for this process
    _command(where, words)


def _code(where: Where, words: list[str]) -> None:
    enter(where)
    code, *sys.argv[1:] = words
    sys.path.insert(0, str(where.folder))
    try:
        exec(compile(code, "<test>", "exec"), {"__name__": "__main__"})  # the test's own
    finally:
        sys.stdout.flush()


def _started(target: Callable[..., None], where: Where, words: tuple[object, ...]) -> BaseProcess:
    process = PROCESSES.Process(target=target, args=(where, [str(word) for word in words]))
    process.start()
    return process


def _done(target: Callable[..., None], folder: Path, words: Any, env: Any) -> Done:
    with tempfile.TemporaryDirectory() as printed:
        out, err = Path(printed, "out"), Path(printed, "err")
        process = _started(target, Where(folder, out, err, env or dict(os.environ)), words)
        process.join(PATIENCE)
        code = process.exitcode
        if code is None:
            process.kill()
            process.join()
        said = out.read_text("utf-8"), err.read_text("utf-8")
        assert code is not None, f"{words} hangs: {said}"
        return subprocess.CompletedProcess([str(one) for one in words], code, *said)


class Terminal(fdspawn):  # type: ignore[misc]  # pexpect has no types
    """A terminal of 100 columns at which `mmagents` runs: what it shows is waited for and typed."""

    def __init__(self, folder: Path, *words: object) -> None:
        """Start it."""
        here, there = os.openpty()
        termios.tcsetwinsize(here, (40, 100))
        with Connection(there) as tty:
            environment = {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8"}
            self.process = _started(_at_terminal, Where(folder, tty, tty, environment), words)
        super().__init__(here, encoding="utf-8", timeout=PATIENCE)

    def widen(self, columns: int) -> None:
        """Make the terminal so wide."""
        termios.tcsetwinsize(self.child_fd, (40, columns))

    def control(self, letter: str) -> None:
        """Press Ctrl and a letter."""
        self.send(chr(ord(letter) - 64))

    def signal(self, number: int) -> None:
        """Send a signal to what runs."""
        assert self.process.pid is not None
        os.kill(self.process.pid, number)

    def exit_code(self) -> int | None:
        """Wait for the end; return how it ended."""
        self.process.join(PATIENCE)
        return self.process.exitcode


def mmagents(folder: Path, *words: object, env: Mapping[str, str] | None = None) -> Done:
    """Run `mmagents` in a folder to its end."""
    return _done(_command, folder, words, env)


def python(folder: Path, code: str, *words: object, env: Mapping[str, str] | None = None) -> Done:
    """Run code in a folder to its end."""
    return _done(_code, folder, (code, *words), env)


@contextmanager
def _printing(
    target: Callable[..., None], folder: Path, words: tuple[object, ...]
) -> Iterator[tuple[BaseProcess, TextIO]]:
    here, there = PROCESSES.Pipe(duplex=False)
    process = _started(target, Where(folder, there, there), words)
    there.close()
    try:
        with here, open(here.fileno(), encoding="utf-8", closefd=False) as lines:
            yield process, lines
    finally:
        process.kill()
        process.join()


def started(where: Where, *words: object) -> BaseProcess:
    """Start `mmagents` there and return."""
    return _started(_command, where, words)


def mmagents_printing(folder: Path, *words: object) -> Printing:
    """Run `mmagents` and read what it prints as it does; at the end it is killed."""
    return _printing(_command, folder, words)


def python_printing(folder: Path, code: str, *words: object) -> Printing:
    """Run code and read what it prints as it does; at the end it is killed."""
    return _printing(_code, folder, (code, *words))
