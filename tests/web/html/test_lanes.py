"""Who speaks when, on the page: lanes, cuts, and who may see what was not said."""

import re
from dataclasses import replace

import pytest

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.showing.faces import Faces
from mmagents.showing.gallery import Gallery
from mmagents.showing.html.lanes import lanes
from mmagents.showing.html.replay import ENDINGS, replay, taken
from mmagents.showing.onlooker import HOST, SPECTATOR, Onlooker, Standing
from mmagents.showing.timeline import timeline_of
from tests.lab.rows import row
from tests.web.pages.games import laid

UNSAID, UNSENT = "zqunsaid", "zqunsent"
TIMED = {"start", "end", "units", "asides"}
FIELDS = {"turns": 4, "medium": "units", "manner": "conversation"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A game of which turn 2 was cut."""
    games = tmp_path_factory.mktemp("games")
    laid(games, "cut", Context(**FIELDS), story="halcyon-light", seed=2, play=True)
    return games / "cut"


@pytest.fixture
def game(folder):
    """The game before its onlookers, with words that occur nowhere else for what was not said."""
    found = Gallery(folder, open_table=False)
    cut = [one for one in found.rows if "unsaid" in one["ledger"]]
    assert cut
    for one in cut:
        one["ledger"]["unsaid"] = f"{UNSAID} {one['turn']}"
    found.rows[-1]["ledger"]["unsent"] = [{"seat": "mara", "text": UNSENT}]
    return found


def everything(game, onlooker):
    """All that an onlooker can take away of a game, in both languages."""
    now = game.as_seen(onlooker)
    hidden = not onlooker.sees_all(open_table=now.open_table or game.standing.open_table)
    return {
        (kind, lang): taken(
            kind, now, game.table, lang, lambda rows, _: str(rows), hidden=hidden
        ).decode()
        for kind in ENDINGS
        for lang in ("en", "ja")
    }


def test_what_was_not_said_is_on_the_host_s_page_of_a_finished_game(game):
    page = everything(game, HOST)["replay", "en"]
    assert game.as_seen(HOST).status == "ended"
    cut = [one for one in game.rows if "unsaid" in one["ledger"]]
    for one in cut:
        assert f"<bdi>{UNSAID} {one['turn']}</bdi>" in page
    assert page.count(UNSAID) == len(cut)
    assert say("en", "legend-cut") in page


@pytest.mark.parametrize("open_table", [False, True])
@pytest.mark.parametrize("status", ["ended", "paused", "playing", "waiting", "failed"])
def test_nobody_else_is_given_what_was_not_said(game, status, open_table):
    game.change(status=status, open_table=open_table)
    eyes = [SPECTATOR, *(Onlooker("seat", seat) for seat in game.table.seats)]
    eyes += [HOST] if status != "ended" else []
    for onlooker in eyes:
        for where, given in everything(game, onlooker).items():
            assert UNSAID not in given, (onlooker, where)
            assert UNSENT not in given, (onlooker, where)


def test_a_seat_s_page_tells_who_came_in_and_not_how_much_they_wanted_to(game):
    cut = next(one for one in game.rows if "unsaid" in one["ledger"])
    seat = Onlooker("seat", next(one for one in game.table.seats if one != cut["speaker"]))
    page = everything(game, seat)["replay", "en"]
    told = re.search(r'<article class="cut-told".*?</article>', page)
    assert told
    assert "came in" in told[0] or "was asked" in told[0]
    assert "hold" not in told[0]
    assert say("en", "cut-later") not in page
    assert say("en", "legend-cut-hidden") in page


def test_the_host_of_a_game_that_goes_on_is_told_when_it_will_be_shown(game):
    game.change(status="paused")
    assert say("en", "cut-later") in everything(game, HOST)["replay", "en"]


def test_each_unit_is_a_bar_and_each_piece_of_the_talk_knows_its_time(game):
    page = everything(game, HOST)["replay", "en"]
    units = sum(len(one["units"]["ends"]) for one in game.rows)
    assert page.count('<i class="unit" style') == units
    ends = [one for one in game.rows if one["units"]["times"][0][0]]
    for one in ends:
        assert f'<span data-s="{one["units"]["times"][0][0]:g}">' in page
    assert page.count('<div class="lane"') == len(game.table.seats)
    assert not re.findall(r"""(?:src|href)=["']?(?!#)[^"'\s>]+""", page)


def test_what_listeners_said_stands_below_the_turn_and_is_a_mark(game):
    aside = {"speaker": "ines", "text": "<mm>", "kind": "continuer", "unit": 1}
    game.rows[0]["asides"] = [{**aside, "start": 1.5, "end": 1.75}]
    page = everything(game, HOST)["replay", "en"]
    told = (
        '<small class="note beside" data-s="1.5"> <bdi>Ines</bdi>: <bdi>&lt;mm&gt;</bdi> </small>'
    )
    assert "</span>" + told in page
    assert '<i class="mm" style="--s:1.5;--d:0.25" data-turn="1" title="Ines: &lt;mm&gt;">' in page
    assert say("en", "legend-backchannel") in page


def test_a_game_without_times_has_the_page_that_it_had(game):
    bare = [{key: value for key, value in one.items() if key not in TIMED} for one in game.rows]
    page = replay(replace(game.as_seen(HOST), rows=bare), game.table, "en", hidden=False)
    assert "lane" not in page
    assert '<input type="range" min="1" max="4" value="1" id="time"' in page
    assert page.count("<script") == 2


def test_recorded_talk_with_times_has_lanes_and_its_backchannels_are_marks():
    table = table_for("mini", Context())
    said = [
        {**row(1, "petra", "So, the kiln.", rule="recorded"), "start": 100.0, "end": 104.0},
        {**row(2, "kit", "<mm>", rule="backchannel"), "start": 102.0, "end": 102.3},
        {**row(3, "bram", "It is cracked.", rule="recorded"), "start": 103.5, "end": 106.0},
    ]
    said[0]["recorded"] = {"pieces": [[3, 100.0, 100.5], [13, 101.0, 104.0]]}
    now = Standing(table.seats, said, len(said), "ended", "discussion")
    page = replay(now, table, "en", hidden=False)
    assert page.count('<div class="bar"') == 2
    assert 'class="mm" style="--s:2;--d:0.3" data-turn="2" title="Kit: &lt;mm&gt;"' in page
    assert '<i class="over" style="--s:3.5;--d:0.5">' in page
    assert 'data-first="100.0"' in page
    assert '<span data-s="101"> the kiln.</span>' in page
    assert page.count('<i class="unit" style') == 3
    drawn = lanes(timeline_of(said), said, Faces.of(table, "en"))
    assert "<button" not in drawn
