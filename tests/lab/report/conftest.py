"""What the reports of these tests are written of."""

from pathlib import Path

import pytest

from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from tests.lab.report.pages import grid


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six conversations under three conditions."""
    folder = tmp_path_factory.mktemp("played") / "e"
    run(begin(grid(), folder), in_this_process)
    return folder
