"""A key at the terminal, pressed while something else goes on."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PRESSES = frozenset(b"\r\n ")
"""Enter and the space bar. Other keys do nothing, so that a slip of the hand says nothing."""


def can_be_pressed() -> bool:
    """Tell whether somebody sits at a terminal from which single keys can be read."""
    try:
        import termios  # noqa: F401  # there is none on Windows
    except ImportError:
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


def forget_pressed() -> None:
    """Forget the keys that were pressed and have not been read."""
    if can_be_pressed():
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


@contextmanager
def key_by_key() -> Iterator[Callable[[float], bool]]:
    """Have keys come one by one and unseen in this block; Ctrl-C still interrupts.

    It gives what waits so many seconds for Enter or the space bar and returns whether it came; keys
    that were pressed before count. However the block ends, the terminal is left as it was. Only
    where :func:`can_be_pressed`.
    """
    import termios

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    now = termios.tcgetattr(terminal)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(terminal, termios.TCSANOW, now)
    try:
        yield lambda seconds: _pressed_within(terminal, seconds)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _pressed_within(terminal: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            keys = os.read(terminal, 64)
            if not keys:  # the terminal is gone
                return False
            if PRESSES & set(keys):
                return True
    return False
