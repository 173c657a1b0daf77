"""Real servers on loopback, one of each for all tests that a process runs here."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mmagents.models.client import trust
from mmagents.stores.servers.addresses import Servers, servers_given
from tests.servers.chroma_server import chroma_serving
from tests.servers.postgres_server import postgres_serving, skip_without_postgres


@pytest.fixture(scope="session")
def chroma() -> Iterator[str]:
    """The address of a Chroma server."""
    folder = Path(tempfile.mkdtemp(prefix="mmagents-chroma-"))
    with chroma_serving(folder) as address:
        yield address
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a database, with a user name and a password."""
    skip_without_postgres()
    with postgres_serving() as url:
        yield url


@pytest.fixture
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test name servers without that reaching the next."""
    monkeypatch.setattr(trust, "_allowed", set())
    monkeypatch.setenv(trust.TRUSTED, "")


@pytest.fixture
def in_database(postgres: str, trusting: None) -> Servers:
    """A database that a game may be kept in."""
    servers = servers_given(postgres, None)
    trust.allow_server(servers.checkpoints or "")
    return servers
