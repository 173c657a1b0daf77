"""Options that commands share: each is written down once, in a dataclass or as a field of a run."""

from dataclasses import asdict, dataclass
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from mmagents.cli.app import app as mmagents
from mmagents.cli.flags import FLAGS, fields_of, option, type_of
from mmagents.cli.sharing import GroupedHelp, spread
from mmagents.errors import MMAgentsError
from mmagents.nodes.context import Context
from mmagents.nodes.settings import FIELDS, Repair, Units


@dataclass(frozen=True, kw_only=True)
class Weather:
    """Options of a command of this test."""

    rain: Annotated[bool, typer.Option("--rain", rich_help_panel="Weather")] = False
    wind: Annotated[int | None, typer.Option(min=0, rich_help_panel="Weather")] = None


def app() -> typer.Typer:
    made = typer.Typer(rich_markup_mode=None)

    def go(place: str, weather: Weather) -> None:
        """Go somewhere."""
        typer.echo(f"{place} {asdict(weather)}")

    made.command(cls=GroupedHelp)(spread(go))
    return made


def test_each_field_of_a_dataclass_is_an_option_of_the_command() -> None:
    run = CliRunner().invoke(app(), ["moor", "--rain", "--wind", "7"])
    assert run.output == "moor {'rain': True, 'wind': 7}\n"
    assert CliRunner().invoke(app(), ["moor"]).output == "moor {'rain': False, 'wind': None}\n"


def test_help_lists_options_under_their_headings() -> None:
    text = CliRunner().invoke(app(), ["--help"]).output
    headings = [line.strip() for line in text.splitlines() if line.endswith(":")]
    assert headings == ["Arguments:", "Options:", "Weather:"]


def test_a_flag_takes_what_its_field_holds_and_says_what_the_field_says() -> None:
    for name, flag in FLAGS.items():
        assert flag.field in FIELDS, name
    rounds = option("repair_rounds")
    assert (rounds.min, rounds.max, rounds.show_default) == (0, 5, "2")
    assert rounds.help == FIELDS["repair.rounds"].description
    assert set(type_of("recall")) == {"beyond-history", "all"}


def test_flags_become_the_groups_of_a_run() -> None:
    given = {"repair": True, "repair_rounds": 1, "units": True, "seats": ["kit=human"]}
    given |= {"max_calls": 3, "without": ["history", "group"], "model": "openai:m"}
    context = Context(**fields_of(given))
    assert context.repair == Repair(rounds=1)
    assert context.medium == Units(come_in=True)
    assert context.limits.calls == 3
    assert context.memory.layers == ("thoughts", "long-term")
    assert context.evening.without == ("group",)
    assert fields_of({}) == {}


@pytest.mark.parametrize(
    ("given", "switch"),
    [
        ({"repair_rounds": 1}, "--repair-rounds goes with --repair"),
        ({"come_in": True}, "--come-in goes with --units"),
        ({"backchannels": "all", "medium": "chat"}, "--backchannels goes with --units"),
        ({"units": True, "medium": "chat"}, "leave out --units"),
    ],
)
def test_a_flag_of_what_is_switched_off_is_refused(given: dict[str, Any], switch: str) -> None:
    with pytest.raises(MMAgentsError, match=switch):
        fields_of(given)


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("--prompt-set", "x", "'x' is not one of 'anchored', 'paper'."),
        ("--recall", "x", "'x' is not one of 'beyond-history', 'all'."),
        ("--protocol", "x", "'x' is not one of 'hybrid', 'agentgroupchat'."),
        ("--turns", "-1", "Input should be greater than or equal to 1."),
    ],
)
def test_a_bad_value_is_one_line_that_names_option_and_fault(option, value, why) -> None:
    run = CliRunner().invoke(mmagents, ["play", option, value])
    assert run.exit_code == 2
    assert run.output.splitlines()[-1] == f"Error: Invalid value for '{option}': {why}"
