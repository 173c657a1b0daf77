"""Run a score of `python -m benchmarks` as its command line does."""

import io
import json
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple


class Done(NamedTuple):
    """What a run printed, and its exit code."""

    stdout: str
    stderr: str
    code: object


def run(main: Callable[[Sequence[str]], None], *arguments: object) -> Done:
    out, err, code = io.StringIO(), io.StringIO(), None
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main([*map(str, arguments)])
        except SystemExit as error:
            code = error.code
    return Done(out.getvalue(), err.getvalue(), code)


def figures(main: Callable[[Sequence[str]], None], *arguments: object) -> dict[str, Any]:
    done = run(main, *arguments, "--json", 1)
    assert done.code is None, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
