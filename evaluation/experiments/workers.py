"""Worker processes: they load while the command still reads its grid, and end with it.

Importing what a game needs takes longer than playing several games. Where the system can fork, one
process imports it once, beside this one, and every worker is a copy of that; elsewhere each worker
begins anew.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context, parent_process

PRELOADED = "mmagents.evaluation.experiments.preload"
"""The module that imports all that a game needs."""
FORKS = "forkserver" in get_all_start_methods()


def wake() -> None:
    """Begin to load what workers need; return at once. A second call does nothing."""
    if FORKS:
        from multiprocessing import forkserver

        forkserver.set_forkserver_preload([PRELOADED])
        forkserver.ensure_running()


def pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of `workers` processes, whose environment is this one's as it is now."""
    wake()
    method = get_context("forkserver" if FORKS else "spawn")
    return ProcessPoolExecutor(workers, method, initializer=_begin, initargs=(dict(os.environ),))


def end(pool: ProcessPoolExecutor) -> None:
    """End a pool's processes at once, whatever they do."""
    for process in list((pool._processes or {}).values()):
        with suppress(ProcessLookupError):
            process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


def _begin(environment: Mapping[str, str]) -> None:
    """Leave Ctrl-C to the parent, and end with it."""
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
