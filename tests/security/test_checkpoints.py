"""A saved game from somebody else runs no code."""

import sqlite3
from pathlib import Path

import ormsgpack
import pytest
from langgraph.types import Interrupt, Overwrite, Send

from mmagents.cli.shown.totals import markdown
from mmagents.stores.disk import SavedGameError
from mmagents.stores.strict import StrictSerializer
from mmagents.web.server.hall import Hall
from mmagents.web.server.links import Links

TOUCHED = "touched-by-the-game"


def calls(function: tuple[str, str], argument: object, kind: int = 0) -> bytes:
    """Return a value that LangGraph's own reading would make by calling a function."""
    return ormsgpack.packb(ormsgpack.Ext(kind, ormsgpack.packb((*function, argument))))


@pytest.fixture
def trapped(sent: Path, tmp_path: Path) -> Path:
    """The game, with a command of the shell in its newest checkpoint; the file it would make."""
    trap = tmp_path / TOUCHED
    bomb = ormsgpack.Ext(0, ormsgpack.packb(("os", "system", f"touch {trap}")))
    with sqlite3.connect(sent / "checkpoints.sqlite") as base:
        rows = base.execute("SELECT rowid, checkpoint FROM checkpoints").fetchall()
        for rowid, held in rows:
            value = ormsgpack.unpackb(
                held, ext_hook=ormsgpack.Ext,
                option=ormsgpack.OPT_NON_STR_KEYS,
            )  # fmt: skip
            value["channel_values"]["scenario"] = bomb
            packed = ormsgpack.packb(value, option=ormsgpack.OPT_NON_STR_KEYS)
            base.execute("UPDATE checkpoints SET checkpoint = ? WHERE rowid = ?", (packed, rowid))
    return trap


@pytest.mark.parametrize(
    "command",
    [
        ("explain", "{game}", "--turn", 2),
        ("export", "{game}", "--format", "markdown"),
        ("resume", "{game}", "--turns", 20),
        ("fork", "{game}", "--turn", 4, "--save", "{game}-2"),
    ],
)
def test_no_command_runs_what_a_checkpoint_names(trapped, sent, mmagents, command) -> None:
    code, said = mmagents(*(str(one).format(game=sent) for one in command))
    assert code == 2
    assert "os.system" in said
    assert not trapped.exists()


async def test_the_page_runs_nothing_as_it_starts(trapped, sent) -> None:
    Links(sent).choose(playing=True)
    hall = Hall(sent.parent, markdown)
    hall.go_on_with_all()
    await hall.close()
    assert not trapped.exists()


@pytest.mark.parametrize(
    "value",
    [
        ("msgpack", calls(("os", "system"), "true")),
        ("msgpack", calls(("builtins", "eval"), ("1",), kind=1)),
        ("msgpack", calls(("re", "compile"), "(a+)+", kind=0)),
        ("msgpack", calls(("pathlib", "Path"), ("/",), kind=1)),
        ("msgpack", ormsgpack.packb(ormsgpack.Ext(5, ormsgpack.packb(("os", "system", {}))))),
        ("msgpack", ormsgpack.packb({"a": [ormsgpack.Ext(7, calls(("os", "system"), "true"))]})),
        ("msgpack", ormsgpack.packb(ormsgpack.Ext(0, b"\x01"))),
        ("msgpack", b"\xc1"),
        ("json", b'{"lc": 2, "type": "constructor", "id": ["os", "system"], "args": ["true"]}'),
        ("pickle", b"cos\nsystem\n(S'true'\ntR."),
    ],
)
def test_what_no_game_writes_is_refused(value: tuple[str, bytes]) -> None:
    with pytest.raises(SavedGameError, match="no game of mmagents writes"):
        StrictSerializer().loads_typed(value)


@pytest.mark.parametrize(
    "value",
    [None, {"a": [1, 2.5, "x", None, True]}, Interrupt(value={"asks": {}}, id="1"), Overwrite([])],
)
def test_what_a_game_writes_is_read(value: object) -> None:
    strict = StrictSerializer()
    assert strict.loads_typed(strict.dumps_typed(value)) == value


def test_a_step_of_somebody_elses_is_refused() -> None:
    strict = StrictSerializer()
    with pytest.raises(SavedGameError, match="Send"):
        strict.loads_typed(strict.dumps_typed(Send("speak", {})))


def test_a_shared_game_of_the_version_before_opens(sent, mmagents) -> None:
    assert mmagents("explain", sent, "--turn", 2)[0] == 0
    code, said = mmagents("resume", sent, "--turns", 10, "--quiet")
    assert code == 0, said
