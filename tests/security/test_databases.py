"""A database is asked where its address says, and only what this user wants of it."""

import json
import socket
from pathlib import Path

import psycopg
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.experiment import SERVERS_FILE, servers_for
from mmagents.models.client import trust
from mmagents.saved.saved_game import SavedGame
from mmagents.stores.servers.addresses import ServerError, Servers, database_address
from mmagents.stores.servers.postgres import open_postgres
from mmagents.stores.urls import read_url
from tests.scale import conftest
from tests.scale.games import gone_on, played

pytestmark = pytest.mark.slow
in_database, postgres, trusting = conftest.in_database, conftest.postgres, conftest.trusting
conninfo = pytest.importorskip("psycopg.conninfo", reason="no client of PostgreSQL")

PIECES = st.one_of(
    st.sampled_from(
        ["trusted", "127.0.0.1", "[::1]", ":", "5432", "0", "@", "/", "/db", "?", "&", "=", ",",
         "host", "hostaddr", "port", "service", "servicefile", "dbname", "=other", "=/tmp",
         "%", "%2C", "%2f", "%3f", "%68ost", "+", ";", "user=u", "sslmode=require", " ", "'",
         "postgresql://other/db", "host=other"]
    ),
    st.text(max_size=2),
)  # fmt: skip


@given(st.lists(PIECES, max_size=9).map(lambda parts: "postgresql://" + "".join(parts)))
@example("postgresql://trusted/db?dbname=host=other")
@example("postgresql://trusted/host=other")
@example("postgresql:///db?host=/tmp&sslmode=require")
@example("postgresql:///db?host=/tmp%2Cother")
@example("postgresql:///db?host=/tmp&%68ost=other")
@example("postgres://u:p%40other@trusted:5433/db%3Fhost=other")
def test_the_driver_goes_where_the_address_is_read_to_be(url: str) -> None:
    try:
        address = database_address(url)
    except ServerError:
        return
    for one in (url, address):
        try:
            asked = conninfo.conninfo_to_dict(one)
        except psycopg.Error:
            continue  # it goes nowhere
        _, host, port = read_url(one, ("postgresql", "postgres"), user=True).origin
        assert (str(asked.get("host", "")).lower(), int(asked.get("port", 5432))) == (host, port)
        assert not {"hostaddr", "service", "servicefile"} & asked.keys()


@pytest.fixture
def bystander():
    """A server that nobody named."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        yield server


def asked(server: socket.socket) -> bool:
    try:
        server.accept()[0].close()
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "form",
    ["{url}?host=127.0.0.1&port={port}", "{url}?hostaddr=127.0.0.1&port={port}",
     "{url}?port={port}", "{url}?host=127.0.0.1:{port}", "{url}?dbname=port={port}",
     "{url}?dbname=postgresql://127.0.0.1:{port}/db", "{url}%3Fport={port}",
     "{url}?service=other", "{url}?options=-c%20port={port}"],
)  # fmt: skip
async def test_no_parameter_leads_to_another_server(form, postgres, bystander) -> None:
    url = form.format(url=postgres, port=bystander.getsockname()[1])
    with pytest.raises(ServerError):
        async with open_postgres(database_address(url), "any"):
            pass
    assert not asked(bystander)


SENDERS = [
    "sslkeylogfile={here}/written",
    "sslcert={here}/mine&sslkey={here}/mine",
    "oauth_issuer=https://127.0.0.1:{port}&oauth_client_id=a",
    "options=-c%20search_path%3Dtheirs",
    "user=theirs&password=theirs",
    "passfile={here}/mine",
]


@pytest.mark.parametrize("more", SENDERS)
async def test_a_sender_says_only_where_a_trusted_database_is(
    more, postgres, in_database, tmp_path, bystander
) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(b"CREATE SCHEMA IF NOT EXISTS theirs")
    await played(tmp_path / "sent", in_database, stop=1)
    file = tmp_path / "sent" / "game.json"
    meta, meta_before = (json.loads(file.read_text()) for _ in range(2))
    more = more.format(here=tmp_path, port=bystander.getsockname()[1])
    meta["servers"]["checkpoints"] += f"?{more}"
    file.write_text(json.dumps(meta))
    with SavedGame.open(tmp_path / "sent") as game:
        assert (game.own, game.servers) == (False, in_database)
    assert await gone_on(tmp_path / "sent")
    with psycopg.connect(postgres) as connection:
        found = connection.execute(b"SELECT to_regclass('theirs.checkpoints')").fetchone()
    assert found == (None,)
    assert not (tmp_path / "written").exists()
    assert not asked(bystander)
    assert json.loads(file.read_text())["servers"] == meta_before["servers"]


def test_an_own_database_keeps_its_parameters_without_what_lets_somebody_in(tmp_path) -> None:
    secret = "oauth_client_secret=s3cret&scram_client_key=s3cret&passfile=/home/me/pass"
    address = database_address(f"postgresql://h/db?sslmode=verify-full&{secret}")
    assert address == "postgresql://h/db?sslmode=verify-full"


@pytest.mark.parametrize("servers", [[], "x", {"checkpoints": []}, {"memory": 3}])
def test_a_damaged_file_of_servers_is_one_error(tmp_path: Path, servers: object) -> None:
    (tmp_path / SERVERS_FILE).write_text(json.dumps({"servers": servers, "thread": "t"}))
    if not servers or servers == {"memory": 3}:
        assert servers_for(tmp_path, Servers()) == Servers()
        return
    with pytest.raises(MMAgentsError, match=r"damaged|cannot be opened"):
        servers_for(tmp_path, Servers())


def test_an_experiment_of_somebody_else_names_no_memories_and_no_parameters(tmp_path) -> None:
    named = {"checkpoints": "postgresql://u:p@h/db?sslkeylogfile=/x", "memory": "http://h:1"}
    (tmp_path / SERVERS_FILE).write_text(json.dumps({"servers": named, "thread": "theirs"}))
    assert servers_for(tmp_path, Servers()) == Servers("postgresql://h/db")
    assert trust.unnamed_servers("postgresql://h/db")
