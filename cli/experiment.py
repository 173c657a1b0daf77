"""experiment: run a grid of conversations, judge them, write the report."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mmagents.cli.judge import judge
from mmagents.cli.options import INTERRUPTED, AllowPlayer, AsJson, ExperimentFolder, Yes
from mmagents.scenarios.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.evaluation.experiments.experiment import Experiment
    from mmagents.evaluation.experiments.forecast import Forecast
    from mmagents.evaluation.experiments.grid import Grid
    from mmagents.evaluation.experiments.playing import Outcome

app = typer.Typer(no_args_is_help=True)


EngineName = StrEnum("EngineName", ["PROCESSES", "RAY"])
"""Who plays."""


@app.command()
def run(
    grid: Annotated[str, typer.Argument(help="A grid's YAML file, or a shipped one: paper.yaml.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the experiment.")],
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
        int, typer.Option(min=1, help="Conversations a worker plays at once where models answer.")
    ] = 10,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what it would take, and play nothing.")
    ] = False,
    allow_player: AllowPlayer = None,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """Play every conversation of a grid; what has been played already is not played again."""
    workers = workers or os.cpu_count() or 1
    if engine is EngineName.PROCESSES and workers > 1 and not dry_run:
        from mmagents.evaluation.experiments.workers import wake

        wake()
    from mmagents.evaluation.experiments.experiment import Experiment, begin
    from mmagents.evaluation.experiments.grid import read_grid

    found = read_grid(grid)
    Experiment(found, out).check_cells(cell or ())
    if dry_run:
        _dry_run(found, as_json)
        return
    from mmagents.cli.game.consent import ask_about_servers

    ask_about_servers(found.as_json(), f"The grid {grid}", yes=yes)
    _check_models(found)
    experiment = begin(found, out)
    _run(experiment, workers, engine.value, cell or (), at_once, as_json)


app.command("judge")(judge)


@app.command("list")
def list_grids() -> None:
    """List the grids that come with the project."""
    from mmagents.evaluation.experiments.grid import read_grid, shipped

    for name, file in shipped().items():
        grid = read_grid(file)
        cells = len(grid.cells)
        typer.echo(
            f"{name + '.yaml':<16}  {cells} cells, {grid.conversations} conversations of "
            f"{grid.turns} turns each; {file}"
        )


def _check_models(grid: Grid) -> None:
    """Try every model of every cell once, before anything is written."""
    from mmagents.graph.begin import check_players
    from mmagents.nodes.table import table_for

    tried: set[str] = set()
    for cell in grid.cells:
        context = cell.context.model_copy(update={"story_file": str(cell.story)})
        checks = (context.repair, context.nli)
        key = repr(
            (context.choice_of_models(), context.seats, context.language, cell.story, checks)
        )
        if key not in tried:
            tried.add(key)
            check_players(context, table_for(str(cell.story), context))


def _dry_run(grid: Grid, as_json: bool) -> None:
    from dataclasses import asdict

    from mmagents.evaluation.experiments.forecast import forecast

    found = forecast(grid)
    if as_json:
        typer.echo(json.dumps(asdict(found)))
        return
    typer.echo("\n".join(_forecast_lines(grid, found)))


def _forecast_lines(grid: Grid, found: Forecast) -> list[str]:
    lines = [
        f"{grid.name}: {len(grid.cells)} cells, {found.conversations} conversations, "
        f"{found.turns} turns",
        *(f"  {cell.id}" for cell in grid.cells),
    ]
    if found.calls:
        lines.append(f"Calls: {found.calls}; tokens: about {found.tokens}")
    if found.money is not None:
        lines.append(f"Cost: about {found.money:g}")
    elif found.calls:
        lines.append("Cost: unknown; give `prices` for every model in the grid to have it")
    if found.seconds is not None:
        lines.append(f"Time: about {_clock(found.seconds)} on one core")
    return [*lines, "Nothing was played."]


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _run(
    experiment: Experiment,
    workers: int,
    engine: str,
    cells: Sequence[str],
    at_once: int,
    as_json: bool,
) -> None:
    from mmagents.evaluation.experiments.engines import engine_for
    from mmagents.evaluation.experiments.experiment import run as run_all

    progress = _Progress(experiment, cells)
    with progress.bar:
        try:
            outcomes = run_all(
                experiment,
                engine_for(engine, workers),
                workers=workers,
                cells=cells,
                at_once=at_once,
                ended=progress.ended,
            )
        except KeyboardInterrupt:
            progress.bar.stop()
            typer.echo(
                f"\nStopped; {progress.done} of {progress.total} conversations are kept. To go on, "
                "give the same command again.",
                err=True,
            )
            sys.exit(INTERRUPTED)
    failed = [outcome for outcome in outcomes if outcome.error]
    stopped = [outcome for outcome in outcomes if outcome.over not in ("", "turns")]
    if as_json:
        typer.echo(
            json.dumps(
                {
                    "folder": str(experiment.folder),
                    "planned": progress.total,
                    "played": progress.done,
                    "now": len(outcomes) - len(failed),
                    "failed": [{"id": one.id, "error": one.error} for one in failed],
                    "stopped_at_a_limit": [one.id for one in stopped],
                    **progress.spent,
                },
                ensure_ascii=False,
            )
        )
    else:
        typer.echo(
            f"{progress.done} of {progress.total} conversations are played, "
            f"{len(outcomes) - len(failed)} of them now. "
            f"For the report: mmagents experiment report {experiment.folder}"
        )
        if stopped:
            typer.echo(f"{len(stopped)} ended at a limit before their last turn.")
    if failed:
        shown = "\n".join(f"  {one.id}: {one.error}" for one in failed[:5])
        more = f"\n  and {len(failed) - 5} more" if len(failed) > 5 else ""
        raise ConversationsFailedError(
            f"{len(failed)} conversations failed; all others are kept, and the same command tries "
            f"these again. In {experiment.folder / 'failures.jsonl'}:\n{shown}{more}"
        )


class ConversationsFailedError(MMAgentsError):
    """Some conversations of a run failed."""

    exit_code = 1


class _Progress:
    """A bar with the time left, and what the models cost so far; plain lines where nobody looks."""

    def __init__(self, experiment: Experiment, cells: Sequence[str]) -> None:
        from mmagents.cli.shown.progress import bar

        self.total = sum(
            not cells or planned.cell.id in cells for planned in experiment.grid.planned()
        )
        self._cells = set(cells)
        self.done = 0
        self.spent = {"calls": 0, "tokens": 0, "money": 0.0}
        self.bar = bar()
        self._task = self.bar.add_task(experiment.grid.name, total=self.total, spent="")

    def ended(self, outcome: Outcome) -> None:
        """Count a conversation that has ended."""
        if self._cells and outcome.id.rpartition("/")[0] not in self._cells:
            return
        if not outcome.error:
            self.done += 1
        for name, amount in self.spent.items():
            self.spent[name] = round(amount + outcome.spent[name], 6)  # type: ignore[literal-required]  # its keys are those of `spent`
        spent = ""
        if self.spent["calls"]:
            spent = f"{self.spent['calls']} calls, {self.spent['tokens']} tokens"
            spent += f", {self.spent['money']:.4g}" if self.spent["money"] else ""
        self.bar.update(self._task, completed=self.done, spent=spent)


@app.command()
def report(
    folder: ExperimentFolder,
    as_json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page; DIR/report.html if left out.")
    ] = None,
) -> None:
    """Write the report: a page with all tables and figures, PNG and CSV files beside it."""
    from mmagents.evaluation.report.report import report as write_report

    written = write_report(folder, out)
    if as_json:
        typer.echo(json.dumps(written.as_json(), ensure_ascii=False, allow_nan=False))
        return
    from mmagents.cli.shown.sheets import show

    for sheet in written.sheets():
        show(sheet)
    typer.echo(written.finding())
    if not written.played.models:
        typer.echo("No model sat at the table: this simulates the rules of turn-taking.")
    typer.echo(f"The report: {written.page}; figures and tables: {written.beside}")
