"""Whole evenings of models that give nothing usable from some phase on: they stop there."""

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mmagents.nodes.context import Context
from mmagents.nodes.model_health import in_words
from mmagents.nodes.record import is_talk
from mmagents.saved import games
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import SavedGame
from mmagents.saved.watch import Event
from tests.graph.orchard import ORCHARD
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Mind, Request, serving

pytestmark = pytest.mark.slow  # evenings of models on loopback

SHORT = {"private_chat": 2, "confidential_meeting": 2, "discussion": 2}
EVENINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "a mystery": ("mini", {}),
    "sides": (ORCHARD, {"evening.persona": "strategist", "evening.rounds": 1}),
    "stages": (
        ORCHARD,
        {
            "evening.persona": "strategist",
            "evening.rounds": 1,
            "evening.protocol": "agentgroupchat",
        },
    ),
}
PHASES = [
    *(("a mystery", one) for one in ("introduction", "exploration", "private_chat", "discussion")),
    ("a mystery", "accusation"),
    *(("sides", one) for one in ("update", "confidential_meeting", "vote")),
    *(("stages", one) for one in ("update", "private_chat", "discussion", "vote", "judgement")),
]
LAST = {"a mystery": "accusation", "sides": "vote", "stages": "judgement"}


def begun(folder: Path, evening: str, url: str, **given: Any) -> SavedGame:
    story, fields = EVENINGS[evening]
    context = Context(
        **{
            "model": "openai:any",
            "base_url": url,
            "evening.kind": "whole",
            "evening.lengths": SHORT,
            **fields,
            **given,
        }
    )
    return begin(folder, story, 1, context)


def events_of(game: SavedGame, **changes: Any) -> list[Event]:
    """Play on to the end; return what happened."""

    async def run() -> list[Event]:
        return [event async for event in games.go_on(game, changes)]

    return asyncio.run(run())


def play_on(game: SavedGame) -> str:
    """Play on; return what the last event said that stopped the game."""
    told = [one.stopped for one in events_of(game) if one.row is not None or one.stopped]
    return told[-1]


@cache
def first_turns(evening: str, folder: Path) -> dict[str, int]:
    """Return by phase its first turn in an evening of a faithful mind."""
    with serving(faithful) as server, begun(folder, evening, server.url) as game:
        assert play_on(game) == ""
        rows = game.rows()
    return {row["phase"]: row["turn"] for row in reversed(rows)}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faithful")


def silent_from(turn: int) -> Mind:
    """Return a mind that tells stories whatever it is asked from a turn on, and speaks no more."""

    def mind(request: Request, number: int) -> Answer:
        if int(request.headers.get("x-mmagents-turn", 0)) < turn:
            return faithful(request, number)
        return Answer("" if request.headers["x-mmagents-task"] == "speak" else "Once upon a time")

    return mind


@pytest.mark.parametrize(("evening", "phase"), PHASES)
def test_an_evening_stops_in_the_phase_in_which_models_give_nothing_usable(
    tmp_path: Path, played: Path, evening: str, phase: str
) -> None:
    first = first_turns(evening, played / evening)[phase]
    with serving(silent_from(first)) as server:
        with begun(tmp_path / "game", evening, server.url) as game:
            stopped = play_on(game)
            told, rows = in_words(stopped, "en"), game.rows()
            assert "Once upon a time" in told
            assert server.url in told
            played_in = [row["phase"] for row in rows if row["phase"] != "settlement"]
            assert played_in[-1] in (phase, rows[first - 2]["phase"]), "two steps may share a turn"
            assert sum(map(is_talk, rows[first - 1 :])) <= 4, "a round at most"
            values = asyncio.run(games.values_of(game))
            assert values["ended"]
            assert values["stopped"] == stopped
            whole = values["outcome"] is not None
            assert whole <= (phase == LAST[evening]), "a tie is voted on once more"
            assert whole or phase != "judgement"
        with SavedGame.open(tmp_path / "game") as game, serving(faithful) as better:
            again = events_of(game, base_url=better.url)
            assert bool(again) == (not whole), "an evening that is over stays over"
            after = asyncio.run(games.values_of(game))
            assert after["outcome"] is not None
            assert bool(after["stopped"]) == whole


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_tolerant_evening_goes_on_to_its_end(tmp_path: Path, evening: str) -> None:
    with (
        serving(silent_from(1)) as server,
        begun(tmp_path / "game", evening, server.url, limits={"tolerate": True}) as game,
    ):
        assert play_on(game) == ""
        assert asyncio.run(games.values_of(game))["outcome"] is not None
