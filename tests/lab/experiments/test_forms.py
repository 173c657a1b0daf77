"""Experiments with models: what was found by trying a server is told to every worker."""

import json
from pathlib import Path
from typing import Any

import pytest

from mmagents.lab.commands.experiment.playing import check_models
from mmagents.lab.experiments.engines import engine_for
from mmagents.lab.experiments.experiment import begin, run
from mmagents.lab.experiments.grid import Grid
from mmagents.nodes.spending import forms_together
from tests.graph.test_dialects import failing_after
from tests.servers.dialects import DIALECTS, speaking
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving

pytestmark = pytest.mark.slow  # experiments of models on loopback


def grid(url: str, **changes: Any) -> Grid:
    given = {"name": "g", "scenario": "mini", "conditions": ["ss"], "turns": 2, "model": "any"}
    return Grid.model_validate({**given, "base_url": url, "conversations": 2, **changes})


def test_workers_ask_in_the_forms_that_were_found_and_try_none_again(tmp_path: Path) -> None:
    with serving(speaking(DIALECTS["llama-cpp-python"])) as server:
        planned = grid(server.url)
        check_models(planned)
        tried = len(server.requests)
        experiment = begin(planned, tmp_path / "e")
        outcomes = run(experiment, engine_for("processes", 2), workers=2, at_once=1)
        assert [one.error for one in outcomes] == ["", ""]
        asked = server.requests[tried:]
    kept = [one for _, one in experiment.outcomes() if one is not None]
    for rows in (forms_together(row for one in of for row in one.forms) for of in (outcomes, kept)):
        assert {row["task"] for row in rows} == {"think", "normalise", "detect"}
        assert {(row["model"], row["form"]) for row in rows} == {
            (f"openai:any@{server.url}", "json_object with schema")
        }
    assert all("x-mmagents-task" in one.headers for one in asked)
    told = [row for one in experiment.conversations.glob("*/*") for row in _calls(one)]
    assert {call["form"] for call in told if call["form"]} == {"json_object with schema"}
    assert not [call for call in told if call["retries"]]


def test_what_only_some_cells_ask_is_tried_as_well() -> None:
    paces = {one: {"pace": one} for one in ("paper", "lean", "draft")}
    with serving(faithful) as server:
        planned = grid(server.url, vary={"pace": paces})
        check_models(planned)
        tried = {
            str(request["response_format"]["json_schema"]["name"])
            for request in server.requests
            if "response_format" in request
        }
    assert tried == {"think", "draft", "normalise", "normalise_turns", "detect"}


def _calls(folder: Path) -> list[dict[str, Any]]:
    rows = map(json.loads, (folder / "transcript.jsonl").read_text("utf-8").splitlines())
    return [call for row in rows for call in row["ledger"]["calls"]]


def test_a_conversation_whose_last_turn_was_unusable_fails_and_is_played_anew(
    tmp_path: Path,
) -> None:
    mind = failing_after(1)

    def recovers(request: Request, number: int) -> Answer:
        later = mind.spoken >= 2  # type: ignore[attr-defined]  # of `failing_after`
        return (faithful if later else mind)(request, number)

    with serving(recovers) as server:
        experiment = begin(grid(server.url, conversations=1), tmp_path / "e")
        [outcome] = run(experiment, engine_for("processes", 1))
        assert "Once upon a time" in outcome.error
        [again] = run(experiment, engine_for("processes", 1))
        assert (again.error, again.over) == ("", "turns")
        spoken = [one for one in server.requests if one.headers["x-mmagents-task"] == "speak"]
    assert len(spoken) == 4
