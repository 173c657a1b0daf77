"""The table in play: the same games as on the command line, stopped and gone on with anywhere."""

import asyncio
import contextlib

import pytest

from mmagents.cli.shown.totals import markdown
from mmagents.nodes.context import Context
from mmagents.saved import games
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import SavedGame
from mmagents.web.game import Game

pytestmark = pytest.mark.slow


TALK = Context(turns=8)
WITH_KIT = Context(turns=4, seats={"kit": "human"})


def table(path, context=TALK, story="mini", seed=3):
    begin(path, story, seed, context).close()
    game = Game(path, markdown)
    game.pace = 0
    return game


async def played(game):
    game.play()
    while game.running:
        await asyncio.sleep(0.01)


async def from_the_terminal(path, turns=99):
    with SavedGame.open(path) as saved:
        async with contextlib.aclosing(games.go_on(saved)) as events:
            async for event in events:
                if event.row and event.row["turn"] == turns:
                    break
        games.put_away(saved)


async def test_a_game_stopped_here_and_gone_on_with_there_and_here_again_is_the_same_game(tmp_path):
    begin(tmp_path / "one", "mini", 3, TALK).close()
    await from_the_terminal(tmp_path / "one")

    game = table(tmp_path / "two")
    for _ in range(3):
        game.play(one_turn=True)
        while game.running:
            await asyncio.sleep(0.01)
    assert (game.standing.status, game.standing.turns) == ("paused", 3)
    await from_the_terminal(tmp_path / "two", turns=5)
    await played(game)
    assert game.standing.status == "ended"
    one, two = (tmp_path / name / "transcript.jsonl" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert (game.path / "transcript.md").exists()


async def test_whoever_looks_on_sees_the_thinking_come_in_before_the_floor_is_given(tmp_path):
    game = table(tmp_path / "game", Context(turns=2))
    moments = []

    class EveryMoment(asyncio.Event):
        def set(self):
            now = game.standing
            moments.append((now.turns, len(now.bids), now.floor and now.floor["speaker"]))

    game.watch(EveryMoment())
    await played(game)
    thinking = [bids for turns, bids, floor in moments if turns == 0 and floor is None]
    assert set(range(1, 4)) <= set(thinking)
    assert any(floor for turns, _, floor in moments if turns == 0)


async def test_a_folder_that_another_process_plays_is_left_alone_and_the_table_says_so(tmp_path):
    game = table(tmp_path / "game")
    with SavedGame.open(game.path):
        await played(game)
    assert game.standing.status == "failed"
    assert "is being played by" in game.standing.trouble
    assert str(tmp_path) not in game.standing.trouble
    await played(game)
    assert game.standing.status == "ended"


@pytest.mark.parametrize("turns", [0, 2])
async def test_a_pause_lets_go_of_the_folder_and_loses_nothing(tmp_path, turns):
    game = table(tmp_path / "game", Context(turns=300))
    game.play()
    while len(game.rows) < turns:
        await asyncio.sleep(0)
    await game.pause()
    assert game.standing.status == "paused"
    with SavedGame.open(game.path) as saved:
        kept = await games.history_of(saved)
    assert kept == game.rows


async def asked(game, seat):
    """Wait until a person is asked whether it wants the floor, and return the ask."""
    while game.standing.asks.get(seat, {}).get("what") != "think":
        assert game.running
        if game.standing.asks.get(seat, {}).get("what") == "speak":
            game.answer(seat, {"say": "Good evening."})
        await asyncio.sleep(0.01)
    return game.standing.asks[seat]


async def test_the_table_waits_for_a_person_and_goes_on_with_the_answer(tmp_path):
    game = table(tmp_path / "game", WITH_KIT)
    game.play()
    ask = await asked(game, "kit")
    assert game.standing.status == "waiting"
    assert not game.answer("petra", {"pass": True})
    assert game.answer("kit", {"bid": 9, "say": "I never left the tent, Bram."})
    assert not game.answer("kit", {"pass": True})
    turn = ask["view"]["turn"]
    while len(game.rows) < turn:
        await asyncio.sleep(0.01)
    row = game.rows[turn - 1]
    assert next(b for b in row["ledger"]["bids"] if b["seat"] == "kit")["importance"] == 9
    if row["speaker"] == "kit":
        assert row["text"] == "I never left the tent, Bram."
    await game.pause()


async def test_an_answer_that_comes_while_another_is_being_taken_is_not_lost(tmp_path):
    game = table(tmp_path / "game", Context(turns=4, seats={"kit": "human", "petra": "human"}))
    game.play()
    await asked(game, "kit")
    assert {ask["what"] for ask in game.standing.asks.values()} == {"think"}
    assert set(game.standing.asks) == {"kit", "petra"}
    played = len(game.rows)
    game.answer("kit", {"pass": True})
    while game.standing.status == "waiting":
        await asyncio.sleep(0)
    assert game.answer("petra", {"pass": True})
    async with asyncio.timeout(60):
        while len(game.rows) == played:
            await asyncio.sleep(0.01)
    await game.pause()


async def test_who_is_away_too_long_is_passed_over_or_played_by_the_rules(tmp_path):
    context = Context(turns=3, seats={"kit": "human"}, limits={"patience": 0.05})
    passed = table(tmp_path / "passed", context)
    await played(passed)
    assert len(passed.rows) == 3
    bids = [b for row in passed.rows for b in row["ledger"]["bids"] if b["seat"] == "kit"]
    assert {bid["action"] for bid in bids} == {"listen"}

    handed_over = table(tmp_path / "over", context)
    handed_over.away = "improv"
    await played(handed_over)
    assert handed_over.context.seats == {"kit": "improv"}
    assert len(handed_over.rows) == 3
    assert any(b["thought"] for b in handed_over.rows[-1]["ledger"]["bids"] if b["seat"] == "kit")


async def test_an_answer_that_cannot_be_taken_is_asked_for_again_with_the_reason(tmp_path):
    game = table(tmp_path / "game", WITH_KIT)
    game.play()
    await asked(game, "kit")
    game.answer("kit", {"bid": 12})
    while not game.standing.asks.get("kit", {}).get("error"):
        await asyncio.sleep(0.01)
    assert "0 to 9" in game.standing.asks["kit"]["error"]
    await game.pause()


async def test_a_pause_while_people_are_waited_for_keeps_the_question(tmp_path):
    game = table(tmp_path / "game", WITH_KIT)
    game.play()
    first = await asked(game, "kit")
    await game.pause()
    assert (game.standing.status, game.standing.asks) == ("paused", {})
    game.play()
    assert (await asked(game, "kit"))["id"] == first["id"]
    await game.pause()
