"""What a page is sent while it is open: words as data, and nobody else's."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from mmagents.nodes.context import Context
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import read_record
from mmagents.scenarios.loader import scenario_path
from mmagents.web.server.links import Links
from tests.security.browsers import Browser, get
from tests.web.conftest import PATIENCE, Server

pytest.importorskip("nicegui", reason="the extra `web` is not installed")
pytestmark = pytest.mark.slow

EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script> {{7*7}} `${1}`"
NAME = "<svg onload=alert(3)> & Lunn"
SHEETS = {"petra": "It is in your paint case", "bram": "You were asleep when you should"}
"""Words that stand on the sheet of one seat alone."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table with two people, one of whom has a hostile name."""
    games = tmp_path_factory.mktemp("live") / "games"
    games.mkdir()
    story = games.parent / "story.yaml"
    told = Path(scenario_path("mini")).read_text().replace("Petra Lunn", NAME)
    assert NAME in told
    story.write_text(told)
    seats = {"petra": "human", "bram": "human"}
    begin(games / "party", str(story), 3, Context(turns=60, seats=seats)).close()
    links = Links(games / "party")
    links.choose(playing=True, pace=0.0)
    for name in ("petra", "bram", ""):
        (games / f"link-{name}.txt").write_text(links.new(name))
    server = Server(games, secret=True)
    server.start()
    yield server
    server.stop()


def seat(table: Server, name: str) -> Browser:
    """Return the browser of a seat; of those who only watch, if the name is empty."""
    way = f"{'seat' if name else 'watch'}/{(table.games / f'link-{name}.txt').read_text()}"
    return Browser(table, f"{table.address}/g/party/{way}")


def host(table: Server) -> Browser:
    key = re.search(r"key=(\S+)", table.printed)[1]
    cookie = f"mmagents-host-{table.port}={key}"
    return Browser(table, f"{table.address}/g/party", Cookie=cookie)


def spoken(table: Server) -> list[str]:
    return [row["text"] for row in read_record(table.games / "party")[1]]


def told(browser: Browser) -> str:
    """Return all that a page was sent since it was loaded, as it reads it."""
    return "\n".join(browser.heard[1:]).encode().decode("unicode_escape", "replace")


def test_words_and_names_come_as_data_and_sheets_to_their_own_seat(table: Server) -> None:
    open_pages = {name: seat(table, name) for name in ("petra", "bram", "")}
    open_pages["host"] = host(table)
    end = time.monotonic() + PATIENCE
    while not any(EVIL in said for said in spoken(table)):
        assert time.monotonic() < end
        for name, words in {"petra": EVIL, "bram": "Go on."}.items():
            open_pages[name].submit("say", bid="9", say=words, go="do")
        for page in open_pages.values():
            page.attend()
    for page in open_pages.values():
        page.attend()
        page.close()
    for name, page in open_pages.items():
        sent = told(page)
        assert "alert(1)" in sent, f"{name}: the words were not shown"
        assert not re.search(r"<(img|script|svg on)", sent), name
        whole = "\n".join(page.heard)
        for owner, words in SHEETS.items():
            assert (words in whole) == (name == owner), (name, owner)


def test_no_page_is_sent_anothers_updates(table: Server) -> None:
    watching, mine = seat(table, ""), seat(table, "petra")
    for claim in ("handshake", "ack", "event", "javascript_response"):
        watching.line.send(f'42["{claim}",{{"client_id":"{mine.client}","id":1}}]')
    watching.attend()
    before = len(watching.heard)
    mine.submit("say", bid="9", say="I say a word.", go="do")
    mine.attend()
    watching.attend()
    assert SHEETS["petra"] not in "\n".join(watching.heard[before:])
    watching.close()
    mine.close()


def test_a_thousand_lines_without_a_page_are_refused_before_they_are_open(table: Server) -> None:
    served = get(f"{table.address}/g/party")[1]
    assert "client_id" not in served
    for number in range(1_000):
        claim = {"client_id": str(uuid4())} if number % 2 else {}
        query = urlencode({"EIO": "4", "transport": "websocket", "tab_id": "a", **claim})
        with ExitStack() as kept:
            line = kept.enter_context(socket.create_connection(("127.0.0.1", table.port), PATIENCE))
            line.sendall(
                f"GET /_nicegui_ws/socket.io/?{query} HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            answer = line.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 403"), (number, answer[:200])
    assert get(f"{table.address}/g/party")[0] == 403
