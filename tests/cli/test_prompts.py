"""What models were told in a saved game, shown again."""

import asyncio
import json
from pathlib import Path

import pytest

from mmagents.prompts.render import Prompts
from mmagents.saved.prompted import prompt_of
from mmagents.saved.saved_game import SavedGame
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow  # games in processes of their own, with a model on loopback
TURNS = 4
SEATS = ("petra", "bram", "kit")


@pytest.mark.parametrize("how", [(), ("--prompt-set", "paper", "--lang", "ja")], ids=["en", "ja"])
def test_what_is_shown_is_what_the_model_was_told(mmagents, tmp_path: Path, how) -> None:
    folder = tmp_path / "game"
    with serving(faithful) as server:
        model = ("--model", "openai:any", "--base-url", server.url)
        done = mmagents("play", "mini", "--turns", TURNS, "--phase", "discussion", *model, *how,
                        "--save", folder, "-q")  # fmt: skip
        assert done.returncode == 0, done.stderr
        told = {
            tuple(part["content"] for part in one["messages"])
            for one in server.requests
            if one.headers.get("x-mmagents-task") in ("think", "speak")
        }
    with SavedGame.open(folder) as game:
        rows = game.rows()
        for row in rows:
            thinks = [(seat, "think") for seat in SEATS]
            for seat, task in [*thinks, (row["speaker"], "speak")]:
                shown = asyncio.run(prompt_of(game, row["turn"], seat, task))
                assert tuple(shown) in told, (row["turn"], seat, task)
                told.discard(tuple(shown))
    assert len(rows) == TURNS
    assert not told


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.processes import mmagents

    folder = tmp_path_factory.mktemp("prompts")
    done = mmagents(folder, "play", "mini", "--turns", TURNS, "--phase", "discussion", "--seed", 3,
                    "--save", "game", "-q")  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "game"


def test_other_prompts_are_shown_beside_the_games_own(mmagents, played: Path, tmp_path) -> None:
    (tmp_path / "mine" / "en").mkdir(parents=True)
    text = Path(Prompts().path("think", "en")).read_text("utf-8")
    (tmp_path / "mine" / "en" / "think.md").write_text(text.replace("Answer in JSON", "JSON now"))
    asked = ("prompts", "show", played, "--turn", 2, "--seat", "Petra")
    done = mmagents(*asked, "--prompts", tmp_path / "mine", "--diff")
    assert done.returncode == 0, done.stderr
    changed = [line for line in done.stdout.splitlines() if line[:1] in "+-"]
    assert changed == [
        "--- the game's own", "+++ these", "-Answer in JSON:", "+JSON now:",
    ]  # fmt: skip
    paper = json.loads(mmagents(*asked, "--set", "paper", "--json").stdout)
    assert paper.keys() == {"system", "user"}
    assert "a whole number from 0 to 9" in paper["system"]
    japanese = mmagents(*asked, "--lang", "ja")
    assert "importance：" in japanese.stdout


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("--turn", 99, "--seat", "petra"), "has 4 turns, and no turn 99"),
        (("--turn", 2, "--seat", "nobody"), "There is no seat 'nobody'"),
        (("--turn", 2, "--seat", "petra", "--diff"), "add --set, --prompts or --lang"),
        (("--turn", 2, "--seat", "petra", "--prompts", "nowhere"), "No folder nowhere"),
        (("--turn", 2, "--seat", "petra", "--lang", "de"), "de"),
        (("--turn", 2, "--seat", "petra", "--task", "dance"), "'dance' is not one of"),
    ],
)
def test_what_cannot_be_shown_is_one_error(mmagents, played: Path, words, wrong) -> None:
    done = mmagents("prompts", "show", played, *words)
    assert done.returncode == 2
    assert wrong in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_somebody_else_named_is_not_read(mmagents, played: Path, tmp_path) -> None:
    import shutil

    sent = shutil.copytree(played, tmp_path / "sent")
    meta = json.loads((sent / "game.json").read_text("utf-8"))
    meta["context"].setdefault("models", {})["prompts"] = str(tmp_path / "theirs")
    (sent / "game.json").write_text(json.dumps(meta), "utf-8")
    done = mmagents("prompts", "show", sent, "--turn", 2, "--seat", "petra")
    assert done.returncode == 0, done.stderr
    assert "Petra" in done.stdout
