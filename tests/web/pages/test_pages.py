"""The table in a real browser."""

import asyncio
import json
import time
from contextlib import aclosing, suppress
from pathlib import Path

import pytest

import mmagents.scenarios
from benchmarks.engine.table_clients import TURN, line_of, loaded
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.saved.saved_game import read_record
from mmagents.scenarios.loader import load_scenario
from mmagents.web.server.links import Links
from tests.web.conftest import PATIENCE
from tests.web.pages.games import beside, laid, plain, sheet_texts, traffic

pytestmark = pytest.mark.slow  # one server for all

TALK = Context(turns=6)


def test_a_game_is_started_watched_to_its_end_and_replayed_without_a_server(
    server, visit, tmp_path
):
    page = visit(server.address)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.select_option("select[name=story]", "mini")
    page.wait_for_selector("select[name=seat-petra]")
    page.fill("input[name=seed]", "3")
    page.fill("input[name=turns]", "4")
    page.click("button[value=cost]")
    page.wait_for_selector("text=nothing to pay")
    page.click("button[value=start]")
    page.wait_for_url("**/g/mini-3")
    page.select_option("select[name=pace]", "0")
    page.click("button[data-act=play]")
    page.wait_for_selector(".ending h2")
    assert page.locator(".turn").count() >= 7
    page.locator(".turn", has=page.locator(".badge", has_text="1b")).first.click()
    page.wait_for_selector(".ledger .bids li")
    assert "Rule 1" in page.inner_text(".ledger")
    page.locator("details[data-panel=knows] summary").click()
    page.wait_for_selector("table.knows td.k")
    page.locator("table.knows button").first.click()
    page.wait_for_selector(".road li")
    page.locator("details[data-panel=told] summary").click()
    page.locator("details[data-panel=told] button").first.click()
    page.wait_for_selector("details[data-panel=told] pre")
    assert "You play" in page.inner_text("details[data-panel=told] pre >> nth=0")
    assert all(url.startswith(server.address) for url in asked)

    page.locator("details[data-panel=download] summary").click()
    with page.expect_download() as download:
        page.click("a[href$='/take/replay']")
    download.value.save_as(tmp_path / "replay.html")
    replay = visit((tmp_path / "replay.html").as_uri())
    assert replay.locator(".turn:visible").count() == 1
    assert not replay.locator("#verdict").is_visible()
    replay.locator("#time").press("End")
    replay.wait_for_selector("#verdict h2")
    assert replay.locator(".turn:visible").count() == page.locator(".turn").count()
    closed = replay.locator(".turn", has=replay.locator(".note.put:not(.open)")).last
    asks = replay.locator(f".turn[data-turn='{closed.get_attribute('data-turn')}']")
    asks.click()  # back to the turn that asked
    assert asks.locator(".note.put").get_attribute("class") == "note put open"


def test_a_page_shows_what_changed_before_its_browser_had_opened_a_line(server, visit):
    laid(server.games, "late", Context(turns=2))
    address = f"{server.address}/g/late"
    client = beside(loaded(address))
    host = visit(address)
    host.select_option("select[name=pace]", "0")
    host.click("button[data-act=play]")
    host.wait_for_selector('.turn[data-turn="2"]')

    async def shown():
        async with asyncio.timeout(PATIENCE), aclosing(line_of(address, client)) as line:
            async for text in line:
                if TURN.search(text):
                    return True

    assert beside(shown())


def links(host, *seats):
    """Hand out links, and return their addresses; "" is the spectators'."""
    if host.locator("details[data-panel=links]").get_attribute("open") is None:
        host.locator("details[data-panel=links] summary").click()
    found = []
    for seat in seats:
        host.click(f'button[data-act=link][data-arg="{seat}"]')
        way = "/seat/" if seat else "/watch/"
        field = host.locator(f'input[data-link][data-of="{seat}"]')
        field.wait_for()
        assert way in field.input_value()
        found.append(field.input_value())
    return found


SAID = "Let us go through it once more. <img src=x onerror=window.pwned=1>"


A_MOMENT = 2000
"""Milliseconds after which what was asked a moment ago is no longer there to be answered."""


def act(page):
    """Do whatever is asked of a person now; return whether anything was."""
    from playwright.sync_api import TimeoutError as GoneError

    with suppress(GoneError):  # the form may go between being seen and being sent
        choice = page.locator("form[data-form=choose]")
        if choice.count():
            choice.locator("input[type=radio]").first.check(timeout=A_MOMENT)
            choice.locator("button[value=do]").click(timeout=A_MOMENT)
            return True
        go = page.locator("form[data-form=say] button[value=do]")
        if go.count() and go.is_visible():
            page.fill("textarea[name=say]", SAID, timeout=A_MOMENT)
            go.click(timeout=A_MOMENT)
            return True
    return False


def opened_anew(page, link):
    """Open a link again, though the page may be loading itself anew at this moment."""
    from playwright.sync_api import Error

    for _ in range(5):
        with suppress(Error):
            return page.goto(link)
        page.wait_for_timeout(500)
    return page.goto(link)


def until_shown(selector, page, *acting):
    """Do what is asked of those who act until something is shown on a page."""
    until = time.monotonic() + PATIENCE
    while not page.locator(selector).count():
        assert time.monotonic() < until, f"There was no {selector}"
        acted = [act(one) for one in acting]
        page.wait_for_timeout(50 if any(acted) else 150)


def test_two_people_play_to_the_verdict_and_one_loses_the_line_and_the_server_is_killed(
    server, visit
):
    seats = {"petra": "human", "bram": "human"}
    first, second = seats
    context = Context(evening={"kind": "whole", "lengths": {"discussion": 3}}, seats=seats)
    laid(server.games, "party", context)
    host = visit(f"{server.address}/g/party")
    one_link, two_link = links(host, first, second)
    one, two = visit(one_link), visit(two_link)
    host.select_option("select[name=pace]", "0")
    host.click("button[data-act=play]")

    one.wait_for_selector("form[data-form=say] button[value=do], form[data-form=choose]")
    one.fill("textarea[name=say]", "I am not done with this sentence")
    two.context.set_offline(True)
    two.wait_for_timeout(300)
    server.stop(kill=True)
    server.start()
    two.context.set_offline(False)
    opened_anew(one, one_link)
    opened_anew(two, two_link)
    one.wait_for_selector("form[data-form=say]")
    assert one.input_value("textarea[name=say]") == "I am not done with this sentence"
    until_shown(".ending h2", one, one, two)

    _, rows = read_record(server.games / "party")
    assert [row["turn"] for row in rows] == list(range(1, len(rows) + 1))
    said = [row["text"] for row in rows if row["speaker"] in seats]
    assert SAID in said


def test_the_time_slider_goes_over_a_thousand_turns_and_sends_what_is_shown(server, visit):
    laid(server.games, "long", Context(turns=20), play=True)
    record = server.games / "long" / "transcript.jsonl"
    rows = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    many = [{**rows[n % 20], "turn": n + 1, "answers": None, "closed": []} for n in range(1000)]
    record.write_text("".join(json.dumps(row) + "\n" for row in many), "utf-8")
    page = visit(f"{server.address}/g/long")
    page.wait_for_selector('.turn[data-turn="1000"]')
    slider = page.locator("input[data-live=time]")
    slider.focus()
    slider.evaluate("e => { e.value = 500; e.dispatchEvent(new Event('input', {bubbles: true})) }")
    page.wait_for_selector('.turn.chosen[data-turn="500"]')
    assert page.locator(".turn").count() <= 60
    assert page.locator(".turn").last.get_attribute("data-turn") == "500"
    assert "Turn 500 of 1000" in page.inner_text(".ring .head")
    assert page.locator(".ledger h3").inner_text().startswith("Turn 500")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('.turn.chosen[data-turn="501"]')
    assert "Turn 501" in page.inner_text(".ledger h3")


def test_a_fork_from_here_shows_both_sides_and_where_they_part(server, visit):
    laid(server.games, "one", Context(turns=6), play=True)
    page = visit(f"{server.address}/g/one")
    slider = page.locator("input[data-live=time]")
    slider.evaluate("e => { e.value = 4; e.dispatchEvent(new Event('input', {bubbles: true})) }")
    page.wait_for_selector('.turn.chosen[data-turn="4"]')
    page.locator("details[data-panel=links] summary").click()
    page.fill("input[name=patience]", "soon")
    page.click("form[data-form=table] button")
    page.wait_for_selector("[data-panel=links] .error")
    page.locator("details[data-panel=fork] summary").click()
    page.select_option("form[data-form=fork] select[name=speaker]", "kit")
    page.fill("form[data-form=fork] input[name=line]", "I was by the pond, if you must know.")
    page.select_option("form[data-form=fork] select[name=seat-petra]", "model")
    page.click("form[data-form=fork] button")
    page.wait_for_selector("text=Name the model that plays there")
    page.select_option("form[data-form=fork] select[name=seat-petra]", "human")
    page.select_option("form[data-form=fork] select[name=condition]", "round-robin")
    page.click("form[data-form=fork] button")
    page.wait_for_url("**/beside/one")
    page.wait_for_selector("text=They differ from turn 4 on.")
    page.wait_for_selector("text=I was by the pond, if you must know.")
    assert page.locator(".both section").count() == 2
    meta, _ = read_record(server.games / "one-from-4")
    assert meta["context"]["seats"] == {"petra": "human"}
    assert meta["context"]["condition"] == "round-robin"


def test_no_browser_receives_what_its_seat_may_not_know(server, visit):
    context = Context(evening={"kind": "whole", "lengths": {"discussion": 4}})
    laid(server.games, "secret", context, seed=5)
    table = table_for("mini", context)
    host = visit(f"{server.address}/g/secret")
    eyes = [*table.seats[:2], ""]
    seen, pages = {}, []
    for seat, link in zip(eyes, links(host, *eyes), strict=True):
        page = visit("about:blank")
        seen[seat] = traffic(page)
        pages.append(page)
        page.goto(link)
        page.wait_for_selector(".ring")
    host.select_option("select[name=pace]", "0")
    host.click("button[data-act=play]")
    for page in (host, *pages):
        page.wait_for_selector(".ending h2")

    _, rows = read_record(server.games / "secret")
    thoughts = {b["thought"]: b["seat"] for row in rows for b in row["ledger"]["bids"]}
    assert any(set(row["heard_by"]) < set(table.seats) for row in rows)
    for seat, received in seen.items():
        text = plain(received)
        heard = [
            row["text"]
            for row in rows
            if (seat in row["heard_by"] if seat else set(row["heard_by"]) == set(table.seats))
        ]
        assert all(words in text for words in heard[-3:])
        forbidden = {row["text"] for row in rows} - set(heard)
        forbidden |= {said for said, by in thoughts.items() if by != seat and len(said) > 20}
        for other in table.seats:
            forbidden |= sheet_texts(table, other) if other != seat else set()
        allowed = "\n".join([*heard, *(sheet_texts(table, seat) if seat else ())])
        assert not [words for words in forbidden if words in text and words not in allowed]
        assert str(server.games) not in text


NASTY = "<script>window.pwned=1</script><img src=x onerror=window.pwned=1> & \u202edlrow"


def test_words_and_names_stay_words(server, visit, tmp_path):
    lines = tmp_path / "lines.yaml"
    lines.write_text(json.dumps([NASTY, "x" * 100_000, "<b>" * 200]), "utf-8")
    story = (Path(mmagents.scenarios.__path__[0]) / "stories" / "mini.yaml").read_text("utf-8")
    name = load_scenario("mini").title.in_("en")
    file = tmp_path / "nasty.yaml"
    file.write_text(story.replace(name, f"{name} <img src=x onerror=window.pwned=1>"), "utf-8")
    context = Context(turns=6, seats={"petra": f"scripted:{lines}", "kit": "human"})
    laid(server.games, "nasty", context, story=str(file))
    host = visit(f"{server.address}/g/nasty")
    (link,) = links(host, "kit")
    kit = visit(link)
    host.select_option("select[name=pace]", "0")
    host.click("button[data-act=play]")
    until_shown("text=The game has ended", host, kit)
    host.locator("details[data-panel=knows] summary").click()
    for page in (host, kit):
        assert page.evaluate("window.pwned") is None
        assert page.locator(".page img, .page script").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert "<img src=x onerror" in host.inner_text(".talk")


WORDS = "That was flour. Petra, did you see me there? I carry trays all day."


def goes_on(page):
    """Do what is asked beside places: let it pass."""
    passing = page.locator("form[data-form=say] button[value=pass]")
    if passing.count() and passing.is_visible():
        passing.click()


def test_a_button_ends_somebody_elses_turn_and_whoever_is_cut_reads_where(server, visit):
    seats = {"kit": "human"}
    talk = Context(turns=60, medium={"kind": "units", "come_in": True}, seats=seats, manner="panel")
    laid(server.games, "cut", talk)
    secret = Links(server.games / "cut").new("kit")
    host = visit(f"{server.address}/g/cut")
    kit = visit(f"{server.address}/g/cut/seat/{secret}")
    button = kit.locator("button[data-act=come-in]")
    button.wait_for()
    assert button.get_attribute("aria-disabled") == "true"
    host.select_option("select[name=pace]", "3")
    host.click("button[data-act=play]")
    kit.wait_for_selector(".turn.now .said")
    theirs = kit.locator(".turn", has_text="cut off: Kit came in")
    while not theirs.count():
        if button.get_attribute("aria-disabled") == "false":
            button.press("Enter")
        goes_on(kit)
        kit.wait_for_timeout(20)
    kit.wait_for_selector("form[data-form=say] button[value=do]")
    kit.fill("textarea[name=say]", WORDS)
    kit.click("form[data-form=say] button[value=do]")
    kit.wait_for_selector(".cut-off")
    assert "after “Petra, did you see me there?”" in kit.inner_text(".cut-off")
    host.click("button[data-act=play]")
    host.wait_for_selector("text=Paused")
    lines = (server.games / "cut" / "transcript.jsonl").read_text().splitlines()
    cuts = [json.loads(line)["units"].get("cut") for line in lines]
    assert {"kit", "petra"} <= {cut["by"] for cut in cuts if cut}
    assert "carry trays" not in kit.content()
