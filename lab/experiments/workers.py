"""Worker processes: they load while the command still reads its grid, and end with it.

Importing what a game needs takes longer than playing several games. Where the system can fork, one
process imports it once, beside this one, and every worker is a copy of that; elsewhere each worker
starts from nothing. Where :func:`wake` was not called and this process has one thread, workers are
copies of this process.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.context import BaseContext
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

from mmagents.models.choice import Found, tell_ways
from mmagents.models.client.gate import Shared, limit, shared

PRELOADED = "mmagents.lab.experiments.preload"
"""The module that imports all that a game needs."""
FORKS = "forkserver" in get_all_start_methods()
THREADS = Path("/proc/self/task")
"""Where Linux lists the threads of a process, those of libraries among them."""
_WOKEN: list[bool] = []


def wake() -> None:
    """Begin to load what workers need; return at once. A second call does nothing."""
    if FORKS:
        from multiprocessing import forkserver

        forkserver.set_forkserver_preload([PRELOADED])
        forkserver.ensure_running()
        _WOKEN[:] = [True]


def context() -> BaseContext:
    """Return how workers are begun now.

    A process that has but one thread is safe to copy, and so are its copies. Only Linux tells.
    """
    if not _WOKEN and THREADS.is_dir() and len([*THREADS.iterdir()]) == 1:
        return get_context("fork")
    wake()
    return get_context("forkserver" if FORKS else "spawn")


TELL: list[Callable[[Any], None]] = []
"""In a worker: how it tells what it has done while it still works."""


def pool(
    workers: int,
    begun: BaseContext,
    *,
    in_flight: int | None = None,
    servers: Iterable[str] = (),
    told: SimpleQueue[Any] | None = None,
    found: Found | None = None,
) -> ProcessPoolExecutor:
    """Return a pool of processes, whose environment is this one's as it is now.

    Args:
        workers: how many.
        begun: how; see :func:`context`.
        in_flight: how many requests they may all together have on their way to one server.
        servers: whose gates they share.
        told: where each puts what it has done.
        found: what was found by trying the models, so that they need not be tried again.
    """
    given = (dict(os.environ), in_flight, shared(servers, begun), told, found or {})
    return ProcessPoolExecutor(workers, begun, initializer=_begin, initargs=given)


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
    found: Found,
) -> None:
    """Leave Ctrl-C to the parent, end with it, and load what was not loaded before."""
    limit(in_flight, gates)
    TELL[:] = [told.put] if told else []
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    import_module(PRELOADED)
    tell_ways(found)


def _end_with_parent() -> None:
    """End this process when its parent has gone, so that a killed run leaves nobody at work."""
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    parent.join()
    os._exit(1)
