"""The lanes of a replay page in a real browser: played, sought and clicked, by keyboard too."""

import pytest

from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.saved.saved_game import read_record
from mmagents.showing.gallery import Gallery
from mmagents.showing.html.replay import replay
from mmagents.showing.onlooker import HOST, Standing
from tests.lab.rows import row
from tests.web.pages.games import laid, plain, traffic
from tests.web.pages.test_pages import links

SEATS = ("mara", "tobin", "quill", "ines")
pytestmark = pytest.mark.slow  # a browser


@pytest.fixture(scope="module")
def page_file(browser, tmp_path_factory):
    """The page of a talk in which turn 2 was cut, as a file."""
    games = tmp_path_factory.mktemp("lanes")
    context = Context(turns=6, medium="units", manner="conversation")
    laid(games, "cut", context, story="halcyon-light", seed=2, play=True)
    game = Gallery(games / "cut", open_table=False)
    file = games / "page.html"
    file.write_text(replay(game.as_seen(HOST), game.table, "en", hidden=False), "utf-8")
    return file, game.rows


def at(page):
    return float(page.input_value("#time"))


def test_a_cut_is_opened_by_click_and_by_keyboard_and_tells_what_was_not_said(page_file, visit):
    file, rows = page_file
    page = visit(file.as_uri())
    unsaid = next(row["ledger"]["unsaid"] for row in rows if "unsaid" in row["ledger"])
    told = page.locator(".cut-told")
    assert not told.first.is_visible()
    cut = page.locator("button.cut").first
    cut.click()
    assert unsaid in told.first.inner_text()
    assert cut.get_attribute("aria-expanded") == "true"
    cut.press("Enter")
    assert not told.first.is_visible()
    cut.press("Enter")
    assert told.first.is_visible()


def test_keys_and_clicks_move_the_playhead_and_the_talk_follows(page_file, visit):
    file, rows = page_file
    page = visit(file.as_uri())
    reel, turns = page.locator(".reel"), page.locator(".turn:visible")
    assert turns.count() == 1
    reel.press("ArrowRight")
    reel.press("ArrowRight")
    assert at(page) == pytest.approx(rows[2]["start"], abs=0.06)
    assert page.get_attribute(".turn.chosen", "data-turn") == "3"
    assert turns.count() == 3
    reel.press("Home")
    assert at(page) == 0
    page.locator("#time").press("End")
    assert turns.count() == len(rows)
    page.locator('.turn[data-turn="2"] .said').click()
    assert at(page) == pytest.approx(rows[1]["start"], abs=0.06)
    box = page.locator(".track").bounding_box()
    page.locator(".track").click(position={"x": 3 * 14, "y": box["height"] - 2})
    assert at(page) == pytest.approx(3, abs=0.2)


def test_what_has_no_time_of_its_own_is_gone_through_turn_by_turn(page_file, visit):
    file, rows = page_file
    deeds = [
        {**row(len(rows) + n, rows[0]["speaker"], "Looks.", rule="look"), "heard_by": [*SEATS]}
        for n in (1, 2, 3)
    ]
    table = table_for("halcyon-light", Context())
    now = Standing(table.seats, [*rows, *deeds], len(rows) + 3, "ended", "vote")
    beside = file.with_name("deeds.html")
    beside.write_text(replay(now, table, "en", hidden=False), "utf-8")
    page = visit(beside.as_uri())
    page.locator("#time").press("End")
    reel, turns = page.locator(".reel"), page.locator(".turn:visible")
    for left in (3, 2, 1, 0):
        assert turns.count() == len(rows) + left
        assert page.get_attribute(".turn.chosen", "data-turn") == str(len(rows) + left)
        reel.press("ArrowLeft")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_it_plays_at_speed_hides_what_is_ahead_and_stops_at_the_end(page_file, visit, motion):
    file, rows = page_file
    page = visit(file.as_uri(), reduced_motion=motion)
    page.click("#play")
    ahead = page.locator(".ahead")
    assert ahead.evaluate("one => getComputedStyle(one).opacity") == "1"
    assert not page.locator("button.cut").first.is_visible()
    page.click("[data-rate='16']")
    assert page.get_attribute("[data-rate='16']", "aria-pressed") == "true"
    assert page.get_attribute("[data-rate='1']", "aria-pressed") == "false"
    page.wait_for_selector("#lanes:not(.playing)")
    assert at(page) == pytest.approx(max(row["end"] for row in rows), abs=0.11)
    assert page.locator(".turn:visible").count() == len(rows)
    assert page.inner_text("#play") == "Play"


def test_a_phone_shows_the_lanes_without_scrolling_sideways(page_file, visit):
    page = visit(page_file[0].as_uri(), viewport={"width": 400, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    assert page.locator(".lane").first.is_visible()
    lanes, talk, ring = (
        page.locator(one).bounding_box()["y"] for one in ("#lanes", "#talk", "#ring")
    )
    assert lanes < talk < ring


def test_a_table_s_page_has_lanes_and_leads_to_the_page_that_plays_them(server, visit):
    timed = Context(turns=4, medium="units", manner="conversation")
    laid(server.games, "timed", timed, story="halcyon-light", seed=2, play=True)
    host = visit(f"{server.address}/g/timed")
    rows = read_record(server.games / "timed")[1]
    cut = next(row for row in rows if "unsaid" in row["ledger"])
    host.locator("button.cut").first.click()
    host.wait_for_selector(".cut-told q")
    assert cut["ledger"]["unsaid"] in host.inner_text(".cut-told q")
    host.goto(f"{server.address}{host.get_attribute('.plays a', 'href')}")
    assert host.locator("#lanes #play").is_visible()

    seats = [row["speaker"] for row in rows if row["speaker"] != cut["speaker"]]
    [link] = links(visit(f"{server.address}/g/timed"), seats[0])
    guest = visit("about:blank")
    received = traffic(guest)
    guest.goto(link)
    guest.locator("button.cut").first.click()
    guest.wait_for_selector(".cut-told")
    guest.goto(f"{server.address}{guest.get_attribute('.plays a', 'href')}")
    assert guest.locator(".cut-told").count()
    assert cut["text"][:20] in plain(received)
    assert cut["ledger"]["unsaid"][:20] not in plain(received)


def test_a_table_without_times_has_no_lanes(server, visit):
    laid(server.games, "untimed", Context(turns=2), play=True)
    host = visit(f"{server.address}/g/untimed")
    host.wait_for_selector(".turn")
    assert host.locator(".lanes, .plays").count() == 0
