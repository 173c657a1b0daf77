"""What is drawn, without a browser: arcs, scenes, words that stay words, what is hidden."""

import asyncio
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.saved.watch import play
from mmagents.showing.faces import Faces
from mmagents.showing.html.knowledge import road, who_knows
from mmagents.showing.html.ledger import ledger
from mmagents.showing.html.markup import bdi, plain
from mmagents.showing.html.replay import replay
from mmagents.showing.html.table import ring
from mmagents.showing.html.talk import LANES, WINDOW, arc_lanes, arcs_of, turns, window
from mmagents.showing.onlooker import SPECTATOR, Standing, seen_row
from mmagents.showing.scene import scene_of
from mmagents.web.pages.beside import parting
from mmagents.web.pages.frame import asset

pytestmark = pytest.mark.slow  # made once


@pytest.fixture(scope="module")
def game():
    """A whole evening of the flagship: its table, its rows, its standing."""
    context = Context(evening={"kind": "whole", "lengths": {"discussion": 12}})

    async def played():
        return [event async for event in play("halcyon-light", 7, context)]

    events = asyncio.run(played())
    table = table_for("halcyon-light", context)
    rows = [event.row for event in events if event.row]
    outcome = next(event.outcome for event in events if event.outcome)
    standing = Standing(table.seats, rows, len(rows), "ended", rows[-1]["phase"], outcome=outcome)
    return table, standing


@given(st.data())
def test_arcs_never_lie_on_one_another_and_each_begins_at_its_question(data):
    count = data.draw(st.integers(1, 14))
    rows = []
    for turn in range(1, count + 1):
        still = [row["turn"] for row in rows if row["first_pair_part"]]
        closed = data.draw(st.lists(st.sampled_from(still), unique=True)) if still else []
        done = {one["turn"] for row in rows for one in row["closed"]}
        rows.append({
            "turn": turn,
            "first_pair_part": data.draw(st.sampled_from([None, "request"])),
            "addressees": ["a"],
            "closed": [{"turn": one, "how": "answered"} for one in closed if one not in done],
        })  # fmt: skip
    drawn = arc_lanes(rows)
    assert all(len(row) == LANES for row in drawn)
    starts = sum(piece is not None and piece.part == "start" for row in drawn for piece in row)
    assert starts <= len(arcs_of(rows))
    for arc in arcs_of(rows):
        if arc.end is None or arc.end - arc.start > 3:
            continue
        for lane in range(LANES):
            piece = drawn[arc.start][lane]
            if piece and piece.part == "start" and drawn[arc.end][lane]:
                between = [drawn[at][lane] for at in range(arc.start, arc.end + 1)]
                assert None not in between
                break


@given(st.text(), st.integers(1, 50))
def test_no_text_is_markup_or_turns_the_direction_of_what_follows(text, longest):
    class Reader(HTMLParser):
        def __init__(self):
            super().__init__(convert_charrefs=True)
            self.tags, self.said = [], ""

        def handle_starttag(self, tag, attrs):
            self.tags.append(tag)

        def handle_data(self, data):
            self.said += data

    reader = Reader()
    reader.feed(bdi(text, longest))
    reader.close()
    assert reader.tags == ["bdi"]
    assert reader.said == plain(text, longest)
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", reader.said)


def test_the_rule_stands_in_words_and_the_arrow_points_where_the_turn_before_put_it(game):
    table, standing = game
    faces = Faces.of(table, "en")
    at = next(n for n, row in enumerate(standing.rows) if row["rule"] == "1a")
    row, before = standing.rows[at], standing.rows[at - 1]
    scene = scene_of(standing, faces, at, hidden=False)
    assert scene.speaker == row["speaker"]
    assert f"asked by {faces.call(before['speaker'])}" in scene.words
    assert (before["speaker"], row["speaker"]) in scene.arrows
    assert 'class="seat lit"' in ring(scene, faces)


def test_an_onlooker_who_sees_no_rules_is_told_what_could_be_heard(game):
    table, standing = game
    faces = Faces.of(table, "en")
    heard = [bare for row in standing.rows if (bare := seen_row(row, SPECTATOR, table.seats))]
    public = replace(standing, rows=heard)
    for at, row in enumerate(heard):
        scene = scene_of(public, faces, at, hidden=True)
        assert not scene.bids
        assert "bid of" not in scene.words
        assert row["speaker"] == scene.speaker
    told = "".join(turns(heard, range(len(heard)), faces, hidden=True).values())
    assert 'class="badge"' not in told
    assert "bids" not in ledger(heard[-1], heard, faces, hidden=True)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_between_turns_the_page_says_what_this_part_of_the_evening_is_for(game, lang):
    table, standing = game
    faces = Faces.of(table, lang)
    thinking = say(lang, "between.discussion")
    for phase in ("exploration", "private_chat", "update", "accusation", "vote", "settlement"):
        now = replace(standing, rows=[], status="playing", phase=phase)
        words = scene_of(now, faces, None, hidden=False).words
        assert words == say(lang, f"between.{phase}")
        assert words != thinking
    talk = replace(standing, status="playing", phase="discussion", present=table.seats)
    assert scene_of(talk, faces, None, hidden=False).words == thinking


def test_while_two_talk_alone_the_page_names_them(game):
    table, standing = game
    faces, pair = Faces.of(table, "en"), table.seats[:2]
    now = replace(standing, status="playing", phase="private_chat", present=pair)
    told = scene_of(now, faces, None, hidden=False).words
    assert told == f"{faces.call(pair[0])} and {faces.call(pair[1])} are thinking"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_ledger_says_who_bid_what_and_why_not_another(game, lang):
    table, standing = game
    faces = Faces.of(table, lang)
    for row in standing.rows:
        told = ledger(row, standing.rows, faces, hidden=False)
        for bid in row["ledger"]["bids"]:
            assert bdi(bid["thought"]) in told
        if row["rule"] == "1b":
            others = [b for b in row["ledger"]["bids"] if b["seat"] != row["speaker"]]
            assert told.count("<li>") >= len(others)


def test_what_each_seat_knows_agrees_with_what_it_heard_and_was_given(game):
    table, standing = game
    known = who_knows(table, standing.rows)
    for fact in table.scenario.facts:
        for seat in fact.known_by:
            assert known[fact.id][seat].source == "sheet"
        stops = road(table, standing.rows, fact.id)
        for stop in stops:
            for seat in stop.new_to:
                assert known[fact.id][seat].turn <= stop.row["turn"]
    assert not any(
        knows.turn > 3 for seats in who_knows(table, standing.rows[:3]).values()
        for knows in seats.values()
    )  # fmt: skip


def test_a_replay_page_needs_nothing_but_itself(game):
    table, standing = game
    for lang in ("en", "ja"):
        page = replay(standing, table, lang, hidden=False)
        assert not re.findall(r"""(?:src|href)=["']?(?!#)[^"'\s>]+""", page)
        assert "http:" not in page.replace("http-equiv", "")
        assert page.count("<article") == len(standing.rows)


def test_a_replay_shows_a_question_as_open_until_the_turn_that_closes_it(game):
    table, standing = game
    page = replay(standing, table, "en", hidden=False)
    [frames] = re.findall(r'id="frames">(.*?)</script>', page)
    then = {frame["turn"]: frame["talk"] for frame in json.loads(frames)}
    ended = {one["turn"]: row["turn"] for row in standing.rows for one in row["closed"]}
    asked = [row for row in standing.rows if row["first_pair_part"] and row["addressees"]]
    assert len(set(ended) & {row["turn"] for row in asked}) >= 3
    for row in asked:
        number, end = row["turn"], ended.get(row["turn"])
        drawn = [turn for turn, talk in then.items() if str(number) in talk]
        assert drawn == [turn for turn in then if end and number <= turn < end]
        assert all("note put open" in then[turn][str(number)] for turn in drawn)


def test_a_window_is_small_and_ends_with_what_is_looked_at():
    assert window(1000, None) == range(1000 - WINDOW, 1000)
    assert window(1000, 499) == range(500 - WINDOW, 500)
    assert window(1000, 0) == range(1)
    assert window(3, None) == range(3)


def test_two_games_part_where_the_first_turn_differs():
    rows = [{"speaker": "a", "text": str(n)} for n in range(4)]
    other = [*rows[:2], {"speaker": "b", "text": "2"}]
    assert (parting(rows, other), parting(rows, rows[:3])) == (2, 3)


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [":root {", ':root[data-theme="dark"] {'])
def test_text_has_the_contrast_of_wcag_aa_in_light_and_dark(theme):
    style = asset("style.css")
    block = style[style.index(theme) :]
    colours = dict(re.findall(r"--([\w-]+): (#\w{6})", block[: block.index("}")]))
    grounds = [luminance(colours[name]) for name in ("paper", "card", "soft")]
    for name in ("ink", "dim", "accent", "bad", "good", *(f"s{n}" for n in range(8))):
        ink = luminance(colours[name])
        for ground in grounds:
            light, dark = max(ink, ground), min(ink, ground)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, name
