"""Who plays the conversations: this process, several processes, or a Ray cluster."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from mmagents.evaluation.experiments.playing import Job, Outcome, play_jobs
from mmagents.evaluation.experiments.shipping import load, lost, play_cargo, unload
from mmagents.evaluation.experiments.workers import end, pool
from mmagents.scenarios.errors import MMAgentsError

AHEAD = 4
"""Batches that each processor of a cluster has at hand: all at once would fill its memory."""
TRIES = 5
"""How often Ray gives a batch to another worker when one was lost."""
Batch = Sequence[Job]
Engine = Callable[[Sequence[Batch]], Iterator[list[Outcome]]]
"""Plays batches in any order, and yields the outcomes of each as it ends."""


def in_this_process(batches: Sequence[Batch]) -> Iterator[list[Outcome]]:
    """Play one batch after the other."""
    for batch in batches:
        yield play_jobs(batch)


def in_processes(workers: int, batches: Sequence[Batch]) -> Iterator[list[Outcome]]:
    """Play batches in `workers` processes; stopped half-way, it ends them at once."""
    from concurrent.futures import as_completed

    players = pool(workers)
    try:
        for future in as_completed([players.submit(play_jobs, batch) for batch in batches]):
            yield future.result()
    finally:
        # Every turn is kept as it ends, so that a process may be ended at any moment.
        end(players)


def on_ray(workers: int | None, batches: Sequence[Batch]) -> Iterator[list[Outcome]]:
    """Play batches on a Ray cluster, or on a Ray of this machine if there is none.

    No disk need be shared: what was played comes back to this machine, batch by batch. A batch
    whose worker was lost is given to another, and has failed after `TRIES`.
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
        ahead = AHEAD * max(1, int(cluster.cluster_resources().get("CPU", 1)))
        while True:
            for batch in islice(to_come, ahead - len(under_way)):
                under_way[play.remote([*map(load, batch)])] = batch
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


def engine_for(name: str, workers: int) -> Engine:
    """Return the engine of a name: `processes` or `ray`."""
    if name == "ray":
        return partial(on_ray, workers)
    return in_this_process if workers == 1 else partial(in_processes, workers)
