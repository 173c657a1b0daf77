"""On the page a person comes into a turn that is being said, and whoever hears it is shown it."""

import asyncio

import pytest

from mmagents.nodes.context import Context
from mmagents.showing.html.markup import words
from mmagents.showing.onlooker import HOST, SPECTATOR, Onlooker, Standing, seen
from tests.web.game.test_game import table as laid

pytestmark = pytest.mark.slow

CUT = Context(
    turns=5, medium={"kind": "units", "come_in": True}, seats={"kit": "human"}, manner="panel"
)
KIT, PETRA = Onlooker("seat", "kit"), Onlooker("seat", "petra")


class Whenever(asyncio.Event):
    """Does something each time that the game has changed."""

    def __init__(self, does):
        super().__init__()
        self.does = does

    def set(self):
        self.does()


def table(path, context=CUT):
    return laid(path, context)


async def played(game):
    """Play to the end; Kit says the same whenever it is asked."""
    game.play()
    while game.running:
        for ask in list(game.standing.asks.values()):
            say = {"say": "I put it down. Petra, did you see me? I did."}
            game.answer("kit", {**say, "bid": 5} if ask["what"] == "think" else say)
        await asyncio.sleep(0.001)
    return game


async def test_a_press_ends_the_turn_at_its_unit_and_a_press_that_comes_too_late_does_nothing(
    tmp_path,
):
    game, shown = table(tmp_path / "game"), []

    def press():
        saying = game.standing.saying
        if saying:
            shown.append(saying["text"])
            assert not game.come_in("petra")
            assert game.come_in("kit") == ("kit" in saying["may"])
        else:
            assert not game.come_in("kit")

    game.watch(Whenever(press))
    await played(game)
    first, mine = game.rows[:2]
    assert shown[0] == first["text"] == "Good afternoon."
    assert first["units"]["cut"]["by"] == mine["speaker"] == "kit"
    assert mine["units"]["cut"]["by"] == "petra"
    assert game.standing.saying is None


async def test_where_nobody_presses_the_game_is_as_if_nobody_could_come_in(tmp_path):
    asked = await played(table(tmp_path / "asked"))
    alone = await played(table(tmp_path / "alone", CUT.with_fields(medium={"come_in": False})))
    assert asked.rows == alone.rows
    assert any("cut" in row["units"] for row in asked.rows)


async def test_a_game_paused_while_a_unit_is_said_goes_on_there_to_the_same_record(tmp_path):
    whole = await played(table(tmp_path / "whole"))
    game, pauses = table(tmp_path / "paused"), []

    def pause():
        if game.standing.saying and not pauses:
            game.pace = 1e9
            pauses.append(asyncio.get_running_loop().create_task(game.pause()))

    game.watch(Whenever(pause))
    await played(game)
    assert (game.standing.status, game.standing.saying) == ("paused", None)
    assert game.rows == []
    game.pace = 0
    await played(game)
    assert game.rows == whole.rows


def test_the_words_so_far_reach_those_who_hear_them_and_tell_nobody_who_is_a_person():
    saying = {
        "turn": 4, "speaker": "bram", "text": "I saw", "heard_by": ["bram", "kit"], "may": ["kit"],
        "asides": [],
    }  # fmt: skip
    standing = Standing(seats=("petra", "bram", "kit"), saying=saying)
    found = {one: seen(standing, one, []).saying for one in (HOST, KIT, PETRA, SPECTATOR)}
    assert found[HOST] == found[KIT] == saying
    assert found[PETRA] is found[SPECTATOR] is None
    everybody = {**saying, "heard_by": ["petra", "bram", "kit"]}
    told = seen(Standing(seats=standing.seats, saying=everybody), PETRA, []).saying
    assert told == {**everybody, "may": []}


def test_what_is_being_said_is_escaped_and_names_its_speaker(tmp_path):
    from mmagents.showing.faces import Faces
    from mmagents.showing.html.talk import being_said

    game = table(tmp_path / "game")
    said = {"turn": 1, "speaker": "bram", "text": "<b>I", "heard_by": [], "may": []}
    said["asides"] = [{"speaker": "kit", "text": "Mm <i>.", "kind": "continuer", "unit": 1}]
    drawn = being_said(said, Faces.of(game.table, "en"))
    assert words("<b>I") in drawn
    assert "<b>I" not in drawn
    assert f"Kit</bdi>: <bdi>{words('Mm <i>.')}" in drawn
    assert "Bram" in drawn


async def test_each_unit_is_shown_as_it_is_said_and_after_the_last_nobody_comes_in(tmp_path):
    game, shown = table(tmp_path / "game", CUT.model_copy(update={"turns": 1})), []

    def look():
        saying = game.standing.saying
        if saying and (saying["text"], saying["may"]) not in shown:
            shown.append((saying["text"], saying["may"]))

    game.watch(Whenever(look))
    await played(game)
    row = game.rows[0]
    units = [row["text"][:end] for end in row["units"]["ends"]]
    assert [text for text, may in shown if may] == units[:-1]
    assert shown[-1] == (row["text"], [])
