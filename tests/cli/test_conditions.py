"""`mmagents conditions`: what each condition is, and what its table is shown."""

import json

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.floor.conditions import CONDITIONS


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_condition_stands_there_with_who_speaks_next(language: str) -> None:
    said = CliRunner().invoke(app, ["conditions", "--lang", language]).output
    for one in CONDITIONS.values():
        assert f"{one.name}: {one.text(language).about}\n" in said


def test_as_json_it_tells_that_the_controls_show_nothing() -> None:
    said = json.loads(CliRunner().invoke(app, ["conditions", "--json"]).output)
    shows = {one["name"]: set(one["shows"].values()) for one in said}
    assert shows["cssn-or-ss"] == {True}
    assert shows["ss"] == shows["equal"] == {False}
