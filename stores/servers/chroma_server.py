"""Long-term memory on a Chroma server, which several machines can reach (`chroma run`)."""

from __future__ import annotations

import base64
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import TypeGuard
from urllib.parse import unquote

from mmagents.stores.chroma import MemoryStoreError, Store
from mmagents.stores.servers.addresses import (
    LostServerError,
    hidden,
    memory_address,
    with_credentials,
)
from mmagents.stores.urls import read_url

_STORES: dict[tuple[int, str], Store] = {}
"""By process and address: the store that all games use. One costs 50 ms and three threads."""
_OPENING = threading.Lock()


def open_server(address: str) -> Store:
    """Return the store of the Chroma server at an address, opened once a process.

    A user name and a password are sent as HTTP's basic authentication, for a proxy before the
    server. Tokens go by Chroma's own variables: CHROMA_CLIENT_AUTH_PROVIDER and
    CHROMA_CLIENT_AUTH_CREDENTIALS.

    Raises:
        MemoryStoreError: if none answers there, or it does not let this process in.
    """
    key = (os.getpid(), address)
    try:
        with _OPENING:
            if key not in _STORES:
                _STORES[key] = _opened(address)
        _STORES[key].api.heartbeat()
    except Exception as error:  # Chroma's client raises a bare one over any other server's answer
        told = hidden(str(error), address) or "what answers there is no Chroma server"
        raise MemoryStoreError(
            f"Long-term memory on {address} cannot be opened: {told}. See that a Chroma server "
            "runs there: chroma run --host HOST --port PORT --path DIR."
        ) from None
    return _STORES[key]


def _opened(address: str) -> Store:
    from chromadb.config import Settings

    parts = read_url(with_credentials(address), user=True)
    headers = {}
    if parts.user is not None:
        name, _, password = parts.user.partition(":")
        who = f"{unquote(name)}:{unquote(password)}".encode()
        headers["Authorization"] = f"Basic {base64.b64encode(who).decode()}"
    store = Store.start(
        Settings(
            anonymized_telemetry=False,
            chroma_api_impl="chromadb.api.fastapi.FastAPI",
            chroma_server_host=parts.host,
            chroma_server_http_port=parts.origin[2],
            chroma_server_ssl_enabled=parts.scheme == "https",
            chroma_server_headers=headers,
        )
    )
    store.api.get_user_identity()  # says at once if a token is not let in
    return store


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

        if isinstance(error, httpx.HTTPError | InternalError) or type(error) is Exception:
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
