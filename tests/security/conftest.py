"""A saved game as somebody else might send it, and the command line in this process."""

import json
import tarfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mmagents.cli.app import app

BEFORE = Path(__file__).parent.parent / "data" / "before"


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """A game of eight turns, of the version before, as it came by mail."""
    with tarfile.open(BEFORE / "game.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    return tmp_path / "game"


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
