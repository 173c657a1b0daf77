"""The options of `experiment run` and `experiment judge`, and what they say before they begin."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.cli.game.prices import price_list
from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.grid import read_grid, shipped
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow  # experiments are played

SMALL = "name: small\nscenario: mini\nconditions: [ss]\nconversations: 1\nturns: 2\n"


def command(*given: Any) -> Result:
    return CliRunner().invoke(app, ["experiment", *map(str, given)])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    grid = tmp_path / "small.yaml"
    grid.write_text(SMALL)
    return grid


@pytest.fixture
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_BASE", "MMAGENTS_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def would(grid: Path, *given: Any) -> dict[str, Any]:
    """What a dry run of a grid says as JSON."""
    done = command("run", grid, "--out", grid.parent / "e", "--dry-run", "--json", *given)
    assert done.exit_code == 0, done.exception
    assert not (grid.parent / "e").exists()
    held: dict[str, Any] = json.loads(done.stdout)
    return held


def test_options_go_before_what_the_grid_says(small: Path) -> None:
    small.write_text(SMALL + "models: {strong: openai:x, cheap: openai:y}\n")
    assert set(would(small)["by_model"]) == {"openai:x", "openai:y"}
    assert set(would(small, "--cheap", "openai:z")["by_model"]) == {"openai:x", "openai:z"}
    assert set(would(small, "--model", "openai:z")["by_model"]) == {"openai:z"}
    both = would(small, "--model", "openai:z", "--strong", "openai:s")
    assert set(both["by_model"]) == {"openai:s", "openai:z"}
    more = would(small, "--set", "conversations=3", "--set", "conditions=[ss, equal]")
    assert (more["conversations"], more["turns"]) == (6, 12)
    told = would(small, "--set", "models.tasks={think: rules}", "--set", "seats={petra: improv}")
    assert told["calls"] < would(small)["calls"]


def test_with_its_options_the_command_plays_what_they_say(small: Path, tmp_path: Path) -> None:
    with serving(faithful) as server:
        given = ["--model", "any", "--base-url", server.url, "--lang", "ja", "--workers", 1]
        given += ["--set", "models.options={temperature: 0.5}"]
        done = command("run", small, "--out", tmp_path / "e", *given)
        assert done.exit_code == 0, done.exception
        assert {one["temperature"] for one in server.requests} == {0.5}
        before = len(server.requests)
        again = command("run", small, "--out", tmp_path / "e", *given)
        assert "1 of 1 conversations are played, 0 of them now" in again.stdout
        assert len(server.requests) - before <= 1, "the model is tried, nothing is played again"
    game = tmp_path / "e" / "conversations" / "mini.ss" / "001"
    assert json.loads((game / "game.json").read_text())["context"]["language"] == "ja"
    other = command("run", small, "--out", tmp_path / "e", "--workers", 1)
    assert "begun with another grid" in str(other.exception)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--set", "mood=grim"], "'mood' is neither a part of a grid nor a field of the context"),
        (["--set", "turns=many"], "small, changed: turns: "),
        (["--set", "memory.k=0"], "small (mini, ss): memory.k: "),
        (["--set", "turns"], "--set takes NAME=VALUE"),
        (["--set", "memories=[history"], "--set memories=[history: the value is not YAML"),
        (["--set", "model=openai:x", "--model", "openai:y"], "by an option of its own too"),
        (["--prices", "nowhere.toml"], "nowhere.toml cannot be read"),
    ],
)
def test_bad_options_are_one_error_and_nothing_is_written(
    small: Path, tmp_path: Path, given: Sequence[str], says: str
) -> None:
    done = command("run", small, "--out", tmp_path / "e", *given)
    assert isinstance(done.exception, MMAgentsError)
    assert says in str(done.exception)
    assert done.exception.exit_code == 2
    assert not (tmp_path / "e").exists()


def test_a_field_that_the_grid_varies_cannot_be_set_for_all(small: Path, tmp_path: Path) -> None:
    small.write_text(SMALL + "vary: {bids: {calibrated: {floor.calibrate: true}}}\n")
    done = command("run", small, "--out", tmp_path / "e", "--set", "floor.calibrate=false")
    assert "small varies floor.calibrate itself" in str(done.exception)


def test_a_dry_run_needs_no_key_and_no_connection(small: Path, no_key: None) -> None:
    hosted = [
        "--model", "openai:gpt-4o", "--set", "memory.embeddings=openai:text-embedding-3-small",
        "--set", "repair=true", "--set", "repair.nli=llm", "--set", "pace.overlap=true",
    ]  # fmt: skip
    found = would(small, *hosted)
    assert found["left_out"] == [
        "embeddings by a provider", "calls for repair, which depend on what is said",
    ]  # fmt: skip
    assert found["calls"] == 2 * (3 + 1 + 2)


def test_a_dry_run_of_the_papers_experiment_says_calls_and_money(
    tmp_path: Path, no_key: None
) -> None:
    done = command("run", "paper-models.yaml", "--out", tmp_path / "e", "--dry-run")
    assert "paper-models: 3 cells, 150 conversations, 1500 turns" in done.stdout, done.exception
    assert "Calls: 10500;" in done.stdout
    assert "openai:gpt-3.5-turbo: 7500 calls" in done.stdout
    assert "openai:gpt-4o: 3000 calls" in done.stdout
    assert f"at the prices of {price_list().date} in" in done.stdout


def test_prices_are_read_from_the_file_that_is_named(small: Path, tmp_path: Path) -> None:
    prices = tmp_path / "mine.toml"
    prices.write_text(
        'date = 2030-01-02\ncurrency = "JPY"\n[models]\n"openai:x" = { input = 1e6, output = 0 }\n'
    )
    told = would(small, "--model", "openai:x", "--prices", prices)
    assert told["money"] == told["by_model"]["openai:x"]["tokens_in"]
    assert (told["prices"], told["currency"]) == ("2030-01-02", "JPY")
    assert would(small, "--model", "openai:y", "--prices", prices)["money"] is None
    for content, says in (
        ("[models", "is not TOML"),
        ('[models]\n"a:b" = { input = 1 }\n', "a:b → output"),
        ('"a:b" = { input = 1, output = 1, cached_input = -1 }\n', "cannot be below 0"),
        ('"a:b" = { input = 1, output = 1, cached = 1 }\n', "a:b: cached is no price"),
        ("[models]\n[mood]\n", "mood is no part of a file of prices"),
    ):
        prices.write_text(content)
        wrong = command("run", small, "--out", tmp_path / "e", "--dry-run", "--prices", prices)
        assert says in str(wrong.exception)


def test_every_model_of_the_papers_grids_and_judges_has_a_shipped_price() -> None:
    known = price_list().models
    named = {
        spec
        for name in ("paper-models", "paper-models-current")
        for cell in read_grid(shipped()[name]).cells
        for spec in (cell.context.models.strong, cell.context.models.cheap)
    }
    assert {"openai:gpt-4o", "openai:gpt-3.5-turbo"} <= named <= known.keys()
    assert "openai:gpt-4" in known


def test_judges_are_asked_with_the_options_given_and_anew_with_others(
    small: Path, tmp_path: Path
) -> None:
    assert command("run", small, "--out", tmp_path / "e", "--workers", 1).exit_code == 0
    with serving(faithful) as server:
        told = ["--judge", "openai:one", "--base-url", server.url, "--only", "judge", "--whole"]
        for given, asked in (
            ([], {}),
            (["--temperature", "0"], {"temperature": 0.0}),
            (["--temperature", "0"], None),
            (["--option", "max_tokens=700"], {"max_completion_tokens": 700}),
        ):
            before = len(server.requests)
            done = command("judge", tmp_path / "e", *told, *given)
            assert done.exit_code == 0, done.exception
            questions = [one for one in server.requests[before:] if len(one["messages"]) == 2]
            assert bool(questions) is (asked is not None)
            for one in questions:
                held = {key: one.get(key) for key in ("temperature", "max_completion_tokens")}
                assert {key: of for key, of in held.items() if of is not None} == asked
    twice = command("judge", tmp_path / "e", *told, "--temperature", 1, "--option", "temperature=0")
    assert "given by --temperature too" in str(twice.exception)
