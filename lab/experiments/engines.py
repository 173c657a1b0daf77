"""Who plays the conversations: this process, several processes, or a Ray cluster.

A worker of a cluster shares no disk with this machine. It plays in a temporary folder and sends
the saved game back. If a worker is lost, the next one continues from the last step in the database,
or from the start where no database keeps the steps.
"""

from __future__ import annotations

import io
import logging
import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.playing import AT_ONCE, Job, Outcome, outcome_on_disk, play_jobs
from mmagents.lab.experiments.workers import TELL, context, end, pool
from mmagents.models.choice import Found, tell_ways, ways_found
from mmagents.models.client.gate import limit
from mmagents.stores.disk import linked, write_whole

SHIPPED = (
    "transcript.jsonl", "transcript.md", "accounts.json", "outcome.json",
    "checkpoints.sqlite", "checkpoints.sqlite-wal", "checkpoints.sqlite.xz", "game.json",
)  # fmt: skip
"""The files of a saved game that travel; game.json, which says that it is over, is written last.
The story is at hand at both ends, and memory is an index."""


@dataclass(frozen=True, slots=True)
class Cargo:
    """What a worker is sent: a job, its story, and what has been played of it so far."""

    job: Job
    story: bytes
    folder: bytes


@dataclass(frozen=True, slots=True)
class Played:
    """What comes back: how the conversation ended, and its folder."""

    outcome: Outcome
    folder: bytes


def packed(folder: Path) -> bytes:
    """Return the files of a saved game; b"" if none has been begun there."""
    if not (folder / "game.json").is_file():
        return b""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as files:
        for name in SHIPPED:
            if (folder / name).is_file():
                files.write(folder / name, name)
    return content.getvalue()


def unpack(content: bytes, folder: Path, story: Path) -> None:
    """Make a folder the saved game that was packed.

    Args:
        content: of :func:`packed`; what else it may hold is left out.
        folder: where; what it held of an earlier state of the game is replaced.
        story: the file of the game's story here.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        there = set(files.namelist())
        for name in SHIPPED:
            if name in there:
                write_whole(folder / name, files.read(name))
            else:
                (folder / name).unlink(missing_ok=True)
    kept = folder / "scenario.yaml"
    if not kept.exists() and not linked(story, kept):
        write_whole(kept, story.read_bytes())


def load(job: Job) -> Cargo:
    """Return what a worker needs that shares no disk with this machine."""
    return Cargo(job, Path(job.story).read_bytes(), packed(job.path))


def play_cargo(cargo: Sequence[Cargo], found: Found, in_flight: int | None) -> list[Played]:
    """Play conversations in a folder of this machine; return all that came of them.

    `found` is what was found by trying the models, so that they need not be tried again. At most
    `in_flight` requests are on their way to one server at once.
    """
    limit(in_flight)
    tell_ways(found)
    with TemporaryDirectory(prefix="mmagents-") as place:
        jobs = [_unloaded(one, Path(place)) for one in cargo]
        outcomes = {one.id: one for one in play_jobs(jobs)}
        return [
            Played(_told_of(outcomes[here.id], place, one.job.folder), packed(here.path))
            for one, here in zip(cargo, jobs, strict=True)
        ]


def _unloaded(cargo: Cargo, place: Path) -> Job:
    job = cargo.job
    story = place / "stories" / Path(job.story).name
    story.parent.mkdir(exist_ok=True)
    write_whole(story, cargo.story)
    here = replace(job, folder=str(place / "conversations"), story=str(story), named=job.story)
    if cargo.folder:
        unpack(cargo.folder, here.path, story)
    return here


def _told_of(outcome: Outcome, here: str, there: str) -> Outcome:
    """Return the outcome with the final folder in its error instead of the temporary one."""
    error = outcome.error.replace(f"{here}/conversations", there)
    return replace(outcome, error=error)


def unload(played: Played, job: Job) -> Outcome:
    """Put what came back where it belongs, and return how it ended."""
    if played.folder:
        unpack(played.folder, job.path, Path(job.story))
    return played.outcome


def lost(job: Job, why: str) -> Outcome:
    """Return the outcome of a conversation whose worker was lost too often."""
    from mmagents.nodes.spending import NOTHING

    error = f"The worker that played it was lost: {why}. What a database keeps of it is kept."
    return Outcome(job.id, "", NOTHING, 0.0, error)


AHEAD = 4
"""Batches that each processor has at hand. All at once would fill the memory of a cluster, and each
look at what has ended takes as long as there are batches."""
TRIES = 5
"""How often a batch is given to another worker when one was lost."""
LOOK = 0.5
"""Seconds between two looks at what workers have told."""
Batch = Sequence[Job]
Engine = Callable[[Sequence[Batch]], Iterator[list[Outcome]]]
"""Plays batches in any order, and yields the outcomes of each as it ends."""


@dataclass(frozen=True, slots=True)
class Flow:
    """How much goes on at once where models are waited for.

    Attributes:
        at_once: conversations that a worker plays side by side.
        in_flight: requests on their way to one server, of all workers together; None for any.
        servers: the servers that are asked.
    """

    at_once: int = AT_ONCE
    in_flight: int | None = None
    servers: tuple[str, ...] = ()


def in_this_process(batches: Sequence[Batch], flow: Flow = Flow()) -> Iterator[list[Outcome]]:
    """Play one batch after the other."""
    limit(flow.in_flight)
    try:
        for batch in batches:
            yield play_jobs(batch, flow.at_once)
    finally:
        limit(None)


def play_and_tell(batch: Batch, at_once: int) -> list[Outcome]:
    """Play a batch in a worker, and tell of each conversation as it ends."""
    return play_jobs(batch, at_once, *TELL)


def in_processes(workers: int, flow: Flow, batches: Sequence[Batch]) -> Iterator[list[Outcome]]:
    """Play batches in `workers` processes; stopped half-way, it ends them at once.

    A process that something else ended takes the others with it. All are started again and continue
    from what each folder keeps.

    Raises:
        WorkersLostError: if that happens again and again, and no conversation ends in between.
    """
    left, ended, lost_so_far = [*batches], set[str](), 0
    while True:
        before = len(ended)
        try:
            yield from _in_a_pool(workers, flow, left, ended)
            return
        except BrokenProcessPool as error:
            lost_so_far = lost_so_far + 1 if len(ended) == before else 1
            if lost_so_far > TRIES:
                raise WorkersLostError(
                    f"Worker processes were ended from outside {lost_so_far} times, and no "
                    "conversation came to its end in between. Most often memory runs out: take "
                    "fewer --workers, or a smaller --at-once. What was played is kept; the same "
                    "command goes on."
                ) from error
        told = [one for batch in left for job in batch if (one := _not_told(job, ended))]
        ended |= {one.id for one in told}
        yield told
        left = [rest for batch in left if (rest := [job for job in batch if job.id not in ended])]


def _not_told(job: Job, ended: set[str]) -> Outcome | None:
    """Return the outcome of a conversation that a lost worker finished but did not report."""
    return None if job.id in ended else outcome_on_disk(job.path, job.id)


def _in_a_pool(
    workers: int, flow: Flow, batches: Sequence[Batch], known: set[str]
) -> Iterator[list[Outcome]]:
    """Play batches in one pool of processes, and note in `known` which conversations have ended."""
    begun, to_come = context(), iter(batches)
    told: SimpleQueue[Outcome] = begun.SimpleQueue()
    players = pool(workers, begun, in_flight=flow.in_flight, servers=flow.servers, told=told,
                   found=ways_found())  # fmt: skip
    waiting: set[Future[list[Outcome]]] = set()
    try:
        while True:
            for batch in islice(to_come, AHEAD * workers - len(waiting)):
                waiting.add(players.submit(play_and_tell, batch, flow.at_once))
            if not waiting:
                return
            done, waiting = wait(waiting, timeout=LOOK, return_when=FIRST_COMPLETED)
            ended = [told.get() for _ in iter(told.empty, True)]
            known |= {one.id for one in ended}
            yield ended
            for played in done:
                ended = [one for one in played.result() if one.id not in known]
                known |= {one.id for one in ended}
                yield ended
    finally:
        # Every turn is kept as it ends, so that a process may be ended at any moment.
        end(players)
        told.close()


class WorkersLostError(MMAgentsError):
    """Processes that play are ended from outside again and again."""

    exit_code = 1


def on_ray(workers: int | None, flow: Flow, batches: Sequence[Batch]) -> Iterator[list[Outcome]]:
    """Play batches on a Ray cluster, or on a Ray of this machine if there is none.

    No disk need be shared: what was played comes back to this machine, batch by batch. A batch
    whose worker was lost is given to another, and has failed after `TRIES`. Machines share no gate:
    each batch has its part of the requests that may be in flight, and no more batches are under way
    than there are parts.
    """
    try:
        import ray
    except ImportError:
        raise MMAgentsError("--engine ray needs Ray: pip install 'mmagents[ray]'.") from None
    started = not ray.is_initialized()
    if started:
        local = "RAY_ADDRESS" not in os.environ
        ray.init(
            num_cpus=workers if local else None,
            include_dashboard=False if local else None,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    try:
        play = ray.remote(play_cargo).options(max_retries=TRIES, scheduling_strategy="SPREAD")
        to_come, under_way = iter(batches), dict[Any, Batch]()
        cluster: Any = ray  # not all of it is typed
        processors = max(1, int(cluster.cluster_resources().get("CPU", 1)))
        ahead = min(processors, flow.in_flight) if flow.in_flight else AHEAD * processors
        each = flow.in_flight // ahead if flow.in_flight else None
        while True:
            for batch in islice(to_come, ahead - len(under_way)):
                under_way[play.remote([*map(load, batch)], ways_found(), each)] = batch
            if not under_way:
                return
            [done], _ = ray.wait([*under_way], num_returns=1)
            batch = under_way.pop(done)
            try:
                yield [*map(unload, ray.get(done), batch)]
            except ray.exceptions.RayError as error:
                why = " ".join(str(error).split())[:300]
                yield [lost(job, why) for job in batch]
    finally:
        if started:
            ray.shutdown()


def engine_for(name: str, workers: int, flow: Flow = Flow()) -> Engine:
    """Return the engine of a name: `processes` or `ray`, whose processes share no gates."""
    if name == "ray":
        return partial(on_ray, workers, flow)
    if workers == 1:
        return in_this_process if flow == Flow() else partial(in_this_process, flow=flow)
    return partial(in_processes, workers, flow)
