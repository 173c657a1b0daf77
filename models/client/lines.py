"""Connections to a server, one line each, so that no request looks at those of all others.

The pool of an HTTP client looks at each of its idle connections whenever a request begins or ends.
With hundreds of conversations at once that takes more of the processor than the requests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable
from time import monotonic
from typing import Any

import httpx2

MOST_IDLE = 100
"""Lines that are kept for later requests."""
IDLE = 5.0
"""Seconds after which a line that nobody used is closed, as soon as another one is free again."""


class Lines(httpx2.AsyncBaseTransport):
    """A transport of many, each of which carries one request at a time."""

    def __init__(self, opener: Callable[[], httpx2.AsyncBaseTransport]) -> None:
        """Take what opens a line."""
        self._opener = opener
        self._idle: deque[tuple[float, httpx2.AsyncBaseTransport]] = deque()
        self._closed = False

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request on the line that was used last, or on a new one."""
        line = self._idle.pop()[1] if self._idle else self._opener()
        try:
            response = await line.handle_async_request(request)
        except BaseException:
            await line.aclose()
            raise
        response.stream = _Carried(response.stream, self, line)
        return response

    async def freed(self, line: httpx2.AsyncBaseTransport) -> None:
        """Keep a line whose answer was read, and close one that was idle for long."""
        if self._closed:
            await line.aclose()
            return
        self._idle.append((monotonic(), line))
        since, oldest = self._idle[0]
        if len(self._idle) > MOST_IDLE or monotonic() - since > IDLE:
            self._idle.popleft()
            await oldest.aclose()

    async def aclose(self) -> None:
        """Close all lines that are idle; those in use close with their request."""
        self._closed = True
        while self._idle:
            await self._idle.pop()[1].aclose()


class _Carried(httpx2.AsyncByteStream):
    """The body of an answer; with it, its line is free."""

    def __init__(self, body: Any, lines: Lines, line: httpx2.AsyncBaseTransport) -> None:
        self._body, self._lines, self._line = body, lines, line

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._body:
            yield part

    async def aclose(self) -> None:
        await self._body.aclose()
        await self._lines.freed(self._line)
