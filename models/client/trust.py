"""Which servers may be sent a key: those that whoever starts the program named.

A key belongs to its provider. It goes to another address only if that address was named on the
command line, in the environment, or by :func:`trust_server`. An address that stands in a saved
game, a grid, a form of the page or a client's context gets a placeholder instead.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

TRUSTED = "MMAGENTS_TRUSTED_SERVERS"
"""The environment's list of servers that may be sent a key, parted by blanks or commas."""
_OF_THE_CLIENT = ("OPENAI_BASE_URL", "OPENAI_API_BASE")
_CREDENTIALS = re.compile(r"(https?://)[^/@\s\"'\\]+@")
_named: set[tuple[str, str, int | None]] = set()
_told: set[tuple[str, str, int | None]] = set()
log = logging.getLogger("mmagents")


def trust_server(url: str) -> None:
    """Let keys be sent to a server, for as long as this process lives.

    Args:
        url: its address; scheme, host and port count, the path does not.
    """
    _named.add(_origin(url))


def may_have_key(url: str) -> bool:
    """Tell whether whoever started the program named the server at `url`."""
    listed = re.split(r"[\s,]+", os.getenv(TRUSTED, ""))
    known = {_origin(one) for one in (*listed, *map(os.getenv, _OF_THE_CLIENT)) if one}
    return _origin(url) in _named | known


def tell_of_no_key(url: str, variable: str) -> None:
    """Log, once a server, that a key was kept back, and what to set if it should be sent."""
    origin = _origin(url)
    if origin in _told:
        return
    _told.add(origin)
    where = without_credentials(url)
    log.warning(
        "%s is not sent to %s: a file, a form or a client named that server. If you trust it, "
        "start with --base-url %s or set %s=%s.",
        variable, where, where, TRUSTED, where,
    )  # fmt: skip


def without_credentials(text: str) -> str:
    """Return a text whose addresses hold no user name and no password."""
    return _CREDENTIALS.sub(r"\1", text)


def servers_in(fields: Mapping[str, object]) -> tuple[str, ...]:
    """Return the addresses that the fields of a context name, each once, credentials left out.

    Args:
        fields: of :class:`mmagents.nodes.context.Context`, as plain JSON.
    """
    found = dict.fromkeys(_addresses(fields))
    return tuple(found)


def _addresses(value: object) -> Iterable[str]:
    if isinstance(value, str):
        for address in re.findall(r"https?://\S+", value):
            yield without_credentials(address)
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _addresses(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _addresses(one)


def _origin(url: str) -> tuple[str, str, int | None]:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    try:
        port = parts.port
    except ValueError:
        port = -1
    standard = {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, (parts.hostname or "").lower(), port or standard
