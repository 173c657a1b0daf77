"""The door: `mmagents …`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; what the user can mend is said in one line, without a traceback."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # so that --load and python:MODULE:NAME find what lies there
    from mmagents.cli.app import app
    from mmagents.scenarios.errors import MMAgentsError

    try:
        app(prog_name="mmagents")
    except MMAgentsError as error:
        print(f"mmagents: {error}", file=sys.stderr)  # noqa: T201  # the last word to the user
        sys.exit(error.exit_code)
