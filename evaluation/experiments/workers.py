"""Worker processes: they load while the command still reads its grid, and end with it.

Importing what a game needs takes longer than playing several games. Where the system can fork, one
process imports it once, beside this one, and every worker is a copy of that; elsewhere each worker
begins anew.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.queues import SimpleQueue
from typing import Any

from mmagents.models.client.gate import Shared, limit, shared

PRELOADED = "mmagents.evaluation.experiments.preload"
"""The module that imports all that a game needs."""
FORKS = "forkserver" in get_all_start_methods()


def wake() -> None:
    """Begin to load what workers need; return at once. A second call does nothing."""
    if FORKS:
        from multiprocessing import forkserver

        forkserver.set_forkserver_preload([PRELOADED])
        forkserver.ensure_running()


METHOD = "forkserver" if FORKS else "spawn"
"""How workers are begun."""
TELL: list[Callable[[Any], None]] = []
"""In a worker: how it tells what it has done while it still works."""


def pool(
    workers: int,
    *,
    in_flight: int | None = None,
    servers: Iterable[str] = (),
    told: SimpleQueue[Any] | None = None,
) -> ProcessPoolExecutor:
    """Return a pool of processes, whose environment is this one's as it is now.

    Args:
        workers: how many.
        in_flight: how many requests they may all together have on their way to one server.
        servers: whose gates they share.
        told: where each puts what it has done.
    """
    wake()
    given = (dict(os.environ), in_flight, shared(servers, METHOD), told)
    return ProcessPoolExecutor(workers, get_context(METHOD), initializer=_begin, initargs=given)


def end(pool: ProcessPoolExecutor) -> None:
    """End a pool's processes at once, whatever they do."""
    for process in list((pool._processes or {}).values()):
        with suppress(ProcessLookupError):
            process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


def _begin(
    environment: Mapping[str, str],
    in_flight: int | None,
    gates: Shared,
    told: SimpleQueue[Any] | None,
) -> None:
    """Leave Ctrl-C to the parent, and end with it."""
    limit(in_flight, gates)
    TELL[:] = [told.put] if told else []
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent has gone, so that a killed run leaves nobody at work."""
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    parent.join()
    os._exit(1)
