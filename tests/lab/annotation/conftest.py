"""Four conversations for people to rate."""

import shutil
from pathlib import Path

import pytest

from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid
from tests.lab.annotation.sheets import NOT_READ


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("annotated") / "e"
    grid = Grid(name="g", scenarios=["mini"], conditions=["ss", "equal"], conversations=2, turns=3)
    run(begin(grid, folder), in_this_process)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "e", ignore=NOT_READ))
