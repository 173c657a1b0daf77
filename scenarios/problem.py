"""What is wrong with a story: how bad, in which field, and what to do."""

from __future__ import annotations

from typing import Literal, NamedTuple

Path = tuple[str | int, ...]
"""Where in the file: keys and list indices from the top."""


class Problem(NamedTuple):
    """One thing to mend, or to think about.

    Attributes:
        severity: an error makes the story unusable; a warning is advice.
        path: the field it is about.
        message: what is wrong and what to do.
        line: of the file, from 1; 0 if the story was not read from one.
    """

    severity: Literal["error", "warning"]
    path: Path
    message: str
    line: int = 0

    @property
    def field(self) -> str:
        """The path as people write it: facts[3].known_by[0]."""
        return field_name(self.path)


def field_name(path: Path) -> str:
    """Return `path` as people write it: facts[3].known_by[0]."""
    written = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return written.removeprefix(".")


def error(path: Path, message: str) -> Problem:
    """Return an error."""
    return Problem("error", path, message)


def warning(path: Path, message: str) -> Problem:
    """Return a warning."""
    return Problem("warning", path, message)
