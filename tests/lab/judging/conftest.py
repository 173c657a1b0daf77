"""Conversations for judges to read."""

import shutil
from pathlib import Path

import pytest

from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid
from tests.lab.judging.judged import NOT_READ


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four conversations, two in each language."""
    folder = tmp_path_factory.mktemp("judged") / "e"
    tongues = {"language": {one: {"language": one} for one in ("en", "ja")}}
    grid = Grid(
        name="g", scenarios=["mini"], conditions=["ss", "equal"], conversations=1, turns=4,
        vary=tongues,
    )  # fmt: skip
    run(begin(grid, folder), in_this_process)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of all that the evaluation reads."""
    return Path(shutil.copytree(played, tmp_path / "e", ignore=NOT_READ))
