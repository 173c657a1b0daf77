"""The page lets in whoever it should, and what comes over its open connections is checked."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from mmagents.cli.shown.totals import markdown
from mmagents.errors import MMAgentsError
from mmagents.models.client.trust import allow_server
from mmagents.nodes.context import Context
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import read_record
from mmagents.scenarios.loader import scenario_path
from mmagents.web.pages.fork import differences
from mmagents.web.pages.start import choice_of, start_form
from mmagents.web.server.hall import Hall
from mmagents.web.server.links import Links
from tests.security.browsers import Browser, get, until
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving
from tests.web.conftest import Server

pytest.importorskip("nicegui", reason="the extra `web` is not installed")
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

pytestmark = pytest.mark.slow  # one server for all


KEY = "sk-precious-0123456789abcdef"
SAID = "Let us go through that evening once more."


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table with a secret, and a game in which Petra is a person; it goes on by itself."""
    games = tmp_path_factory.mktemp("table") / "games"
    games.mkdir()
    begin(games / "party", "mini", 3, Context(turns=40, seats={"petra": "human"})).close()
    links = Links(games / "party")
    links.choose(playing=True, pace=0.0)
    (games / "link.txt").write_text(links.new("petra"))
    server = Server(games, secret=True)
    server.start()
    yield server
    server.stop()


def somebody_elses(game: Path) -> None:
    """Take this user's mark from a game."""
    meta = json.loads((game / "game.json").read_text())
    del meta["mark"]
    (game / "game.json").write_text(json.dumps(meta))


def host_cookie(table: Server) -> str:
    """Return the cookie of whoever has the address that was printed."""
    key = re.search(r"key=(\S+)", table.printed)
    assert key is not None, table.printed
    return f"mmagents-host-{table.port}={key[1]}"


def seat_of(table: Server) -> str:
    """Return the link to Petra's seat."""
    return f"{table.address}/g/party/seat/{(table.games / 'link.txt').read_text()}"


def spoken(table: Server) -> list[str]:
    """Return what stands in the transcript."""
    return [row["text"] for row in read_record(table.games / "party")[1]]


def test_on_this_machine_too_the_hosts_pages_need_the_secret(table: Server) -> None:
    for path in ("/", "/g/party", "/g/party/take/jsonl"):
        assert get(f"{table.address}{path}")[0] == 403
        assert get(f"{table.address}{path}?key=wrong")[0] == 403
        assert get(f"{table.address}{path}", Cookie=host_cookie(table))[0] == 200


@pytest.mark.parametrize(
    "foreign", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
)
def test_another_name_and_another_site_stay_outside(table: Server, foreign: dict) -> None:
    assert get(f"{table.address}/", Cookie=host_cookie(table), **foreign)[0] == 403


def test_a_revoked_seat_speaks_no_more_and_its_line_is_closed(table: Server) -> None:
    seat = Browser(table, seat_of(table))

    def heard() -> bool:
        seat.submit("say", bid="9", say=SAID, go="do")
        seat.attend()
        return SAID in spoken(table)

    until(heard)  # so far its words enter the game
    Links(table.games / "party").revoke("petra")
    turns = spoken(table).count(SAID)
    with suppress(ConnectionClosed):  # it may be closed already
        seat.submit("say", bid="9", say="I am still here though revoked.", go="do")
    assert seat.is_closed()
    seat.close()
    assert "I am still here though revoked." not in spoken(table)
    assert spoken(table).count(SAID) <= turns + 1  # one may have been under way


MALFORMED = (
    '42["event",5]', '42["event",{}]', "42[", '42["event"]', '42["javascript_response",{"x":1}]',
    '42["ack",3]', '42["handshake",{"a":1}]', "garbage", "4999", '42["log",{"message":"x"}]',
    '451-["event",{"_placeholder":true,"num":0}]', '42["event",{"client_id":"CLIENT"}]',
    '42["event",{"client_id":"CLIENT","id":"a","listener_id":7,"args":"["}]',
)  # fmt: skip


def test_malformed_messages_leave_one_line_and_the_server_goes_on(table: Server) -> None:
    table.stop()
    (table.games / "link.txt").write_text(Links(table.games / "party").new("petra"))
    table.start()  # with a log of its own
    address = seat_of(table)
    other = Browser(table, address)
    for said in MALFORMED * 2:
        browser = Browser(table, address)
        browser.line.send(said.replace("CLIENT", browser.client))
        browser.close()
    stranger = Browser(table, address)
    stranger.client = other.client
    stranger.submit("say", bid="9", say=SAID, go="do")
    assert get(address)[0] == 200
    other.close()
    stranger.close()
    log = table.stop().splitlines()
    table.start()
    assert len([line for line in log if "Malformed" in line]) == 1
    assert not [line for line in log if "Traceback" in line or "Error" in line], log


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A hall with a game, left playing, that names a server; and that server."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with serving(faithful) as server:
        context = Context(turns=2, model="any", base_url=server.url)
        begin(tmp_path / "named", "mini", 3, context).close()
        somebody_elses(tmp_path / "named")
        Links(tmp_path / "named").choose(playing=True, pace=0.0)
        yield Hall(tmp_path, markdown), server


async def test_a_game_that_names_a_server_plays_after_it_was_allowed_and_sends_no_key(named):
    hall, server = named
    assert hall.go_on_with_all() == []
    game = hall.table("named").game
    assert game.to_ask_about() == [server.url]
    for attempt in (game.play, lambda: game.play(one_turn=True)):
        attempt()
        while game.running:
            await asyncio.sleep(0.01)
        assert game.standing.status == "failed"
    with pytest.raises(MMAgentsError, match="allow"):
        await hall.branch("named", 1)
    assert not server.requests
    allow_server(server.url)
    game.play()
    while game.running:
        await asyncio.sleep(0.01)
    assert game.standing.status == "ended", game.standing.trouble
    assert server.requests
    assert KEY not in json.dumps([list(one.items()) for one in server.headers])


@pytest.mark.parametrize(
    "form",
    [
        {"seat-petra": "scripted:/etc/passwd"},
        {"seat-petra": "strategist:scripted:/etc/passwd"},
        {"seat-petra": "python:os:system"},
        {"seat-petra": "openai:any@http://127.0.0.1:9/v1"},
        {"seat-petra": "model", "model": "scripted:/etc/passwd"},
        {"seat-petra": "model", "model": "strategist:scripted:/etc/passwd"},
        {"seat-petra": "model", "model": "python:os:system"},
    ],
)
def test_forms_seat_nobody_that_the_page_does_not_offer(tmp_path: Path, form: dict) -> None:
    with pytest.raises(MMAgentsError, match=r"cannot seat|is no model|was not allowed") as error:
        choice_of({"story": "mini", **form}, {})
    assert "root:" not in str(error.value)
    begin(tmp_path / "one", "mini", 3, Context()).close()
    game = Hall(tmp_path, markdown).table("one").game
    with pytest.raises(MMAgentsError, match=r"cannot seat|is no model|was not allowed"):
        Context(**differences(form, game)["changes"]).check_allowed()


def test_a_story_is_shipped_or_in_the_folder_that_the_operator_names(tmp_path: Path) -> None:
    folder = tmp_path / "stories"
    (folder / "mine").mkdir(parents=True)
    (folder / "mine" / "my.yaml").write_bytes(Path(scenario_path("mini")).read_bytes())
    (tmp_path / "other.yaml").write_bytes(Path(scenario_path("mini")).read_bytes())
    (folder / "link.yaml").symlink_to(tmp_path / "other.yaml")
    outside = ("/etc/passwd", str(tmp_path / "other.yaml"), "../other.yaml", "link.yaml", "")
    for story in (*outside, "mine/my.yaml"):
        with pytest.raises(MMAgentsError, match="--stories DIR"):
            choice_of({"story": story}, {})
    for story in outside:
        with pytest.raises(MMAgentsError, match="--stories DIR"):
            choice_of({"story": story}, {}, folder)
    story, _, context = choice_of({"story": "mine/my.yaml"}, {}, folder)
    assert Path(story) == folder / "mine" / "my.yaml"
    assert context.evening.story_file is None
    assert "mine/my.yaml" in start_form("mini", "en", folder)
    assert "link.yaml" not in start_form("mini", "en", folder)


def line_address(table: Server, **query: str) -> str:
    """Return where the line of a page is opened."""
    asked = urlencode(
        {"EIO": "4", "tab_id": "a", "document_id": "b", "next_message_id": "0", **query}
    )
    return f"127.0.0.1:{table.port}/_nicegui_ws/socket.io/?{asked}"


def test_lines_without_a_page_that_was_served_are_refused_before_they_are_open(table: Server):
    _, lost = get(f"{table.address}/_nicegui/no-such-file")
    claims = [{}, {"client_id": "x"}, {"implicit_handshake": "true"}]
    claims += [{"client_id": str(uuid4()), "implicit_handshake": "true"} for _ in range(197)]
    claims += [{"client_id": one} for one in re.findall(r"client_id\W+([0-9a-f-]{36})", lost)]
    for claim in claims:
        with pytest.raises(InvalidStatus) as refused, ExitStack() as kept:
            kept.enter_context(
                connect(f"ws://{line_address(table, transport='websocket', **claim)}")
            )
        assert refused.value.response.status_code == 403
    for claim in claims[:4]:
        status, said = get(f"http://{line_address(table, transport='polling', **claim)}")
        assert (status, "sid" in said) == (403, False)


def test_a_line_to_a_page_that_was_served_may_be_polled(table: Server) -> None:
    _, page = get(seat_of(table))
    client = re.search(r"client_id\W+([0-9a-f-]{36})", page)[1]
    status, said = get(f"http://{line_address(table, transport='polling', client_id=client)}")
    assert (status, "sid" in said) == (200, True)
