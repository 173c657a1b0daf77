"""An experiment in its folder: planned, played, gone on with, read.

experiment.json         the grid, and the version it was played with
stories/                the stories as they were at the start
conversations/CELL/NNN  one saved game each
failures.jsonl          conversations that failed in the last run, and why
verdicts.jsonl          what judges said of them (see :mod:`mmagents.lab.judging.verdicts`)
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.lab.conversation import Conversation, read
from mmagents.lab.experiments.engines import Batch, Engine
from mmagents.lab.experiments.grid import Cell, Grid, Planned
from mmagents.lab.experiments.playing import AT_ONCE, Job, Outcome, outcome_on_disk
from mmagents.nodes.context import Context
from mmagents.nodes.settings import dotted
from mmagents.saved.folder_lock import FolderLock
from mmagents.saved.saved_game import FORMAT, check_format
from mmagents.scenarios.source import json_bytes, plain_json, read_json
from mmagents.stores.disk import (
    HALF_WRITTEN,
    Holding,
    friendly_disk_errors,
    refuse_links,
    write_whole,
)
from mmagents.stores.ownership import marked, taken_from
from mmagents.stores.servers.addresses import THREAD, Servers, servers_of
from mmagents.stores.urls import without_credentials

MAY_GROW = frozenset({"conversations"})
"""Fields of a grid that may be raised when its run is gone on with."""
MAY_CHANGE = frozenset({"limits.prices"})
"""Fields of a grid that change nothing of what is said."""
AN_EXPERIMENT = Holding(
    "experiment", "run it in another folder", "Every conversation that was played is kept there.",
    "mmagents experiment run GRID --out {path}",
)  # fmt: skip


class ExperimentError(MMAgentsError):
    """A folder that cannot be used as an experiment."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """A grid and the folder it is played in; `servers` keep what the folder does not.

    `thread` is the experiment's name there.
    """

    grid: Grid
    folder: Path
    servers: Servers = field(default_factory=Servers)
    thread: str = ""

    @property
    def conversations(self) -> Path:
        """Where the saved games are."""
        return self.folder / "conversations"

    def path_of(self, planned: Planned) -> Path:
        """Return the folder of a conversation."""
        return self.conversations / planned.id

    def story_of(self, cell: Cell) -> Path:
        """Return the story's file as it was when the experiment began."""
        return self.folder / "stories" / f"{cell.factors['scenario']}.yaml"

    def job(self, planned: Planned) -> Job:
        """Return what a worker needs to play a conversation."""
        context = planned.cell.context.as_kept()
        story = str(self.story_of(planned.cell).resolve())
        folder = str(self.conversations.resolve())
        thread = f"{self.thread}/{planned.id}" if self.thread else ""
        servers = self.servers.with_credentials()
        return Job(planned.id, folder, story, planned.seed, context, servers, thread)

    def outcomes(self) -> Iterator[tuple[Planned, Outcome | None]]:
        """Yield every planned conversation, and how it ended if it has."""
        for planned in self.grid.planned():
            yield planned, outcome_on_disk(self.path_of(planned), planned.id)

    def failures(self) -> list[dict[str, Any]]:
        """Return what failed in the last run: `id`, `error`, `trace`."""
        file = self.folder / "failures.jsonl"
        try:
            lines = json_bytes(file).splitlines() if file.is_file() else []
            return list(map(plain_json, lines))
        except ValueError as error:
            raise ExperimentError(f"{file} is damaged: {error}. Delete it.") from error

    def read(self, cells: Sequence[str] = ()) -> list[Conversation]:
        """Return what was played to its end in some cells, or in all, in the grid's order."""
        self.check_cells(cells)
        return [
            read(self.path_of(planned), planned.cell.factors, planned.id)
            for planned, outcome in self.outcomes()
            if outcome is not None and (not cells or planned.cell.id in cells)
        ]

    def check_cells(self, cells: Sequence[str]) -> None:
        """Raise ExperimentError if there is no such cell."""
        known = [cell.id for cell in self.grid.cells]
        unknown = sorted(set(cells) - set(known))
        if unknown:
            raise ExperimentError(f"There is no cell {unknown[0]}. There is: {', '.join(known)}.")


def uses_models(context: Context) -> bool:
    """Return whether anything in a run waits for a model."""
    from mmagents.players.open import slots_of

    return bool(slots_of(context.choice_of_models(), context.seats, len(context.seats) + 1))


def begin(grid: Grid, folder: Path) -> Experiment:
    """Begin an experiment in a folder, or go on with the one that is there.

    Raises:
        MMAgentsError: if the folder holds something else or an experiment with another grid, or if
            the grid names code that was not allowed; nothing is written then.
    """
    cells = grid.cells
    for cell in cells:
        cell.context.check_allowed()
    ids = [cell.id for cell in cells]
    twice = [id for id in ids if ids.count(id) > 1]
    if twice:
        raise ExperimentError(f"Two cells of {grid.name} are both called {twice[0]}.")
    refuse_links(folder)
    experiment = Experiment(grid, folder)
    file = folder / "experiment.json"
    if file.is_file():
        _check_same(_grid_in(file)[0], grid, folder)
    elif folder.exists() and (not folder.is_dir() or any(_strangers(folder))):
        raise ExperimentError(
            f"{folder} is there already and holds no experiment. Name a folder that is empty or "
            "not there yet, with --out."
        )
    with friendly_disk_errors(folder, AN_EXPERIMENT):
        (folder / "stories").mkdir(parents=True, exist_ok=True)
        for cell in cells:
            kept = experiment.story_of(cell)
            if not kept.exists():
                write_whole(kept, cell.story.read_bytes())
        about = {
            "format": FORMAT,
            "mmagents": version("mmagents"),
            "stories": list(dict.fromkeys(cell.factors["scenario"] for cell in cells)),
            "grid": grid.as_json(),
        }
        content = json.dumps(about, ensure_ascii=False, indent=2) + "\n"
        write_whole(file, without_credentials(content).encode())
    return experiment


def _strangers(folder: Path) -> Iterator[Path]:
    """Yield what is neither a lock nor what a killed beginning leaves."""
    ours = {".lock", ".owner", "stories"}
    return (
        entry
        for entry in folder.iterdir()
        if entry.name not in ours and not HALF_WRITTEN.fullmatch(entry.name)
    )


def open_experiment(folder: Path) -> Experiment:
    """Return the experiment in a folder, or raise ExperimentError if it has none."""
    file = folder / "experiment.json"
    if not file.is_file():
        raise ExperimentError(
            f"There is no experiment in {folder}: it has no experiment.json. Run one with: "
            f"mmagents experiment run paper.yaml --out {folder}"
        )
    refuse_links(folder)
    grid, stories = _grid_in(file)
    kept = [str(folder / "stories" / f"{id}.yaml") for id in stories]
    return Experiment(grid.model_copy(update={"scenarios": kept}), folder)


def _grid_in(file: Path) -> tuple[Grid, list[str]]:
    try:
        about = read_json(file)
        check_format(about.get("format"), file)
        stories = list(about["stories"])
        if not all(isinstance(one, str) and one == Path(one).name for one in stories):
            raise ValueError("a story is elsewhere")
        return Grid(**about["grid"]), stories
    except (OSError, ValueError, AttributeError, KeyError, TypeError) as error:
        raise ExperimentError(
            f"{file} is damaged or was not written by mmagents: {error!r}. Restore it from a copy, "
            "or run the experiment in another folder."
        ) from error


def _check_same(there: Grid, wanted: Grid, folder: Path) -> None:
    before, now = dotted(there.as_json()), dotted(wanted.as_json())
    for key in sorted(before.keys() | now.keys()):
        old, new = before.get(key), now.get(key)
        grown = key in MAY_GROW and old is not None and new is not None and new > old
        if old == new or grown or key in MAY_CHANGE:
            continue
        raise ExperimentError(
            f"The experiment in {folder} was begun with another grid: {key} was {old!r} and is now "
            f"{new!r}. Go on with that grid, or name another folder with --out."
        )


def run(
    experiment: Experiment,
    engine: Engine,
    *,
    workers: int = 1,
    cells: Sequence[str] = (),
    at_once: int | None = AT_ONCE,
    ended: Callable[[Outcome], None] = lambda outcome: None,
) -> list[Outcome]:
    """Play what has not been played yet; return how each conversation of this run ended.

    Cells are given by id; none means all. Where models are waited for, a batch holds at most
    `at_once` conversations; with None each worker has its share in one batch. `ended` is told of
    each conversation as it ends, and at the start of those played before.

    Raises:
        MMAgentsError: if there is no such cell, or another process works in the folder.
    """
    experiment.check_cells(cells)
    with friendly_disk_errors(experiment.folder, AN_EXPERIMENT):
        lock = FolderLock.take(experiment.folder, AN_EXPERIMENT)
    try:
        todo: list[Planned] = []
        for planned, outcome in experiment.outcomes():
            if outcome is not None:
                ended(outcome)
            elif not cells or planned.cell.id in cells:
                todo.append(planned)
        outcomes: list[Outcome] = []
        try:
            for batch in engine(_batches(experiment, todo, workers, at_once)):
                for outcome in batch:
                    outcomes.append(outcome)
                    ended(outcome)
        finally:
            _write_failures(experiment, outcomes)
        return outcomes
    finally:
        lock.release()


def _batches(
    experiment: Experiment, todo: Sequence[Planned], workers: int, at_once: int | None
) -> list[Batch]:
    """Return the jobs in batches: one by one where nothing waits, else side by side."""
    waits = {cell.id: uses_models(cell.context) for cell in experiment.grid.cells}
    alone = [[experiment.job(one)] for one in todo if not waits[one.cell.id]]
    together = [experiment.job(one) for one in todo if waits[one.cell.id]]
    share = math.ceil(len(together) / workers)
    size = max(1, min(at_once or share, share))
    return [*alone, *(together[i : i + size] for i in range(0, len(together), size))]


def _write_failures(experiment: Experiment, outcomes: Sequence[Outcome]) -> None:
    failed = [
        {"id": one.id, "error": one.error, "trace": one.trace}
        for one in sorted(outcomes, key=lambda one: one.id)
        if one.error
    ]
    with friendly_disk_errors(experiment.folder, AN_EXPERIMENT):
        write_failures(experiment.folder / "failures.jsonl", failed)


def write_failures(file: Path, failed: Sequence[Mapping[str, Any]]) -> None:
    """Write what failed in a run, a line each; without any, only over what failed before."""
    if failed or file.exists():
        lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in failed]
        write_whole(file, "".join(lines).encode("utf-8", "replace"))


SERVERS_FILE = "servers.json"
"""Addresses of the servers, without user name and password, and the name used there."""


def servers_for(folder: Path, named: Servers) -> Servers:
    """Return the servers of an experiment: those named now, else those that it was begun with.

    Raises:
        MMAgentsError: if its file of servers cannot be read.
    """
    return servers_of(_servers_in(folder), folder).but(named)


def keep_on_servers(experiment: Experiment, servers: Servers) -> Experiment:
    """Return the experiment with its conversations kept on servers; write which to its folder."""
    if servers == Servers():
        return experiment
    about = servers.as_meta(_servers_in(experiment.folder).get(THREAD, ""))
    with friendly_disk_errors(experiment.folder, AN_EXPERIMENT):
        content = json.dumps(marked(about), ensure_ascii=False, indent=2) + "\n"
        write_whole(experiment.folder / SERVERS_FILE, content.encode())
    return replace(experiment, servers=servers, thread=about[THREAD])


def _servers_in(folder: Path) -> dict[str, str]:
    file = folder / SERVERS_FILE
    if not file.is_file():
        return {}
    try:
        about: dict[str, str] = {**read_json(file)}
        taken_from(about)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ExperimentError(f"{file} is damaged: {error!r}. Restore it from a copy.") from error
    return about
