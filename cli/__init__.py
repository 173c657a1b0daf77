"""The door: `mmagents …`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line; what the user can mend is said in one line, without a traceback."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # so that --load and python:MODULE:NAME find what lies there
    from mmagents.cli.app import app
    from mmagents.cli.shown.terminal import echo
    from mmagents.errors import MMAgentsError

    try:
        app(prog_name="mmagents")
    except MMAgentsError as error:
        echo(f"mmagents: {error}", err=True)
        sys.exit(error.exit_code)
