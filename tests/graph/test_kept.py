"""What is gone on with as it was begun, though a choice has another default today."""

from pathlib import Path

import pytest

from mmagents.evaluation.experiments.experiment import ExperimentError, begin, open_experiment
from mmagents.evaluation.experiments.grid import read_grid
from mmagents.graph.kept import BEFORE, context_kept
from mmagents.nodes.context import Context

TODAY = Context().model_dump(mode="json")


@pytest.mark.parametrize("field", BEFORE)
def test_a_game_saved_before_there_was_a_choice_goes_on_as_it_was(
    field: str, tmp_path: Path
) -> None:
    meta = {"context": {name: value for name, value in TODAY.items() if name != field}}
    assert getattr(context_kept(meta, tmp_path), field) == BEFORE[field] != TODAY[field]
    assert getattr(context_kept({"context": TODAY}, tmp_path), field) == TODAY[field]


@pytest.mark.parametrize("field", BEFORE)
def test_an_experiment_begun_before_there_was_a_choice_goes_on_as_it_was_or_not_at_all(
    field: str, tmp_path: Path
) -> None:
    written = "name: old\nscenario: mini\nconditions: [ss]\nconversations: 1\n"
    (tmp_path / "old.yaml").write_text(written, "utf-8")
    grid, folder = read_grid(tmp_path / "old.yaml"), tmp_path / "old"
    begin(grid, folder)
    kept = folder / "experiment.json"
    lines = kept.read_text("utf-8").splitlines()
    kept.write_text("\n".join(line for line in lines if f'"{field}"' not in line), "utf-8")
    assert getattr(open_experiment(folder).grid.cells[0].context, field) == BEFORE[field]
    with pytest.raises(ExperimentError, match=f"{field} was '{BEFORE[field]}' and is now"):
        begin(grid, folder)
    (tmp_path / "old.yaml").write_text(f"{written}{field}: {BEFORE[field]}\n", "utf-8")
    begin(read_grid(tmp_path / "old.yaml"), folder)
