"""What an address is taken for is where a client connects, wherever addresses are compared."""

import asyncio
import json
import pickle
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import httpx2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mmagents import Context
from mmagents.errors import MMAgentsError
from mmagents.graph import graph
from mmagents.models.client.providers import ModelError, parse_spec
from mmagents.models.client.trust import allow_server, may_have_key, trust_server, unnamed_servers
from mmagents.saved.begin import begin
from mmagents.stores.servers.addresses import ServerError, database_address, memory_address
from mmagents.stores.urls import URLError, read_url
from mmagents.web.server.hall import Hall
from mmagents.web.server.links import Links
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

PIECES = st.one_of(
    st.sampled_from(
        ["http://", "https://", "HTTP://", "trusted", "Other.example", "127.0.0.1", "127.1",
         "[::1]", "[", "]", ":", "8000", "080", "0", "99999", "@", "/", "//", "/v1", "?a=b", "#",
         "\\", "%", "%40", "%2f", ".", "..", "-", "_", "。", "ｅ", "ı", "xn--", " ", "\t", "\n",
         "\x00", "\x1b", "'"]
    ),
    st.text(max_size=3),
)  # fmt: skip
STANDARD = {"http": 80, "https": 443}


@given(st.lists(PIECES, max_size=8).map(lambda parts: "http://" + "".join(parts)))
@example("http://trusted:8000 @other:18998/v1")
@example("http://trusted\\@other/v1")
@example("http://[::1]:8000/v1?a=b@c")
@example("https://A.example.:0443/x//y:z@w")
def test_an_address_is_read_as_the_clients_read_it_or_refused(url: str) -> None:
    try:
        read = read_url(url)
    except URLError:
        return
    for library in (httpx, httpx2):
        asked = library.URL(url)
        host = asked.raw_host.decode().lower()
        assert (asked.scheme, host, asked.port or STANDARD[asked.scheme]) == read.origin
        assert not asked.userinfo
    parts = urlsplit(url)
    assert (parts.scheme, parts.hostname, parts.port or STANDARD[parts.scheme]) == read.origin


@given(st.text(max_size=4), st.sampled_from(["{}://h", "http://{}/h h", "http://u:{}@h"]))
def test_what_is_refused_is_told_in_one_line_of_plain_characters(odd: str, form: str) -> None:
    with pytest.raises(URLError) as refused:
        read_url(form.format(odd), ("https",))
    told = str(refused.value)
    assert told.isprintable()
    assert str(pickle.loads(pickle.dumps(refused.value))) == told


ODD = [
    "http://{trusted} @{other}/v1",
    "http://{trusted}\t@{other}/v1",
    "http://{trusted}\\@{other}/v1",
    "http://{trusted}@{other}/v1",
    "http://{trusted}/@http://{other}/v1",
    "http://{other}/v1\x1b[2K",
]


@pytest.fixture
def other():
    """A server that nobody named."""
    with serving(faithful) as server:
        yield server


@pytest.fixture(params=ODD)
def address(request, other) -> str:
    """An address that looks like a server which is trusted and agreed to, and is another."""
    trust_server("http://trusted:8000")
    allow_server("http://trusted:8000")
    where = other.url.removeprefix("http://").partition("/")[0]
    return request.param.format(trusted="trusted:8000", other=where)


@pytest.mark.parametrize("field", ["base_url", "in the name", "strategist"])
def test_it_is_not_taken_for_a_trusted_one(address: str, field: str) -> None:
    fields = {
        "base_url": {"base_url": address},
        "in the name": {"model": f"openai:any@{address}"},
        "strategist": {"seats": {"petra": f"strategist:openai:any@{address}"}},
    }[field]
    with suppress(URLError):
        assert [one for one in unnamed_servers(fields) if not may_have_key(one)]


def test_nothing_of_a_saved_game_goes_there(address, other, change, sent, mmagents) -> None:
    change(model="any", base_url=address)
    code, said = mmagents("resume", sent, "--turns", 9, "--quiet")
    assert (code, other.requests) == (2, [])
    assert said.replace("\n", "").isprintable()


def test_nothing_of_a_grid_goes_there(address, other, mmagents, tmp_path) -> None:
    grid = tmp_path / "grid.yaml"
    grid.write_text(
        "name: sent\nscenario: mini\nconditions: [ss]\nconversations: 1\nturns: 2\n"
        f"model: any\nbase_url: {json.dumps(address)}\n"
    )
    code, _ = mmagents("experiment", "run", grid, "--out", tmp_path / "out", "--workers", 1)
    assert (code, other.requests, (tmp_path / "out").exists()) == (2, [], False)


def test_nothing_of_a_clients_context_goes_there(address, other, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    served = {"configurable": {"assistant_id": "mmagents"}}
    with pytest.raises(MMAgentsError):
        graph.invoke(
            {"scenario": "mini", "seed": 1},
            config=served,
            context=Context(turns=1, model="any", base_url=address),
        )
    assert not other.requests


async def test_the_page_begins_no_game_that_goes_there(address: str, tmp_path: Path) -> None:
    hall = Hall(tmp_path, lambda rows, table: "")
    with pytest.raises(MMAgentsError):
        await hall.begin("mini", 1, Context(turns=1, model="any", base_url=address))
    assert hall.names() == []


def made_by_somebody_else(file: Path) -> None:
    """Leave out the mark by which a user knows a game of their own."""
    file.write_text(json.dumps({**json.loads(file.read_text()), "mark": ""}))


async def test_the_page_goes_on_with_no_game_that_goes_there(address, other, tmp_path) -> None:
    begin(tmp_path / "sent", "mini", 3, Context(turns=2, model="any", base_url=address)).close()
    made_by_somebody_else(tmp_path / "sent" / "game.json")
    Links(tmp_path / "sent").choose(playing=True, pace=0.0)
    hall = Hall(tmp_path, lambda rows, table: "")
    assert hall.go_on_with_all() == []
    game = hall.table("sent").game
    game.play()
    while game.running:
        await asyncio.sleep(0.01)
    assert (game.standing.status, other.requests) == ("failed", [])
    assert game.standing.trouble


@pytest.mark.parametrize(
    "url", [*ODD[:4], "http://ada:pa55word@h/v1", "http://h:x/v1", "http:///v1"]
)
def test_a_model_is_at_a_plain_address(url: str) -> None:
    with pytest.raises(ModelError, match="is no address") as error:
        parse_spec("openai:any", url.format(trusted="trusted", other="other"))
    assert "pa55word" not in str(error.value)


@pytest.mark.parametrize(
    "more",
    [
        "host=other",
        "hostaddr=10.0.0.1",
        "port=9",
        "service=x",
        "ho%73t=other",
        "host=",
    ],
)
def test_parameters_name_no_other_database_than_its_address(more: str) -> None:
    with pytest.raises(ServerError, match="its parameters name another server"):
        database_address(f"postgresql://trusted/db?sslmode=require&{more}")


@pytest.mark.parametrize("url", ["http://u:p@trusted @other", "http://a@b@c", "http://h\\x"])
def test_a_chroma_server_is_at_a_plain_address(url: str) -> None:
    with pytest.raises(ServerError, match="no address to keep a game at"):
        memory_address(url)


def test_the_folder_of_a_socket_is_followed_by_no_second_server() -> None:
    assert database_address("postgresql:///db?host=/tmp")
    with pytest.raises(ServerError, match="its parameters name another server"):
        database_address("postgresql:///db?host=/tmp,other")
