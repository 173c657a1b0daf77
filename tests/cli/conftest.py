import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.processes import mmagents as run

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def mmagents(tmp_path: Path) -> Run:
    """Run the command in an empty folder, in a process of its own."""
    return partial(run, tmp_path)
