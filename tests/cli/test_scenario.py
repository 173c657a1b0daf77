import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML
from typer.testing import CliRunner

from mmagents.cli.scenario import app
from mmagents.scenarios.errors import MMAgentsError, ScenarioError
from mmagents.scenarios.loader import scenario_path, template
from mmagents.scenarios.schema import Scenario

pytestmark = pytest.mark.slow


RUN = CliRunner()


def test_the_stories_are_listed() -> None:
    result = RUN.invoke(app, ["list"])
    assert result.exit_code == 0
    assert "The Raffle Tin" in result.stdout


def test_the_stories_are_listed_as_json() -> None:
    rows = json.loads(RUN.invoke(app, ["list", "--json"]).stdout)
    mini = next(row for row in rows if row["id"] == "mini")
    expected = {"id": "mini", "title": "The Raffle Tin", "seats": 3, "languages": ["en", "ja"]}
    assert mini == expected


def test_a_new_story_passes_the_check(tmp_path: Path) -> None:
    assert RUN.invoke(app, ["new", str(tmp_path / "mine")]).exit_code == 0
    result = RUN.invoke(app, ["check", str(tmp_path / "mine" / "my-story.yaml")])
    assert (result.exit_code, result.stdout) == (0, "0 errors, 0 warnings\n")


def test_a_new_story_never_overwrites_one(tmp_path: Path) -> None:
    story = tmp_path / "my-story.yaml"
    story.write_text("mine", encoding="utf-8")
    result = RUN.invoke(app, ["new", str(tmp_path)])
    assert isinstance(result.exception, ScenarioError)
    assert "is there already" in str(result.exception)
    assert story.read_text(encoding="utf-8") == "mine"


def test_a_new_story_is_not_put_where_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    result = RUN.invoke(app, ["new", str(tmp_path / "file")])
    assert isinstance(result.exception, ScenarioError)
    assert "name another directory" in str(result.exception)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "x"


def test_the_schema_is_one_that_stories_fit() -> None:
    document = json.loads(RUN.invoke(app, ["schema"]).stdout)
    assert document["$schema"].endswith("2020-12/schema")
    assert set(document["required"]) <= set(document["properties"]) == set(Scenario.model_fields)
    Draft202012Validator.check_schema(document)
    validator = Draft202012Validator(document)
    for text in (template(), scenario_path("mini").read_text(encoding="utf-8")):
        story = YAML(typ="safe", pure=True).load(text)
        validator.validate(story)
        assert not validator.is_valid({**story, "titel": "x"})


def _broken(folder: Path) -> Path:
    path = folder / "my-story.yaml"
    path.write_text(template().replace("culprit: nadia", "culprit: nadja"), encoding="utf-8")
    return path


def test_a_broken_story_is_told_line_by_line_and_fails(tmp_path: Path) -> None:
    path = _broken(tmp_path)
    result = RUN.invoke(app, ["check", str(path)])
    lines = path.read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "nadja" in text)
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        f"{path}:{line}: solution.culprit: there is no seat “nadja”; did you mean “nadia”?",
        "1 errors, 0 warnings",
    ]


def test_a_broken_story_is_told_as_json(tmp_path: Path) -> None:
    path = _broken(tmp_path)
    result = RUN.invoke(app, ["check", "--json", str(path)])
    [row] = json.loads(result.stdout)
    assert result.exit_code == 2
    assert (row["file"], row["field"], row["severity"]) == (str(path), "solution.culprit", "error")


def test_warnings_alone_do_not_fail(tmp_path: Path) -> None:
    path = tmp_path / "other-name.yaml"
    path.write_text(template(), encoding="utf-8")
    result = RUN.invoke(app, ["check", str(path)])
    assert result.exit_code == 0
    assert "warning: the file is called other-name.yaml" in result.stdout


def test_checking_writes_nothing(tmp_path: Path) -> None:
    path = _broken(tmp_path)
    before = path.read_bytes()
    RUN.invoke(app, ["check", str(path)])
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == before


def test_a_file_that_is_not_there_is_the_users_to_mend(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["check", str(tmp_path / "none.yaml")])
    assert isinstance(result.exception, MMAgentsError)
    assert result.exception.exit_code == 2
