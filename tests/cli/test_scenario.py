import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML
from typer.testing import CliRunner

from mmagents.cli.scenario import app
from mmagents.errors import MMAgentsError, ScenarioError
from mmagents.scenarios.loader import scenario_path, template
from mmagents.scenarios.schema import Scenario

pytestmark = pytest.mark.slow


RUN = CliRunner()


def test_the_stories_are_listed() -> None:
    assert "The Raffle Tin" in RUN.invoke(app, ["list"]).stdout
    rows = json.loads(RUN.invoke(app, ["list", "--json"]).stdout)
    expected = {"id": "mini", "title": "The Raffle Tin", "seats": 3, "languages": ["en", "ja"]}
    assert expected in rows


def test_a_new_story_passes_the_check(tmp_path: Path) -> None:
    assert RUN.invoke(app, ["new", str(tmp_path / "mine")]).exit_code == 0
    result = RUN.invoke(app, ["check", str(tmp_path / "mine" / "my-story.yaml")])
    assert (result.exit_code, result.stdout) == (0, "0 errors, 0 warnings\n")


@pytest.mark.parametrize(
    ("there", "said"), [("my-story.yaml", "is there already"), ("", "name another directory")]
)
def test_a_new_story_never_overwrites_a_file(tmp_path: Path, there: str, said: str) -> None:
    folder = tmp_path / "mine"
    file = folder / there if there else folder
    file.parent.mkdir(exist_ok=True)
    file.write_text("mine", "utf-8")
    result = RUN.invoke(app, ["new", str(folder)])
    assert isinstance(result.exception, ScenarioError)
    assert said in str(result.exception)
    assert file.read_text("utf-8") == "mine"


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


def test_a_broken_story_is_told_line_by_line_fails_and_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "my-story.yaml"
    broken = template().replace("culprit: nadia", "culprit: nadja")
    path.write_text(broken, "utf-8")
    result = RUN.invoke(app, ["check", str(path)])
    line = next(at for at, text in enumerate(broken.splitlines(), 1) if "nadja" in text)
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        f"{path}:{line}: solution.culprit: there is no seat “nadja”; did you mean “nadia”?",
        "1 errors, 0 warnings",
    ]
    result = RUN.invoke(app, ["check", "--json", str(path)])
    [row] = json.loads(result.stdout)
    assert result.exit_code == 2
    assert (row["file"], row["field"], row["severity"]) == (str(path), "solution.culprit", "error")
    assert ([*tmp_path.iterdir()], path.read_text("utf-8")) == ([path], broken)


def test_warnings_alone_do_not_fail(tmp_path: Path) -> None:
    path = tmp_path / "other-name.yaml"
    path.write_text(template(), encoding="utf-8")
    result = RUN.invoke(app, ["check", str(path)])
    assert result.exit_code == 0
    assert "warning: the file is called other-name.yaml" in result.stdout


def test_a_file_that_is_not_there_is_the_users_to_mend(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["check", str(tmp_path / "none.yaml")])
    assert isinstance(result.exception, MMAgentsError)
    assert result.exception.exit_code == 2
