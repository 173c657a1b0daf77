"""A person in a real browser comes into a turn that is being said, by the keyboard alone."""

import json

import pytest

from mmagents.nodes.context import Context
from mmagents.web.server.links import Links
from tests.web.pages.games import laid

pytestmark = pytest.mark.slow

WORDS = "That was flour. Petra, did you see me there? I carry trays all day."


def goes_on(page):
    """Do what is asked beside places: let it pass."""
    passing = page.locator("form[data-form=say] button[value=pass]")
    if passing.count() and passing.is_visible():
        passing.click()


def test_a_button_ends_somebody_elses_turn_and_whoever_is_cut_reads_where(server, visit):
    seats = {"kit": "human"}
    talk = Context(turns=60, units=True, come_in=True, seats=seats, manner="panel")
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
