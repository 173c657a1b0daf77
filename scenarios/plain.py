"""Text from outside made plain: names for the frame of a prompt, words for a terminal or a report.

What people and players say is quoted in prompts (:mod:`mmagents.models.quoting`). Names stand there
without quotation marks, so they hold nothing that a frame is made of.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST_NAME = 60
"""Characters of a name that is not bound to fewer."""
_FRAMES = frozenset('<>[]{}`#|=*~":;\\\u2236\ua789')
"""Characters by which a frame is told from words; so are brackets and quotation marks."""
_BRACKETS = ("Ps", "Pe", "Pi", "Pf")
_STEERS = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Controls (ESC among them), turns of direction, breaks of lines, and half characters."""


def in_print(text: str) -> str:
    """Return words in one line of printable characters, as the words of a turn are."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


@lru_cache(maxsize=4096)
def plain_name(given: str, longest: int = LONGEST_NAME) -> str:
    """Return a name in one line, cut, without brackets, quotation marks, colons and the like.

    In a prompt it cannot be taken for the end of a name, a turn or a line. It may be empty.
    """
    kept = "".join(" " if _is_of_a_frame(char) else char for char in in_print(given))
    return " ".join(kept.split())[:longest].strip()


def _is_of_a_frame(char: str) -> bool:
    if char in "‘’":  # O’Neil
        return False
    plain = unicodedata.normalize("NFKC", char)
    return unicodedata.category(char) in _BRACKETS or not _FRAMES.isdisjoint(plain)


def readable(text: str) -> str:
    """Return text without control characters, half characters and turns of direction."""
    return _STEERS.sub("\ufffd", text)


def shown(text: str) -> str:
    r"""Return text that cannot steer a terminal: such characters as \uXXXX, which JSON reads."""
    return _STEERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
