"""Which servers may be sent a key: those that whoever starts the program named.

A key belongs to its provider. It goes to another address only if that address was named on the
command line, in the environment, or by :func:`trust_server`. An address that stands in a saved
game, a grid, a form of the page or a client's context gets a placeholder instead.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from mmagents.stores.urls import (
    DATABASES,
    WEB,
    Origin,
    URLError,
    read_url,
    urls_in,
    without_credentials,
)

TRUSTED = "MMAGENTS_TRUSTED_SERVERS"
"""The environment's list of servers that may be sent a key, parted by blanks or commas. Worker
processes have it too."""
_OF_THE_CLIENT = ("OPENAI_BASE_URL", "OPENAI_API_BASE")
_allowed: set[Origin] = set()
_agreed: set[str] = set()
_told: set[Origin] = set()
log = logging.getLogger("mmagents")


def trust_server(url: str) -> None:
    """Let keys be sent to a server, for as long as this process lives.

    Args:
        url: its address; scheme, host and port count, the path does not.

    Raises:
        URLError: if it is none.
    """
    if _origin(url) not in _listed():
        os.environ[TRUSTED] = f"{os.getenv(TRUSTED, '')} {without_credentials(url)}".strip()


def allow_server(url: str) -> None:
    """Let requests go to a server, though no model's key: somebody named it, or agreed."""
    _allowed.add(_origin(url))


def agree_to(named: Iterable[str]) -> None:
    """Let a game of somebody else use these servers and files; see :func:`not_agreed`."""
    for one in named:
        _agreed.add(one)
        with suppress(URLError):  # the others are files
            allow_server(one)


def not_agreed(files: Iterable[str]) -> list[str]:
    """Return which of the files that a game of somebody else names nobody here agreed to."""
    return [one for one in files if one not in _agreed]


def may_have_key(url: str) -> bool:
    """Tell whether whoever started the program named the server at `url`."""
    named = _listed()
    for one in filter(None, map(os.getenv, _OF_THE_CLIENT)):
        with suppress(URLError):  # the client says what is wrong with it
            named.add(_origin(one))
    return _origin(url) in named


def unnamed_servers(fields: object) -> list[str]:
    """Return the servers in the fields of a context that nobody named or agreed to, each once.

    Args:
        fields: as plain JSON: a saved game's, a grid's, or a form's.

    Raises:
        URLError: for an address that could be read in two ways.
    """
    found = servers_in(fields)
    return [one for one in found if not may_have_key(one) and _origin(one) not in _allowed]


def servers_in(fields: object) -> list[str]:
    """Return the addresses in plain JSON, each once, without user names and passwords.

    Raises:
        URLError: for one that could be read in two ways.
    """
    found = dict.fromkeys(_addresses(fields))
    for one in found:
        _origin(one)
    return list(dict.fromkeys(map(without_credentials, found)))


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


def _listed() -> set[Origin]:
    return {_origin(one) for one in re.split(r"[\s,]+", os.getenv(TRUSTED, "")) if one}


def _addresses(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from urls_in(value)
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _addresses(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _addresses(one)


def _origin(url: str) -> Origin:
    return read_url(url, (*WEB, *DATABASES), user=url.startswith(DATABASES)).origin
