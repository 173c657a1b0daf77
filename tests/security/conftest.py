"""A saved game as somebody else might send it, and the command line in this process."""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of eight turns."""
    folder = tmp_path_factory.mktemp("sent") / "game"
    given = ["mini", "--seed", "5", "--turns", "8", "--phase", "discussion", "--save", str(folder)]
    assert CliRunner().invoke(app, ["play", *given, "-q"]).exit_code == 0
    return folder


@pytest.fixture
def sent(game: Path, tmp_path: Path) -> Path:
    """The game as it came by mail."""
    return shutil.copytree(game, tmp_path / "game")


@pytest.fixture
def change(sent: Path):
    """Change fields of the context in the game's file, as its sender could."""

    def changing(**fields: object) -> None:
        file = sent / "game.json"
        meta = json.loads(file.read_text())
        meta["context"] |= fields
        file.write_text(json.dumps(meta))

    return changing


@pytest.fixture(autouse=True)
def nothing_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust no server, and forget afterwards what a test trusted."""
    for name in ("MMAGENTS_TRUSTED_SERVERS", "OPENAI_BASE_URL", "OPENAI_API_BASE"):
        monkeypatch.setenv(name, "")


@pytest.fixture
def mmagents():
    """Run a command; return its exit code and all it printed."""

    def run(*arguments: object, typed: str | None = None) -> tuple[int, str]:
        done = CliRunner().invoke(app, [str(one) for one in arguments], input=typed)
        said = str(done.exception) if done.exception and done.exit_code == 1 else ""
        code = getattr(done.exception, "exit_code", done.exit_code)
        return code, done.output + said

    return run
