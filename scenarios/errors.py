"""The one base error of the project."""

from __future__ import annotations


class MMAgentsError(Exception):
    """Something the user can mend: the message says what, where and what to do.

    The command line prints it without a traceback and exits with `exit_code`.
    """

    exit_code = 2


class ScenarioError(MMAgentsError):
    """A scenario that cannot be used: not found, unreadable, or against the format."""
