"""experiment: run a grid of conversations, judge them, write the report."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from mmagents.cli.flags import Given
from mmagents.cli.game.servers import Checkpoints, Memory
from mmagents.cli.options import AllowPlayer, AsJson, ExperimentFolder, Yes
from mmagents.cli.sharing import GroupedHelp, spread
from mmagents.cli.shown.terminal import echo
from mmagents.lab.commands.experiment.changes import CHANGES, Settings, changes_of
from mmagents.lab.commands.experiment.judge import judge
from mmagents.lab.commands.experiment.playing import HowPlayed, check_models, play

app = typer.Typer(no_args_is_help=True, help="Many conversations: run a grid, write its report.")


@app.command(cls=GroupedHelp)
@spread
def run(
    grid: Annotated[str, typer.Argument(help="A grid's YAML file, or a shipped one: paper.yaml.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the experiment.")],
    given: Annotated[Given, CHANGES],
    how: HowPlayed,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would take, and play nothing.")
    ] = False,
    settings: Settings = None,
    checkpoints: Checkpoints = None,
    memory: Memory = None,
    allow_player: AllowPlayer = None,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Play every conversation of a grid; what has been played already is not played again.

    Options for models, language and --set go before what the grid's file says.
    """
    if how.in_processes and not dry_run:
        from mmagents.lab.experiments.workers import wake

        wake()
    from mmagents.lab.experiments.experiment import Experiment, begin, keep_on_servers, servers_for
    from mmagents.lab.experiments.grid import changed, read_grid

    wanted = read_grid(grid)
    if changes := changes_of(given, settings):
        wanted = changed(wanted, changes)
    Experiment(wanted, out).check_cells(how.cell or ())
    if dry_run:
        from mmagents.lab.commands.experiment.forecasts import show_forecast

        show_forecast(wanted, given.get("prices"), as_json)
        return
    from mmagents.cli.game.servers import ask_about_servers, check_there, named

    ask_about_servers(wanted.as_json(), f"The grid {grid}", yes=yes)
    servers = servers_for(out, named(checkpoints, memory))
    ask_about_servers(asdict(servers), f"The experiment in {out}", yes=yes)
    check_models(wanted)
    check_there(servers)
    play(keep_on_servers(begin(wanted, out), servers), how, as_json=as_json)


app.command("judge", cls=GroupedHelp)(judge)


@app.command("list")
def list_grids() -> None:
    """List the grids that come with the project."""
    from mmagents.lab.experiments.grid import read_grid, shipped

    found = shipped()
    wide = max(map(len, found)) + len(".yaml")
    for name, file in found.items():
        grid = read_grid(file)
        cells = len(grid.cells)
        echo(
            f"{name + '.yaml':<{wide}}  {cells} cells, {grid.conversations} conversations of "
            f"{grid.turns} turns each; {file}"
        )


@app.command()
def report(
    folder: ExperimentFolder,
    as_json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page; DIR/report.html if left out.")
    ] = None,
) -> None:
    """Write the report: a page with all tables and figures, PNG and CSV files beside it."""
    from mmagents.lab.report.report import report as write_report

    written = write_report(folder, out)
    if as_json:
        echo(json.dumps(written.as_json(), ensure_ascii=False, allow_nan=False))
        return
    from mmagents.lab.commands.sheets import show

    for sheet in written.sheets():
        show(sheet)
    echo(written.finding())
    if not written.played.models:
        echo("No model sat at the table: this simulates the rules of turn-taking.")
    echo(f"The report: {written.page}; figures and tables: {written.beside}")
