"""Servers that keep what a game needs: where they are, and how this process is let in.

An address stands in files, errors and logs without user name and password. These are held by the
process that was given them, and nowhere else.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlencode

from mmagents.errors import MMAgentsError
from mmagents.stores.urls import (
    CREDENTIALS,
    DATABASES,
    URL,
    WEB,
    URLError,
    read_url,
    refused,
    without_credentials,
)

SERVERS, THREAD = "servers", "thread"
"""Keys of a saved game's meta: the servers that keep it, and the name it has there."""
_given: dict[str, str] = {}
"""By address: the same with user name and password, as somebody gave it to this process."""


class ServerError(MMAgentsError):
    """An address that cannot be used, or a server that is not there."""


class LostServerError(ServerError):
    """A server that went away under a running game. What was played so far is kept."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Servers:
    """Which servers keep a game's checkpoints and memories; None: its own folder does.

    The addresses hold no user name and no password.
    """

    checkpoints: str | None = None
    memory: str | None = None

    def as_meta(self, thread: str = "") -> dict[str, Any]:
        """Return what a saved game's meta says of them: nothing where its folder keeps all.

        Args:
            thread: the name of the game on these servers; left out, a new one.
        """
        named = {name: one for name, one in asdict(self).items() if one}
        return {SERVERS: named, THREAD: thread or uuid.uuid4().hex} if named else {}

    def but(self, others: Servers) -> Servers:
        """Return the same, with the others' where they name one."""
        return Servers(others.checkpoints or self.checkpoints, others.memory or self.memory)

    def with_credentials(self) -> Servers:
        """Return the same with what this process was given, to be handed to a worker."""
        return Servers(*(one and _given.get(one, one) for one in (self.checkpoints, self.memory)))


def servers_given(checkpoints: str | None, memory: str | None) -> Servers:
    """Return the servers at two addresses, and hold what lets this process in.

    An empty address is a mistake, of a variable that is not set for instance. It is not None.

    Raises:
        ServerError: if an address cannot be one.
    """
    return Servers(
        database_address(checkpoints) if checkpoints is not None else None,
        memory_address(memory) if memory is not None else None,
    )


def servers_of(meta: Mapping[str, Any], where: object) -> Servers:
    """Return the servers that a saved game's meta names; `where` it stands is said in an error.

    Raises:
        ServerError: if what it names is no address.
    """
    named = meta.get(SERVERS) or {}
    try:
        texts = isinstance(named, Mapping) and [meta.get(THREAD, ""), *named.values()]
        if not texts or not all(isinstance(one, str) for one in texts):
            raise ServerError("the servers that it names are damaged.")
        return servers_given(*(named.get(kind) for kind in ("checkpoints", "memory")))
    except ServerError as error:
        raise ServerError(f"The game in {where} cannot be opened: {error}") from None


def with_credentials(address: str) -> str:
    """Return an address with the user name and password that this process was given for it."""
    return _given.get(address, address)


def database_address(url: str) -> str:
    """Return the address of a database without credentials, and hold these in this process.

    Raises:
        ServerError: if it is none.
    """
    parts = _read(url, DATABASES, form := "postgresql://HOST:5432/DATABASE")
    path, _, query = parts.rest.partition("?")
    if not path.strip("/"):
        raise _bad(refused(url, "it names no database"), form)
    given = parse_qsl(query)
    kept = [(key, value) for key, value in given if key not in CREDENTIALS]
    address = parts.server + path + ((kept and "?" + urlencode(kept, quote_via=quote)) or "")
    return _hold(address, url, parts.user is not None or kept != given)


def of_others(address: object) -> object:
    """Return what is taken of a database's address in somebody else's file: where it is, alone.

    Parameters and user name would choose files of this machine that the driver reads or writes
    (`sslkeylogfile`), a server that it asks (`oauth_issuer`), or whose tables are written
    (`options`). What is no address is returned as it is.
    """
    try:
        parts = read_url(str(address), DATABASES, user=True)
    except URLError:
        return address
    path, _, query = parts.rest.partition("?")
    folder = dict(parse_qsl(query)).get("host")
    return parts.server + path + (f"?host={quote(folder)}" if folder else "")


def memory_address(url: str) -> str:
    """Return the address of a Chroma server without credentials, and hold these in this process.

    Raises:
        ServerError: if it is none.
    """
    parts = _read(url, WEB, form := "http://HOST:8000")
    if parts.rest.strip("/"):
        raise _bad(refused(url, "nothing may follow the port"), form)
    scheme, host, port = parts.origin
    address = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
    return _hold(address, url, parts.user is not None)


def hidden(text: str, address: str) -> str:
    """Return a server's own words without the user name and password of an address.

    They end without a full stop or a question mark, so that a sentence may go on with them.
    """
    parts = read_url(_given.get(address, address), (*WEB, *DATABASES), user=True)
    asked = dict(parse_qsl(parts.rest.partition("?")[2]))
    password = (parts.user or "").partition(":")[2]
    hide = (password, *(asked.get(name) for name in CREDENTIALS if name != "user"))
    for secret in hide:
        for form in {secret, unquote(secret)} if secret else ():
            text = text.replace(form, "…")
    return without_credentials(" ".join(text.split())).rstrip(".?")


def _hold(address: str, url: str, secret: bool) -> str:
    if secret:
        _given[address] = url
    return address


def _read(url: str, schemes: tuple[str, ...], form: str) -> URL:
    try:
        return read_url(url, schemes, user=True)
    except URLError as error:
        raise _bad(error, form) from None


def _bad(error: URLError, form: str) -> ServerError:
    return ServerError(f"{error.shown} is no address to keep a game at: {error.why}. Give {form}.")
