"""What is measured of summaries that models write."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.lab.experiments.engines import in_this_process
from mmagents.lab.experiments.experiment import begin, open_experiment, run
from mmagents.lab.experiments.grid import Grid
from mmagents.lab.judging.judge import verdicts_of
from mmagents.lab.judging.verdicts import Summary
from mmagents.lab.measures.measure import figures_of
from mmagents.lab.measures.text import CORPUS
from mmagents.lab.report.report import report
from tests.lab.judging.judged import NOT_READ
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Mind, Server, serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words") / "e"
    grid = Grid(name="g", scenarios=["mini"], conditions=["ss"], conversations=2, turns=3)
    run(begin(grid, folder), in_this_process)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "e", ignore=NOT_READ))


def judged(folder: Path, mind: Mind, *given: str) -> tuple[Result, Server]:
    with serving(mind) as server:
        named = ("--judge", "openai:small", "--base-url", server.url, *given)
        return CliRunner().invoke(app, ["experiment", "judge", str(folder), *named]), server


def test_distinct_n_is_taken_over_the_summaries_of_all_conversations(folder: Path) -> None:
    done, _ = judged(folder, faithful, "--only", "summary")
    assert done.exit_code == 0, done.output
    experiment = open_experiment(folder)
    verdicts = verdicts_of(experiment).values()
    assert [isinstance(one.said, Summary) for one in verdicts] == [True, True]
    from types import SimpleNamespace as Given

    def talk(*summaries: str) -> Any:
        said = [Given(kind="summary", by="a", said=Summary(summary=one)) for one in summaries]
        return Given(readings={"model": said}, language="en", rows=[])

    wanted = {name: one for name, one in CORPUS.items() if name.startswith("summary_")}
    found = figures_of(wanted, [talk("a tin was stolen"), talk("a tin was found")])
    assert found == {
        "summary_distinct_1": 5 / 8, "summary_distinct_2": 4 / 6, "summary_distinct_3": 3 / 4,
    }  # fmt: skip
    assert figures_of(wanted, [talk()]) == {}
    assert "Distinct-1 of summaries" in report(folder).page.read_text("utf-8")
