"""What browsers send over their open connection: taken if it is well formed, dropped if not.

A message speaks for its own page alone: the connection it came by must be that page's. One that is
malformed ends its connection, and the log says so at most once a minute, with a count.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any
from weakref import WeakSet

from mmagents.web.pages.parts import Bucket

EVENTS = ("event", "javascript_response", "ack")
"""Messages of a page that NiceGUI acts on."""
EVERY = 60.0
"""Seconds between two lines of the log about malformed messages."""
MALFORMED = (ValueError, TypeError, KeyError, AttributeError, IndexError)
log = logging.getLogger("mmagents.web")


class _Dropped:
    """Counts malformed messages, and tells of them now and then."""

    def __init__(self) -> None:
        self._count = 0
        self._lines = Bucket(1, 1 / EVERY)

    def one(self) -> None:
        self._count += 1
        if self._lines.take():
            log.warning("Malformed messages of browsers were dropped: %d so far.", self._count)


DROPPED = _Dropped()
_guarded: WeakSet[Any] = WeakSet()


def guard_events(sio: Any) -> None:
    """Have the server of events drop what is malformed, and what speaks for another's page.

    Args:
        sio: NiceGUI's `socketio.AsyncServer`, with its handlers registered.
    """
    if sio in _guarded:
        return
    _guarded.add(sio)
    dropped = DROPPED
    handlers = sio.handlers["/"]
    for name in EVENTS:
        sio.on(name, _checked(sio, handlers[name], dropped))
    sio.on("handshake", _handshake(sio, handlers["handshake"], dropped))
    sio.on("log", lambda _sid, _message: None)  # a browser has nothing to write into our log

    whole: Callable[[str, Any], Awaitable[None]] = sio._handle_eio_message

    async def message(eio_sid: str, data: Any) -> None:
        try:
            await whole(eio_sid, data)
        except MALFORMED:
            dropped.one()
            await sio.eio.disconnect(eio_sid)

    sio.eio.on("message", message)


def _checked(sio: Any, handler: Callable[..., Any], dropped: _Dropped) -> Callable[..., Any]:
    async def checked(sid: str, message: Any = None, *_: Any) -> None:
        client = message.get("client_id") if isinstance(message, dict) else None
        if not isinstance(client, str) or client not in sio.rooms(sid):
            dropped.one()
            return
        try:
            handler(sid, message)
        except MALFORMED:
            dropped.one()
            await sio.disconnect(sid)

    return checked


def _handshake(sio: Any, handler: Callable[..., Any], dropped: _Dropped) -> Callable[..., Any]:
    async def checked(sid: str, data: Any = None, *_: Any) -> bool:
        try:
            answer = handler(sid, data)
            return bool(await answer if isawaitable(answer) else answer)
        except MALFORMED:
            dropped.one()
            await sio.disconnect(sid)
            return False

    return checked
