"""experiment: run a grid of conversations, judge them, write the report."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from enum import StrEnum
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

app = typer.Typer(no_args_is_help=True, help="Many conversations: run a grid, write its report.")


EngineName = StrEnum("EngineName", ["PROCESSES", "RAY"])
"""Who plays."""


@app.command(cls=GroupedHelp)
@spread
def run(
    grid: Annotated[str, typer.Argument(help="A grid's YAML file, or a shipped one: paper.yaml.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the experiment.")],
    given: Annotated[Given, CHANGES],
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as cores if left out.")
    ] = None,
    engine: Annotated[
        EngineName, typer.Option(help="processes on this machine, or a Ray cluster.")
    ] = EngineName.PROCESSES,
    cell: Annotated[
        list[str] | None, typer.Option(metavar="CELL", help="Play this cell alone; repeatable.")
    ] = None,
    at_once: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Conversations a worker plays at once where models answer; 10, or as many as "
            "--in-flight needs, if left out.",
        ),
    ] = None,
    in_flight: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Requests on their way to one server at once, of all workers together; any "
            "number if left out.",
        ),
    ] = None,
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
    workers = workers or os.cpu_count() or 1
    if engine is EngineName.PROCESSES and workers > 1 and not dry_run:
        from mmagents.lab.experiments.workers import wake

        wake()
    from mmagents.lab.experiments.experiment import Experiment, begin
    from mmagents.lab.experiments.grid import changed, read_grid

    found = read_grid(grid)
    if changes := changes_of(given, settings):
        found = changed(found, changes)
    Experiment(found, out).check_cells(cell or ())
    if dry_run:
        from mmagents.lab.commands.experiment.forecasts import show_forecast

        show_forecast(found, given.get("prices"), as_json)
        return
    from mmagents.cli.game.servers import ask_about_servers, check_there, named
    from mmagents.lab.commands.experiment.playing import How, check_models, play
    from mmagents.lab.experiments.experiment import keep_on_servers, servers_for

    ask_about_servers(found.as_json(), f"The grid {grid}", yes=yes)
    servers = servers_for(out, named(checkpoints, memory))
    ask_about_servers(asdict(servers), f"The experiment in {out}", yes=yes)
    check_models(found)
    check_there(servers)
    play(
        keep_on_servers(begin(found, out), servers),
        How(workers, engine.value, cell or (), at_once, in_flight, as_json),
    )


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
