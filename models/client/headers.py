"""What a request says of itself in its headers: for a server's log, and for servers of tests.

`X-MMAgents-Task`, `-Language`, `-Seat`, `-Game` and `-Turn`, percent-encoded where they are not
ASCII. The body, and with it what is cached, stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from httpx import Request

_TOLD = ("task", "language", "seat", "game", "turn")
_about: ContextVar[dict[str, Any]] = ContextVar("about")


@contextmanager
def about(**request: Any) -> Iterator[None]:
    """Have the requests within say what they are about."""
    token = _about.set(request)
    try:
        yield
    finally:
        _about.reset(token)


async def tell(request: Request) -> None:
    """Write the headers of a request that is about to be sent."""
    known = _about.get({})
    for name in _TOLD:
        if known.get(name):
            request.headers[f"X-MMAgents-{name.title()}"] = quote(str(known[name]), safe=" :")
