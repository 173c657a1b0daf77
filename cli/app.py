"""The commands. A module each says what a command takes; what it does is imported when called."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Annotated

import typer

from mmagents.cli.play import play
from mmagents.cli.prompts import app as prompts_app
from mmagents.cli.saved import accounts, delete, explain, fork, prune, resume
from mmagents.cli.scenario import app as scenario_app
from mmagents.cli.sharing import GroupedHelp, PlainErrors, spread
from mmagents.cli.shown.terminal import echo
from mmagents.cli.table import table
from mmagents.cli.talk import app as talk_app

COMMANDS = "mmagents.commands"
"""Entry points that are commands: a Typer, or a function."""
app = typer.Typer(
    name="mmagents",
    cls=PlainErrors,
    help="Talk among several AI agents that takes turns the way people do.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(scenario_app, name="scenario", help="The stories: list, check, begin one.")
app.add_typer(talk_app, name="talk")
app.add_typer(prompts_app, name="prompts")


@app.callback(invoke_without_command=True)
def _start(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    load: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MODULE",
            help="Import this module first, so that it can register a condition; repeatable.",
        ),
    ] = None,
) -> None:
    if load:
        from mmagents.interfaces.own_code import load as load_modules

        load_modules(load)
    if version:
        from importlib.metadata import version as installed

        echo(f"mmagents {installed('mmagents')}")
        raise typer.Exit


def graph() -> None:
    """Print the cycle as a Mermaid drawing."""
    from mmagents.graph.build import graph as compiled

    echo(compiled.get_graph().draw_mermaid(with_styles=False), nl=False)


def conditions(
    lang: Annotated[str, typer.Option(help="Language of the explanations: en or ja.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="The records as JSON.")] = False,
) -> None:
    """List the conditions: who speaks next, by which rules, and what the table is shown.

    "Shown" is what prompts, views and people get of what the detector found, beside the words
    themselves. Where nobody is obliged to answer, that is nothing.
    """
    from mmagents.cli.shown.conditions import lines_on_conditions, records

    if as_json:
        import json

        echo(json.dumps(records(lang), ensure_ascii=False, indent=2))
    else:
        echo("\n".join(lines_on_conditions(lang)).strip())


for command in (
    play,
    resume,
    fork,
    prune,
    delete,
    explain,
    accounts,
    conditions,
    graph,
    table,
):
    app.command(command.__name__, cls=GroupedHelp)(spread(command))
for more in entry_points(group=COMMANDS):  # of the lab, or of other installed packages
    found = more.load()
    if isinstance(found, typer.Typer):
        app.add_typer(found, name=more.name)
    else:
        app.command(more.name, cls=GroupedHelp)(spread(found))
