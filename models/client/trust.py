"""Which servers may be sent a key: those that whoever starts the program named.

A key belongs to its provider. It goes to another address only if that address was named on the
command line, in the environment, or by :func:`trust_server`. An address that stands in a saved
game, a grid, a form of the page or a client's context gets a placeholder instead.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from mmagents.stores.credentials import without_credentials

TRUSTED = "MMAGENTS_TRUSTED_SERVERS"
"""The environment's list of servers that may be sent a key, parted by blanks or commas. Worker
processes have it too."""
_OF_THE_CLIENT = ("OPENAI_BASE_URL", "OPENAI_API_BASE")
_ADDRESS = re.compile(r"(?:https?|postgresql)://[^\s#]+")
Origin = tuple[str, str, int | None]
_allowed: set[Origin] = set()
_told: set[Origin] = set()
log = logging.getLogger("mmagents")


def trust_server(url: str) -> None:
    """Let keys be sent to a server, for as long as this process lives.

    Args:
        url: its address; scheme, host and port count, the path does not.
    """
    known = _listed()
    if _origin(url) not in map(_origin, known):
        os.environ[TRUSTED] = " ".join([*known, without_credentials(url)])


def allow_server(url: str) -> None:
    """Let requests go to a server, though no model's key: somebody named it, or agreed."""
    _allowed.add(_origin(url))


def may_have_key(url: str) -> bool:
    """Tell whether whoever started the program named the server at `url`."""
    named = (*_listed(), *filter(None, map(os.getenv, _OF_THE_CLIENT)))
    return _origin(url) in map(_origin, named)


def unnamed_servers(fields: object) -> list[str]:
    """Return the servers in the fields of a context that nobody named or agreed to, each once.

    Args:
        fields: as plain JSON: a saved game's, a grid's, or a form's.
    """
    found = dict.fromkeys(_addresses(fields))
    return [one for one in found if not may_have_key(one) and _origin(one) not in _allowed]


def servers_in(fields: object) -> list[str]:
    """Return the addresses in plain JSON, each once, without user names and passwords."""
    return list(dict.fromkeys(_addresses(fields)))


def tell_of_no_key(url: str, what: str) -> None:
    """Log, once a server, that a key was kept back, and what to set if it should be sent."""
    origin = _origin(url)
    if origin in _told:
        return
    _told.add(origin)
    where = without_credentials(url)
    log.warning(
        "%s is not sent to %s: a file, a form or a client named that server. If you trust it, "
        "start with --base-url %s, or with %s=%s in the environment.",
        what, where, where, TRUSTED, where,
    )  # fmt: skip


def _listed() -> list[str]:
    return [one for one in re.split(r"[\s,]+", os.getenv(TRUSTED, "")) if one]


def _addresses(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from map(without_credentials, _ADDRESS.findall(value))
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _addresses(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _addresses(one)


def _origin(url: str) -> Origin:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    try:
        port = parts.port
    except ValueError:  # no number: no server has it
        port = -1
    standard = {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, (parts.hostname or "").lower(), port or standard
