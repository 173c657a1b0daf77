"""Links, the guard at the door, and the hall of saved games."""

import asyncio
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from mmagents.cli.shown.totals import markdown
from mmagents.cli.table import table
from mmagents.errors import MMAgentsError
from mmagents.nodes.context import Context
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import read_record
from mmagents.web.pages import parts
from mmagents.web.server.guard import PAGES_BURST, Guard
from mmagents.web.server.hall import Hall
from mmagents.web.server.links import Links

SECRET = "a-secret-of-the-host-0123456789"


@pytest.fixture
def own_game(tmp_path):
    """The folder of a game that this user began."""
    begin(tmp_path / "game", "mini", 1, Context(turns=9)).close()
    return tmp_path / "game"


def test_a_link_opens_its_seat_until_it_is_taken_back(own_game):
    links = Links(own_game)
    mara, public = links.new("mara"), links.new()
    again = Links(own_game)
    assert (again.opens(mara), again.opens(public), again.opens("x")) == ("mara", "", None)
    newer = again.new("mara")
    assert (again.opens(mara), again.opens(newer)) == (None, "mara")
    again.revoke("mara")
    assert Links(own_game).opens(newer) is None


def test_a_secret_is_kept_as_a_digest_that_only_its_owner_reads(own_game):
    secret = Links(own_game).new("mara")
    file = own_game / "table.json"
    assert secret not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(secret) >= 32
    assert len({Links(own_game).new("mara") for _ in range(20)}) == 20


async def hello(scope, receive, send):
    await PlainTextResponse("hello")(scope, receive, send)


def client(secret=None, base_url="http://127.0.0.1:8470"):
    guard = Guard(hello, port=8470, secret=secret, local="127.0.0.1" in base_url)
    return TestClient(guard, base_url=base_url)


def test_on_another_address_the_hosts_pages_need_the_secret_and_links_their_own():
    browser = client(SECRET, "http://192.168.0.7:8470")
    assert browser.get("/").status_code == 403
    assert browser.get("/g/one").status_code == 403
    assert browser.get("/g/one/take/jsonl").status_code == 403
    assert browser.get("/?key=wrong").status_code == 403
    assert browser.get("/g/one/seat/abc").status_code == 200
    assert browser.get("/g/one/watch/abc").status_code == 200
    assert browser.get("/g/one/seats").status_code == 403
    answer = browser.get(f"/?key={SECRET}", follow_redirects=False)
    assert answer.status_code == 303
    assert SECRET not in answer.headers["location"]
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert browser.get("/g/one").status_code == 200


def test_on_this_machine_no_other_name_and_no_other_site_comes_in():
    assert client().get("/").status_code == 200
    assert client().get("/", headers={"host": "evil.example:8470"}).status_code == 403
    assert client().get("/", headers={"origin": "http://evil.example"}).status_code == 403
    assert client().get("/", headers={"origin": "http://127.0.0.1:8470"}).status_code == 200


def test_sizes_and_rates_are_limited(monkeypatch):
    monkeypatch.setattr(parts, "time", SimpleNamespace(monotonic=lambda: 0.0))
    browser = client()
    assert browser.post("/", content=b"x" * 200_000).status_code == 413
    codes = [browser.get("/").status_code for _ in range(int(PAGES_BURST) + 20)]
    assert codes[0] == 200
    assert codes[-1] == 429


def test_every_answer_forbids_what_is_not_of_this_server():
    headers = client().get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


async def played(game):
    game.pace = 0
    game.play()
    while game.running:
        await asyncio.sleep(0.01)
    return game


async def test_games_are_begun_listed_branched_and_kept_apart_and_hold_no_key(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hunter2hunter2")
    hall = Hall(tmp_path, markdown)
    name = await hall.begin("mini", 3, Context(turns=5))
    assert name == "mini-3"
    assert await hall.begin("mini", 3, Context(turns=5)) == "mini-3-2"
    game = await played(hall.table(name).game)
    seats = [row["speaker"] for row in game.rows]
    other = next(seat for seat in game.table.seats if seat != seats[2])
    fork = await hall.branch(name, 3, speaker=other)
    other_one = await played(hall.table(fork).game)
    assert [row["speaker"] for row in other_one.rows[:3]] == [*seats[:2], other]
    assert other_one.rows[2]["ledger"]["reason"].startswith("the floor was given by hand")
    assert other_one.rows[2]["ledger"]["bids"] == game.rows[2]["ledger"]["bids"]
    assert len(other_one.rows) == 5
    assert other_one.meta["forked_from"] == {"turn": 3, "game": name}
    line = await hall.branch(name, 2, say=("kit", "I never left the tent."))
    assert read_record(tmp_path / line)[1][-1]["turn"] == 1
    assert set(hall.names()) == {name, "mini-3-2", fork, line}
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert not [file for file in files if b"hunter2" in file.read_bytes()]


@pytest.mark.parametrize("name", ["../secret", "", ".hidden", "a/b", "nobody", "a" * 200])
def test_no_name_leads_out_of_the_hall(tmp_path, name):
    (tmp_path / "hall").mkdir()
    begin(tmp_path / "secret", "mini", 3, Context()).close()
    with pytest.raises(MMAgentsError, match="no such game"):
        Hall(tmp_path / "hall", markdown).table(name)


async def test_what_was_being_played_when_the_server_ended_goes_on_with_the_next(tmp_path):
    hall = Hall(tmp_path, markdown)
    name = await hall.begin("mini", 3, Context(turns=4))
    other = await hall.begin("mini", 4, Context(turns=4))
    hall.table(name).links.choose(playing=True, pace=0.0)
    later = Hall(tmp_path, markdown)
    assert later.go_on_with_all() == [name]
    while later.table(name).game.running:
        await asyncio.sleep(0.01)
    assert later.table(name).game.standing.status == "ended"
    assert not later.table(other).game.rows


def test_without_the_extra_no_address_is_given_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("mmagents.web.server.door.find_spec", lambda name: None)
    with pytest.raises(MMAgentsError, match=r"pip install 'mmagents\[web\]'"):
        table(tmp_path / "games", "127.0.0.1", 0, browser=False)
    assert capsys.readouterr().out == ""
    assert not (tmp_path / "games").exists()
