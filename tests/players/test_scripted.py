"""A seat that says what was written down for it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from mmagents.errors import MMAgentsError
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.players.scripted import NO_MORE, read_lines
from mmagents.saved import games
from mmagents.saved.saved_game import SavedGame
from mmagents.scenarios.loader import scenario_path
from tests.tables import beside, table

pytestmark = pytest.mark.slow


LINES = beside(__file__)["LINES"]


def lines(folder: Path, text: str = LINES) -> Path:
    file = folder / "lines.yaml"
    file.write_text(text, "utf-8")
    return file


def play(file: Path, **given: object) -> list[dict]:
    context = Context(seats={"kit": f"scripted:{file}"}, **given)
    return graph.invoke({"scenario": "mini", "seed": 1}, {"recursion_limit": 300}, context=context)[
        "history"
    ]


@pytest.mark.parametrize("given", [{}, {"pace.overlap": True}, {"pace": "lean"}])
def test_lines_are_said_in_order_and_then_no_more(tmp_path: Path, given: dict[str, Any]) -> None:
    said = [r["text"] for r in play(lines(tmp_path), turns=30, **given) if r["speaker"] == "kit"]
    assert said[:3] == [line.say for line in read_lines(lines(tmp_path))][: len(said)]
    assert set(said[3:]) <= {NO_MORE["en"]}
    assert len(said) >= 2


def test_a_line_bids_as_it_was_written(tmp_path: Path) -> None:
    rows = play(lines(tmp_path), turns=30)
    bids = [bid for row in rows for bid in row["ledger"]["bids"] if bid["seat"] == "kit"]
    assert bids[0] == {"seat": "kit", "action": "speak", "importance": 5, "thought": ""}
    assert {"seat": "kit", "action": "speak", "importance": 9, "thought": "Now I have him."} in bids
    assert {"seat": "kit", "action": "listen", "importance": 5, "thought": ""} in bids


def test_out_of_lines_it_says_so_in_the_language_of_the_game(tmp_path: Path) -> None:
    rows = play(lines(tmp_path, "- あの。"), turns=8, language="ja", condition="equal")
    assert [row["text"] for row in rows if row["speaker"] == "kit"][1:] == [NO_MORE["ja"]] * 2


def test_a_saved_game_goes_on_with_the_next_line(tmp_path: Path) -> None:
    context = Context(seats={"kit": f"scripted:{lines(tmp_path)}"}, turns=3, condition="equal")
    meta = {"scenario": "mini", "seed": 1, "context": context.model_dump()}

    async def go_on(game: SavedGame, **changes: object) -> None:
        async for _ in games.go_on(game, changes):
            pass

    with SavedGame.create(tmp_path / "one", meta, scenario_path("mini")) as game:
        asyncio.run(go_on(game))
        asyncio.run(go_on(game, turns=9))
        said = [row["text"] for row in game.rows() if row["speaker"] == "kit"]
    assert said == [line.say for line in read_lines(lines(tmp_path))]


@table
def test_a_file_that_cannot_be_used_is_said_before_the_game(
    text: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(MMAgentsError, match=rf"lines\.yaml.*{says}"):
        play(lines(tmp_path, text))
    with pytest.raises(MMAgentsError, match="cannot be read: No such file"):
        play(tmp_path / "nowhere.yaml")
