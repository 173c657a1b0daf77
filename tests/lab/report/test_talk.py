"""A report on talks without a story: they are measured, and nothing is said of facts and points."""

import json
from pathlib import Path

import pytest

from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid
from mmagents.lab.experiments.summary import read_played
from mmagents.lab.report.figures import pictures
from mmagents.lab.report.page import page
from mmagents.lab.report.results import results

pytestmark = pytest.mark.slow  # conversations are played


def test_talks_are_reported_without_facts_and_points(tmp_path: Path) -> None:
    talk, lines = tmp_path / "talk.yaml", tmp_path / "lines.yaml"
    people = [{"name": name, "who": "has a say"} for name in ("Ada", "Ben")]
    talk.write_text(json.dumps({"kind": "talk", "question": "Go?", "who": people}), "utf-8")
    lines.write_text("[Ben would you go?, Ada would you?, I would rather stay.]", "utf-8")
    grid = Grid(
        name="talks", scenarios=[str(talk)], conditions=["cssn-or-ss", "ss"], conversations=2,
        turns=4, seats=dict.fromkeys(("ada", "ben"), f"scripted:{lines}"),
    )  # fmt: skip
    experiment = begin(grid, tmp_path / "e")
    assert [one.error for one in run(experiment, in_this_process)] == [""] * 4
    played = read_played(experiment)
    found = results(played.conversations, cells=[dict(one.cell.factors) for one in played.cells])
    text = page(found, played, {})
    assert "These talks have no story" in text
    assert "points of the rubric" not in text.casefold()
    assert not {"rubric", "disclosure"} & {one.name for one in pictures(found)}
    assert found.comparisons["turns_gini"].groups[0].n == 2
