"""How many indexes Chroma may hold: a fifth of the files that the process may have open.

It applies that to indexes in memory as well, which need no files, and one that it then drops has
lost its memories without a word. So while Chroma starts in memory, the limit is lifted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

PLENTY = 1 << 18
FILES_OF_AN_INDEX = 5
FILES_ON_WINDOWS = 512
"""What its C library allows; nothing is lifted there."""


def most_indexes() -> int:
    """Return how many indexes one process may hold in memory at once."""
    if sys.platform == "win32":
        return FILES_ON_WINDOWS // FILES_OF_AN_INDEX
    return _hard_limit() // FILES_OF_AN_INDEX


@contextmanager
def limit_lifted() -> Iterator[None]:
    """Lift the soft limit on open files, as far as the hard limit lets, for the time being."""
    if sys.platform == "win32":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft >= _hard_limit():
        yield
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (_hard_limit(), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _hard_limit() -> int:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return PLENTY if hard == resource.RLIM_INFINITY else min(hard, PLENTY)
