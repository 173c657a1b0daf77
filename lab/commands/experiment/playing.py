"""A grid that is played: its models tried, the bar, and what is said at the end."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mmagents.cli.options import INTERRUPTED
from mmagents.cli.shown.terminal import echo
from mmagents.errors import MMAgentsError

if TYPE_CHECKING:
    from mmagents.lab.experiments.engines import Flow
    from mmagents.lab.experiments.experiment import Experiment
    from mmagents.lab.experiments.grid import Grid
    from mmagents.lab.experiments.playing import Outcome


def check_models(grid: Grid) -> None:
    """Try every model of every cell with all it will be asked, once, before anything is written."""
    from mmagents.nodes.evening.trying import asked_by
    from mmagents.nodes.table import table_for
    from mmagents.saved.begin import check_players
    from mmagents.stores.embeddings import open_embedder

    tried: set[str] = set()
    for cell in grid.cells:
        open_embedder(cell.context.memory.embeddings)
        context = cell.context.with_fields(evening={"story_file": str(cell.story)})
        asked = (sorted(asked_by(context)), context.repair and context.repair.nli)
        key = repr((context.choice_of_models(), context.seats, context.language, cell.story, asked))
        if key not in tried:
            tried.add(key)
            check_players(context, table_for(str(cell.story), context))


EngineName = StrEnum("EngineName", ["PROCESSES", "RAY"])
"""What plays the conversations."""


@dataclass(frozen=True, kw_only=True)
class HowPlayed:
    """How a grid is played: by how many workers, which cells, how much at once."""

    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as cores if left out.")
    ] = None
    engine: Annotated[
        EngineName, typer.Option(help="processes on this machine, or a Ray cluster.")
    ] = EngineName.PROCESSES
    cell: Annotated[
        list[str] | None, typer.Option(metavar="CELL", help="Play this cell only; repeatable.")
    ] = None
    at_once: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Conversations a worker plays at once where models answer; 10, or as many as "
            "--in-flight needs, if left out.",
        ),
    ] = None
    in_flight: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Requests on their way to one server at once, of all workers together; any "
            "number if left out.",
        ),
    ] = None

    @property
    def worker_count(self) -> int:
        """The number of workers."""
        return self.workers or os.cpu_count() or 1

    @property
    def in_processes(self) -> bool:
        """Whether worker processes of this machine play."""
        return self.engine is EngineName.PROCESSES and self.worker_count > 1

    def flow(self, grid: Grid) -> Flow:
        """Return how much goes on at once. To keep a number in flight takes as many conversations.

        A conversation that is not over has at least one request on its way nearly all the time.
        """
        from mmagents.lab.experiments.engines import Flow
        from mmagents.lab.experiments.playing import AT_ONCE

        needed = math.ceil((self.in_flight or 0) / self.worker_count)
        at_once = self.at_once or needed or AT_ONCE
        return Flow(at_once, self.in_flight, servers_of(grid))


def servers_of(grid: Grid) -> tuple[str, ...]:
    """Return the servers that a grid asks, each once."""
    from mmagents.players.open import slots_of

    found: dict[str, None] = {}
    for context in (cell.context for cell in grid.cells):
        for slot in slots_of(context.choice_of_models(), context.seats, len(context.seats) + 1):
            found[slot.patience.server] = None
    return tuple(found)


def play(experiment: Experiment, how: HowPlayed, *, as_json: bool) -> None:
    """Play an experiment, and say what came of it.

    Raises:
        ConversationsFailedError: if conversations failed; all others are kept.
    """
    progress = _Progress(experiment, how.cell or ())
    outcomes = _played(experiment, how, progress)
    if as_json:
        _say_as_json(experiment, progress, outcomes)
    else:
        _say(experiment, progress, outcomes)
    failed = [one for one in outcomes if one.error]
    if failed:
        shown = "\n".join(f"  {one.id}: {one.error}" for one in failed[:5])
        more = f"\n  and {len(failed) - 5} more" if len(failed) > 5 else ""
        raise ConversationsFailedError(
            f"{len(failed)} conversations failed; all others are kept, and the same command tries "
            f"these again. In {experiment.folder / 'failures.jsonl'}:\n{shown}{more}"
        )


def _played(experiment: Experiment, how: HowPlayed, progress: _Progress) -> list[Outcome]:
    """Play what is left to be played; Ctrl-C ends the process, and what was played is kept."""
    from mmagents.lab.experiments.engines import engine_for
    from mmagents.lab.experiments.experiment import run as run_all

    flow = how.flow(experiment.grid)
    with progress.bar:
        try:
            return run_all(
                experiment,
                engine_for(how.engine.value, how.worker_count, flow),
                workers=how.worker_count,
                cells=how.cell or (),
                at_once=None if how.engine is EngineName.PROCESSES else flow.at_once,
                ended=progress.ended,
            )
        except KeyboardInterrupt:
            progress.bar.stop()
            echo(
                f"\nStopped; {progress.done} of {progress.total} conversations are kept. To go on, "
                "give the same command again.",
                err=True,
            )
            sys.exit(INTERRUPTED)


def _stopped(outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [one for one in outcomes if one.over not in ("", "turns")]


def _now(outcomes: Sequence[Outcome]) -> int:
    return sum(not one.error for one in outcomes)


def _say_as_json(experiment: Experiment, progress: _Progress, outcomes: Sequence[Outcome]) -> None:
    told = {
        "folder": str(experiment.folder),
        "planned": progress.total,
        "played": progress.done,
        "now": _now(outcomes),
        "failed": [{"id": one.id, "error": one.error} for one in outcomes if one.error],
        "stopped_at_a_limit": [one.id for one in _stopped(outcomes)],
        "forms": progress.forms,
        **progress.spent,
    }
    echo(json.dumps(told, ensure_ascii=False))


def _say(experiment: Experiment, progress: _Progress, outcomes: Sequence[Outcome]) -> None:
    from mmagents.cli.shown.totals import forms_told

    echo(
        f"{progress.done} of {progress.total} conversations are played, {_now(outcomes)} of them "
        f"now. For the report: mmagents experiment report {experiment.folder}"
    )
    if stopped := _stopped(outcomes):
        echo(f"{len(stopped)} ended at a limit before their last turn.")
    for line in forms_told(progress.forms):
        echo(line)


class ConversationsFailedError(MMAgentsError):
    """Some conversations of a run failed."""

    exit_code = 1


class _Progress:
    """A bar with the time left, and what the models cost so far; plain lines where nobody looks."""

    def __init__(self, experiment: Experiment, cells: Sequence[str]) -> None:
        from mmagents.cli.shown.terminal import bar

        self.total = sum(
            not cells or planned.cell.id in cells for planned in experiment.grid.planned()
        )
        self._cells = set(cells)
        self.done = 0
        self.spent = {"calls": 0, "tokens": 0, "money": 0.0}
        self.forms: list[dict[str, Any]] = []
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
        from mmagents.nodes.spending import forms_together

        self.forms = forms_together([*self.forms, *outcome.forms])
        spent = ""
        if self.spent["calls"]:
            spent = f"{self.spent['calls']} calls, {self.spent['tokens']} tokens"
            spent += f", {self.spent['money']:.4g}" if self.spent["money"] else ""
        self.bar.update(self._task, completed=self.done, spent=spent)
