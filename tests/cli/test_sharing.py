"""Options that commands share: each is written down once, as a field of a dataclass."""

from dataclasses import dataclass, fields
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from mmagents.cli.app import app as mmagents
from mmagents.cli.game.prompting import Told
from mmagents.cli.game.stories import Playing
from mmagents.cli.options import Limits
from mmagents.cli.sharing import ContextOptions, GroupedHelp, spread
from mmagents.nodes.context import Context

NOT_FIELDS = {"phase"}
"""Options of `play` that are read into other fields of the context."""


@dataclass(frozen=True, kw_only=True)
class Weather(ContextOptions):
    """Options of a command of this test."""

    rain: Annotated[bool, typer.Option("--rain", rich_help_panel="Weather")] = False
    wind: Annotated[int | None, typer.Option(min=0, rich_help_panel="Weather")] = None


def app() -> typer.Typer:
    made = typer.Typer(rich_markup_mode=None)

    def go(place: str, weather: Weather) -> None:
        """Go somewhere."""
        typer.echo(f"{place} {weather.given()}")

    made.command(cls=GroupedHelp)(spread(go))
    return made


def test_each_field_of_a_dataclass_is_an_option_of_the_command() -> None:
    run = CliRunner().invoke(app(), ["moor", "--rain", "--wind", "7"])
    assert run.output == "moor {'rain': True, 'wind': 7}\n"


def test_what_was_not_given_changes_no_field() -> None:
    assert CliRunner().invoke(app(), ["moor"]).output == "moor {'rain': False}\n"


def test_help_lists_options_under_their_headings() -> None:
    text = CliRunner().invoke(app(), ["--help"]).output
    headings = [line.strip() for line in text.splitlines() if line.endswith(":")]
    assert headings == ["Arguments:", "Options:", "Weather:"]


def test_the_options_of_play_are_fields_of_the_context() -> None:
    options = {one.name for group in (Playing, Told, Limits) for one in fields(group)}
    assert options - NOT_FIELDS <= set(Context.model_fields)


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("--prompt-set", "x", "'x' is not one of 'anchored', 'paper'."),
        ("--recall", "x", "'x' is not one of 'beyond-history', 'all'."),
        ("--protocol", "x", "'x' is not one of 'agentgroupchat', 'hybrid'."),
        ("--turns", "-1", "Input should be greater than or equal to 1."),
    ],
)
def test_a_bad_value_is_one_line_that_names_option_and_fault(option, value, why) -> None:
    run = CliRunner().invoke(mmagents, ["play", option, value])
    assert run.exit_code == 2
    assert run.output.splitlines()[-1] == f"Error: Invalid value for '{option}': {why}"
