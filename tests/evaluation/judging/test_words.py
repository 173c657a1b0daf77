"""What is measured of the words themselves: summaries, and how probable a model finds each turn."""

import math
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.evaluation.experiments.engines import in_this_process
from mmagents.evaluation.experiments.experiment import begin, open_experiment, run
from mmagents.evaluation.experiments.grid import Grid
from mmagents.evaluation.judging.fluency import MEASURES as PERPLEXITY
from mmagents.evaluation.judging.judge import verdicts_of
from mmagents.evaluation.judging.parts import Fluency, Summary
from mmagents.evaluation.measures.corpus import MEASURES as CORPUS
from mmagents.evaluation.measures.measure import figures_of
from mmagents.evaluation.report.report import report
from tests.evaluation.judging.judged import NOT_READ
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Mind, Request, Server, serving

pytestmark = pytest.mark.slow
HALF = math.log(0.5)


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


def echo(request: Request, number: int) -> Answer:
    """Give each word of the prompt one half, and add a word that is not of it."""
    words = [f"{word} " for word in str(request["prompt"]).split(" ")]
    words[-1] = words[-1][:-1]
    first: list[tuple[str, float | None]] = [(words[0], None)]
    return Answer(logprobs=[*first, *((word, HALF) for word in words[1:]), (" indeed", -9.0)])


def test_perplexity_is_that_of_the_words_of_all_turns_as_the_server_has_it(folder: Path) -> None:
    done, server = judged(folder, echo, "--only", "fluency")
    assert done.exit_code == 0, done.output
    experiment = open_experiment(folder)
    said = [one.said for one in verdicts_of(experiment).values()]
    assert len(said) == 2 * 3
    texts = [row["text"] for talk in experiment.read() for row in talk.rows]
    assert sorted(str(one["prompt"]) for one in server.requests) == sorted(texts)
    assert all(one["echo"] and one["logprobs"] == 1 for one in server.requests)
    counts = [one.tokens for one in said if isinstance(one, Fluency)]
    assert sorted(counts) == sorted(len(text.split(" ")) - 1 for text in texts)
    written = report(folder)
    assert "perplexity (by models)" in written.page.read_text("utf-8")
    again, server = judged(folder, echo, "--only", "fluency")
    assert again.exit_code == 0
    assert not server.requests


def test_a_server_without_log_probabilities_is_said_so_and_nothing_is_made_up(folder: Path) -> None:
    done, _ = judged(folder, lambda request, number: Answer(), "--only", "fluency")
    assert done.exit_code != 0
    assert "no log-probabilities" in str(done.exception)
    assert not verdicts_of(open_experiment(folder))


def test_perplexity_of_turns_is_weighted_by_their_tokens() -> None:
    from types import SimpleNamespace as Given

    def given(tokens: int, logprob: float, by: str = "a") -> Any:
        return Given(kind="fluency", by=by, said=Fluency(tokens=tokens, logprob=logprob))

    def of(*verdicts: Any) -> dict[str, Any]:
        talk: Any = Given(readings={"model": verdicts} if verdicts else {})
        return figures_of(PERPLEXITY, talk)

    assert of() == {}
    assert of(given(0, 0.0)) == {"model:perplexity": None}
    [found] = of(given(1, math.log(0.1)), given(9, 9 * math.log(0.5))).values()
    assert found == pytest.approx(math.exp(-(math.log(0.1) + 9 * math.log(0.5)) / 10))
    [found] = of(given(2, 2 * math.log(0.5)), given(2, 2 * math.log(0.25), "b")).values()
    assert found == pytest.approx((2 + 4) / 2)


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
