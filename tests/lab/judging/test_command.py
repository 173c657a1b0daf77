"""`mmagents experiment judge`: what it says, refuses and keeps."""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.errors import MMAgentsError
from mmagents.lab.judging.judge import UNREADABLE
from tests.lab.judging.judged import QUESTIONS, TWO, judged, lines
from tests.processes import mmagents_printing
from tests.servers.dialects import DIALECTS, speaking
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving

pytestmark = pytest.mark.slow  # what a fixture plays is played once


def command(*given: Any) -> Result:
    return CliRunner().invoke(app, ["experiment", "judge", *map(str, given)])


def test_the_command_judges_and_says_what_it_took(folder: Path) -> None:
    with serving(faithful) as server:
        told = ["--judge", "openai:one", "--base-url", server.url, "--cell", "mini.equal.en"]
        dry = command(folder, *told, "--dry-run")
        assert "6 questions without a verdict" in dry.stdout
        assert "Nothing was asked" in dry.stdout
        assert server.requests == []
        whole = command(folder, *told, "--only", "judge", "--whole", "--json")
        assert json.loads(whole.stdout)["given"] == 1
        rest = command(folder, *told)
        asked = len(server.requests)
        again = command(folder, *told)
        assert len(server.requests) == asked
    assert "judged already; nobody was asked" in again.stdout
    assert "5 of 5 verdicts were given; 5 calls" in rest.stdout, rest.exception
    assert {json.loads(line)["id"] for line in lines(folder)} == {"mini.equal.en/001"}


@pytest.mark.parametrize("dialect", ["llama-cpp-python", "text alone"])
def test_the_summary_names_the_form_in_which_each_server_answered(
    folder: Path, dialect: str
) -> None:
    form = {"llama-cpp-python": "json_object with schema", "text alone": "none"}[dialect]
    with serving(speaking(DIALECTS[dialect])) as server:
        judge = f"openai:one@{server.url}"
        told = ["--judge", judge, "--cell", "mini.equal.en", "--only", "judge", "--only", "summary"]
        done = command(folder, *told)
        assert done.exception is None
        assert f"Form of answers, {judge}: {form} (scores 5, summaries 1)" in done.stdout
        again = json.loads(command(folder, *told, "--json").stdout)
    assert (again["forms"], again["missing"]) == ([], 0)


def test_a_judge_of_which_nothing_can_be_read_is_given_up_and_asked_anew_later(
    folder: Path,
) -> None:
    def prose(request: Request, number: int) -> Answer:
        checked = "x-mmagents-task" not in request.headers
        return faithful(request, number) if checked else Answer("A fine talk.")

    with serving(prose) as server:
        told = ["--judge", "openai:one", "--at-once", "1"]
        error = command(folder, *told, "--base-url", server.url).exception
        asked = [one for one in server.requests if "x-mmagents-task" in one.headers]
    assert isinstance(error, MMAgentsError)
    assert error.exit_code == 1
    for part in ("Nothing that openai:one answered can be read", "A fine talk.", "were not tried"):
        assert part in str(error)
    assert len(asked) == 2 * UNREADABLE
    assert lines(folder) == []
    with serving(faithful) as better:
        done = command(folder, *told, "--base-url", better.url)
    assert "24 of 24 verdicts were given; 24 calls" in done.stdout, done.exception


def test_bad_input_is_one_error_and_nothing_is_written(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "wrong")
    before = sorted(folder.iterdir())
    with serving(faithful, key="right") as server:
        told = ["--judge", "openai:one", "--base-url", server.url]
        for given, says in (
            ([tmp_path / "nowhere", *told], "There is no experiment in"),
            ([folder, *told], "refuses the key (HTTP 401)"),
            ([folder, "--judge", "nobody"], "names no provider of models"),
            ([folder, *told, "--cell", "mars"], "There is no cell mars"),
            ([folder, *told, "--prompts", tmp_path / "none"], "No folder"),
        ):
            error = command(*given).exception
            assert isinstance(error, MMAgentsError)
            assert says in str(error)
            assert error.exit_code == 2
    assert sorted(folder.iterdir()) == before


def test_questions_that_could_not_be_put_are_said_at_the_end_with_exit_code_1(
    folder: Path,
) -> None:
    def ill(request: dict[str, Any], number: int) -> Answer:
        checked = "x-mmagents-task" not in request.headers
        return Answer("yes") if checked else Answer(status=403, error={"message": "no"})

    with serving(ill) as server:
        done = command(folder, "--judge", "openai:one", "--base-url", server.url, "--at-once", "1")
    assert isinstance(done.exception, MMAgentsError)
    assert done.exception.exit_code == 1
    assert "more were not tried" in str(done.exception)


def test_stopped_by_hand_the_command_keeps_what_was_given(folder: Path) -> None:
    with serving(faithful, latency=0.2) as server:
        told = ["--judge", "openai:one", "--base-url", server.url, "--at-once", "1"]
        with mmagents_printing(folder, "experiment", "judge", folder, *told) as (child, printed):
            while sum("x-mmagents-task" in one.headers for one in server.requests) < 5:
                assert child.is_alive()
                time.sleep(0.01)
            assert child.pid is not None
            os.kill(child.pid, signal.SIGINT)
            said = printed.read()
            child.join()
    assert child.exitcode == 130
    assert "are kept. To go on, give the same command again." in said
    kept = len(lines(folder))
    assert kept >= 3
    assert judged(folder, faithful, TWO[:1]).given == QUESTIONS - kept
