"""The one base error of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError


class MMAgentsError(Exception):
    """Something the user can mend: the message says what, where and what to do.

    The command line prints it without a traceback and exits with `exit_code`.
    """

    exit_code = 2


class ScenarioError(MMAgentsError):
    """A scenario that cannot be used: not found, unreadable, or against the format."""


def first_fault(error: ValidationError) -> tuple[str, str]:
    """Return the first field that pydantic refused, and why.

    The field is a path joined by dots, empty for the whole; the reason has no full stop.
    """
    first = error.errors(include_url=False)[0]
    return ".".join(map(str, first["loc"])), plain_reason(first["msg"])


def plain_reason(message: str) -> str:
    """Return pydantic's words for what is wrong without its own heading and full stop."""
    return message.removeprefix("Value error, ").removesuffix(".")
