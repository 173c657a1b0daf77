"""Long-term memory on a Chroma server, which several machines can reach (`chroma run`)."""

from __future__ import annotations

import atexit
import base64
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TypeGuard
from urllib.parse import unquote, urlsplit

from mmagents.stores.chroma import OPENING, MemoryStoreError
from mmagents.stores.servers.addresses import (
    LostServerError,
    hidden,
    memory_address,
    with_credentials,
)

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.config import System


_CLIENTS: dict[tuple[int, str], ClientAPI] = {}
"""By process and address: the client that all games use. One costs 50 ms and three threads."""


def open_server(address: str) -> ClientAPI:
    """Return the client of the Chroma server at an address, opened once a process.

    A user name and a password are sent as HTTP's basic authentication, for a proxy before the
    server. Tokens go by Chroma's own variables: CHROMA_CLIENT_AUTH_PROVIDER and
    CHROMA_CLIENT_AUTH_CREDENTIALS.

    Raises:
        MemoryStoreError: if none answers there, or it does not let this process in.
    """
    import httpx
    from chromadb.errors import ChromaError

    key = (os.getpid(), address)
    try:
        with OPENING:
            if key not in _CLIENTS:
                _CLIENTS[key] = _opened(address)
        _CLIENTS[key].heartbeat()
    except (ValueError, OSError, httpx.HTTPError, ChromaError) as error:
        raise MemoryStoreError(
            f"Long-term memory on {address} cannot be opened: {hidden(str(error), address)}. See "
            "that a Chroma server runs there: chroma run --host HOST --port PORT --path DIR."
        ) from None
    return _CLIENTS[key]


def _opened(address: str) -> ClientAPI:
    """Open a client; with the process, or if it fails, all that it opened is closed.

    Chroma closes no connection of a client, and forgets one of the systems that it makes for it.
    """
    import chromadb
    from chromadb.api.shared_system_client import SharedSystemClient
    from chromadb.config import Settings

    parts = urlsplit(with_credentials(address))
    headers = {}
    if parts.username is not None:
        who = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        headers["Authorization"] = f"Basic {base64.b64encode(who).decode()}"
    systems = SharedSystemClient._identifier_to_system
    before = set(systems)
    try:
        client = chromadb.HttpClient(
            host=parts.hostname or "",
            port=parts.port or 0,
            ssl=parts.scheme == "https",
            headers=headers,
            settings=Settings(anonymized_telemetry=False),
        )
    except BaseException:
        _close([systems.pop(one) for one in set(systems) - before])
        raise
    atexit.register(_close, [systems[one] for one in set(systems) - before])
    return client


def _close(systems: Iterable[System]) -> None:
    from chromadb.api import ServerAPI

    for system in systems:
        system.instance(ServerAPI)._session.close()  # type: ignore[attr-defined,type-abstract]  # theirs


class Answering:
    """A lock for one thread at a time; within it, a server that failed is said in one error."""

    def __init__(self, address: str | None) -> None:
        """Guard the server at an address; None: no server is asked."""
        self._lock = threading.RLock()
        self._address = address

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let others in.

        Raises:
            LostServerError: in the place of what the server's client raised.
        """
        self._lock.release()
        if self._address is None or error is None:
            return
        import httpx
        from chromadb.errors import InternalError

        if isinstance(error, httpx.HTTPError | InternalError):
            told = hidden(str(error), self._address) or type(error).__name__
            raise LostServerError(
                f"Long-term memory on {self._address} failed: {told}. Every finished turn is kept. "
                "Once the server answers, go on as before: memory is filled again from the game."
            ) from None


def is_server(path: str | Path | None) -> TypeGuard[str]:
    """Tell whether what keeps memory is a server's address, and no folder."""
    return isinstance(path, str) and path.startswith(("http://", "https://"))


def place_on(path: str) -> tuple[str, str]:
    """Return address and games' common name of `http://HOST:PORT#NAME`.

    Games of many users lie on one server: all names of a game's collections are made of that name.

    Raises:
        ServerError: if the address cannot be one.
    """
    address, _, name = path.partition("#")
    return memory_address(address), name
