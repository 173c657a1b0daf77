"""Which prompts the turns of a saved game were played with, and that a change is said."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app
from mmagents.models.client.trust import trust_server
from mmagents.nodes.context import Context
from mmagents.prompts.render import Prompts
from mmagents.saved import games
from mmagents.saved.saved_game import SavedGame
from mmagents.scenarios.loader import scenario_path
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow
SAID = "The prompts have changed since turn 2 was played."


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "unused")
    with serving(faithful) as server:
        trust_server(server.url)
        yield server.url


def play(folder: Path, **given: Any) -> SavedGame:
    context = Context(**{"turns": 2, **given})
    meta = {"scenario": "mini", "seed": 3, "context": context.model_dump()}

    async def run(game: SavedGame) -> None:
        async for _ in games.go_on(game):
            pass

    with SavedGame.create(folder, meta, scenario_path("mini")) as game:
        asyncio.run(run(game))
        return game


def kept(folder: Path) -> Any:
    return json.loads((folder / "game.json").read_text("utf-8")).get("prompts")


def resumed(folder: Path, turns: int) -> str:
    done = CliRunner().invoke(app, ["resume", str(folder), "--turns", str(turns), "-q", "--yes"])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def test_a_game_that_goes_on_with_other_prompts_says_so_and_keeps_since_when(
    url: str, tmp_path: Path
) -> None:
    ours = tmp_path / "prompts"
    (ours / "en").mkdir(parents=True)
    play(tmp_path / "game", model="openai:any", base_url=url, models={"prompts": str(ours)})
    first = Prompts(wording=Context().wording()).fingerprint("en")
    assert kept(tmp_path / "game") == [{"turn": 1, "fingerprint": first}]

    shipped = Path(Prompts().path("speak", "en")).read_text("utf-8")
    (ours / "en" / "speak.md").write_text(shipped + "\nBe brief.\n", "utf-8")
    assert SAID in resumed(tmp_path / "game", 3)
    assert [one["turn"] for one in kept(tmp_path / "game")] == [1, 3]


def test_a_game_without_models_notes_no_prompts(tmp_path: Path) -> None:
    play(tmp_path / "game")
    assert kept(tmp_path / "game") is None
    assert "have changed" not in resumed(tmp_path / "game", 3)
