"""The gate of a server: so many requests at once, and none before the server wants one again.

There is one gate a server, for all games of a process. The worker processes of an experiment share
their gates, so that the limits hold for all its conversations together.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from multiprocessing.context import BaseContext
from typing import Any, Protocol
from weakref import WeakKeyDictionary

LOOK = 0.005
"""Seconds between two looks at a gate that other processes pass as well."""


class Number(Protocol):
    """A number that several may change, as of :func:`multiprocessing.Value`."""

    value: Any

    def get_lock(self) -> AbstractContextManager[Any]:
        """Return what keeps the others out."""


@dataclass(slots=True)
class Own:
    """A number of this process alone; its event loops take turns between two steps."""

    value: float = 0

    def get_lock(self) -> AbstractContextManager[Any]:
        """Return what keeps the others out: nothing, where there are none."""
        return nullcontext()


@dataclass
class Gate:
    """Lets requests to one server pass.

    Attributes:
        most: how many may be on their way at once; None for any number.
        flying: how many are.
        closed_until: the moment, in seconds since 1970, before which none starts.
        complained: the moment of the last word to the user about it, in seconds of a clock that
            only runs forward.
        silent_since: since when no request of this process was answered in time, by the same
            clock; None where the last one was.
    """

    most: int | None = None
    flying: Number = field(default_factory=Own)
    closed_until: Number = field(default_factory=Own)
    complained: float = float("-inf")
    silent_since: float | None = None
    _first: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = field(
        default_factory=WeakKeyDictionary
    )

    @asynccontextmanager
    async def passed(self) -> AsyncIterator[None]:
        """Wait for the gate, first come first served; what is within is one request."""
        queue = self._first.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with queue:
            while (wait := self._wait()) > 0:
                await asyncio.sleep(wait)
        try:
            yield
        finally:
            with self.flying.get_lock():
                self.flying.value -= 1

    def close_for(self, seconds: float) -> None:
        """Let nobody pass for so long; whoever is on the way goes on."""
        with self.closed_until.get_lock():
            self.closed_until.value = max(self.closed_until.value, time.time() + seconds)

    def heard(self, *, late: bool, after: float) -> None:
        """Note how a request ended: whether it had no answer in time, `after` so many seconds."""
        if not late:
            self.silent_since = None
        elif self.silent_since is None:
            self.silent_since = time.monotonic() - after

    def silent_for(self) -> float:
        """Return for how many seconds no request was answered in time; 0 where the last one was."""
        return 0.0 if self.silent_since is None else time.monotonic() - self.silent_since

    def may_complain(self, every: float) -> bool:
        """Tell whether nothing was said of the server for so many seconds; it is said now, then."""
        now = time.monotonic()
        if now - self.complained < every:
            return False
        self.complained = now
        return True

    def _wait(self) -> float:
        """Return after how many seconds to look again; 0 where one more has been let through."""
        closed = float(self.closed_until.value) - time.time()
        if closed > 0:
            return closed
        with self.flying.get_lock():
            if self.most is not None and self.flying.value >= self.most:
                return LOOK
            self.flying.value += 1
        return 0.0


Shared = Mapping[str, tuple[Number, Number]]
"""By server: what the processes of an experiment have in common of its gate."""
_GATES: dict[str, Gate] = {}
_MOST: list[int | None] = [None]


def gate_of(server: str) -> Gate:
    """Return the gate of a server in this process."""
    return _GATES.setdefault(server, Gate(_MOST[0]))


def shared(servers: Iterable[str], context: BaseContext) -> Shared:
    """Return what the gates of servers have in common, for processes begun by `context`."""
    return {one: (context.Value("i", 0), context.Value("d", 0.0)) for one in servers}


def limit(most: int | None, common: Shared | None = None) -> None:
    """From now on let at most so many requests fly to each server; with `common`, together."""
    _GATES.clear()
    _MOST[0] = most
    for server, (flying, closed_until) in (common or {}).items():
        _GATES[server] = Gate(most, flying, closed_until)
