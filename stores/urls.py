"""The addresses of servers: read in one way by all that compares, shows, keeps or calls them.

Readers of URLs differ over everything but the plain form, and what was agreed to must be where a
client connects. So nothing but the plain form is an address here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import parse_qsl

from mmagents.errors import MMAgentsError

DATABASES = ("postgresql", "postgres")
WEB = ("http", "https")
Origin = tuple[str, str, int]
"""Scheme, host and port: one server."""
_STANDARD = {"http": 80, "https": 443, "postgresql": 5432}
_FORM = re.compile(
    r"(?P<scheme>[a-z]+)://(?:(?P<user>[^@/?]*)@)?(?P<host>\[[^]@/?]*]|[^]@/?:[]*)"
    r"(?::(?P<port>[^@/?]*))?(?P<rest>(?:[/?].*)?)"
)
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*")
_PORT = re.compile(r"0*[1-9][0-9]{0,4}")
_NEVER = frozenset(" \\#\"'")
_ELSEWHERE = frozenset({"host", "hostaddr", "port", "service", "servicefile"})
"""Parameters of a database's address that name another server than it does."""
CREDENTIALS = (
    "user", "password", "passfile", "sslpassword", "scram_client_key", "scram_server_key",
    "oauth_client_secret",
)  # fmt: skip
"""Parameters of a database's address that let somebody in: no file holds them."""
_BEGINS = re.compile(r"(?=(?:https?|postgres(?:ql)?)://)")
_CREDENTIALS = re.compile(r"((?:https?|postgres(?:ql)?)://)[^/@\s\"'\\]+@")
_ADDRESS = re.compile(r"(?:https?|postgres(?:ql)?)://[^\s\"'\\]*")
_PARAMETERS = re.compile(rf"(?<=[?&])(?:{'|'.join(CREDENTIALS)})=[^&]*&?")


class URLError(MMAgentsError):
    """An address that is none, or that could be read in two ways."""

    def __init__(self, shown: str, why: str) -> None:
        self.shown, self.why = shown, why
        super().__init__(shown, why)

    def __str__(self) -> str:
        return f"{self.shown} is no address: {self.why}."


def refused(url: str, why: str) -> URLError:
    """Return what is raised over an address; it shows no password and no control character."""
    scheme, slashes, rest = url.partition("//")
    shown = without_credentials(f"{scheme}{slashes}{rest.rpartition('@')[2]}")
    return URLError(repr(shown[:200]), why)


@dataclass(frozen=True, slots=True)
class URL:
    """An address in its parts; `user` has the password, as it was written, after a colon."""

    scheme: str
    user: str | None
    host: str
    port: int | None
    rest: str
    origin: Origin

    @property
    def server(self) -> str:
        """The address without user name, path and parameters."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}{f':{self.port}' if self.port else ''}"


def read_url(url: str, schemes: tuple[str, ...] = WEB, *, user: bool = False) -> URL:
    """Return the parts of an address.

    Args:
        url: as somebody wrote it.
        schemes: what it may begin with.
        user: whether a user name and a password may stand in it.

    Raises:
        URLError: if it is none.
    """
    scheme, found = url.partition("://")[0], _FORM.fullmatch(url)
    if scheme not in schemes or "://" not in url:
        raise refused(url, f"it does not begin with {schemes[0]}://")
    if not (url.isascii() and url.isprintable()) or _NEVER & set(url):
        raise refused(url, "it holds a blank, a quote or another character that no address has")
    if found is None or not _is_host(found["host"], scheme):
        raise refused(url, "its host is none")
    if found["user"] is not None and not user:
        raise refused(url, "it holds a user name")
    given = found["port"]
    if given is not None and not (_PORT.fullmatch(given) and int(given) < 65536):
        raise refused(url, "its port is no number from 1 to 65535")
    scheme = "postgresql" if scheme in DATABASES else scheme
    host, port = found["host"].strip("[]").lower(), int(given) if given else None
    place = host if scheme in WEB else _place(url, host, found["rest"])
    origin = scheme, place, port or _STANDARD[scheme]
    return URL(scheme, found["user"], host, port, found["rest"], origin)


def _is_host(host: str, scheme: str) -> bool:
    if host.startswith("[") or not host.strip("0123456789."):
        try:
            ip_address(host.strip("[]"))
        except ValueError:
            return not host and scheme in DATABASES
        return True
    return _NAME.fullmatch(host) is not None


def _place(url: str, host: str, rest: str) -> str:
    """Return where a database is: its host, or the folder of its socket on this machine."""
    given = parse_qsl(rest.partition("?")[2], keep_blank_values=True)
    named = [(name, value) for name, value in given if name in _ELSEWHERE]
    if not named:
        return host
    (name, folder), *more = named
    if host or more or name != "host" or not folder.startswith("/") or "," in folder:
        raise refused(url, "its parameters name another server")  # after a comma, a second one
    return folder


def urls_in(text: str) -> Iterator[str]:
    """Yield whatever a client could take for an address in a text, from where it begins to the end.

    The name of games after a `#` is no part of it.
    """
    for found in _BEGINS.finditer(text):
        yield text[found.start() :].partition("#")[0]


def without_credentials(text: str) -> str:
    """Return a text whose addresses hold no user name and no password."""
    plain = _CREDENTIALS.sub(r"\1", text)
    return _ADDRESS.sub(lambda found: _PARAMETERS.sub("", found[0]), plain)
