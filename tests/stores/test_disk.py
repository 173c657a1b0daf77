import errno
import sqlite3
import sys
from pathlib import Path

import pytest

from mmagents.stores.disk import DiskError, Holding, friendly_disk_errors, write_whole
from mmagents.stores.saved_game import SavedGame
from tests.processes import python

# Python ignores SIGXFSZ, so a file that grows past the limit fails as on a full disk.
SMALL_DISK = """
import resource, sys
from pathlib import Path
from mmagents.scenarios.errors import MMAgentsError
from mmagents.stores.saved_game import SavedGame, friendly_disk_errors

folder, story, what = Path(sys.argv[1]), sys.argv[2], sys.argv[3]

def record(game):
    for turn in range(1, 1000):
        game.append({"turn": turn, "text": "x" * 100})

def rewritten(game):
    game.rewrite([{"turn": 1}])
    game.rewrite([{"turn": turn, "text": "x" * 100} for turn in range(1, 1000)])

def checkpoints(game):
    import asyncio
    from langgraph.checkpoint.base import empty_checkpoint
    from mmagents.stores.checkpoints import open_checkpointer

    async def save():
        config = {"configurable": {"thread_id": "game", "checkpoint_ns": ""}}
        async with open_checkpointer(game.checkpoints) as saver:
            for step in range(1000):
                checkpoint = {**empty_checkpoint(), "channel_values": {"text": "x" * 1000}}
                await saver.aput(config, checkpoint, {"step": step}, {})

    asyncio.run(save())

def memory(game):
    from mmagents.stores.lexical import LexicalEmbedder
    from mmagents.stores.memory import LongTermMemory
    memory = LongTermMemory.open(game.memory, "game", ("ada",), LexicalEmbedder())
    for turn in range(1, 1000):
        memory.write(turn, [f"fact {turn}"], "ada", ("ada",))

def update(game):
    game.update_meta({"context": "x" * 1_000_000})

with SavedGame.create(folder, {"seed": 7}, story) as game:
    limit = 400_000 if what == "memory" else 50_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    try:
        with friendly_disk_errors(folder):
            globals()[what](game)
    except MMAgentsError as error:
        print(type(error).__name__, error.exit_code, error)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files the POSIX way")
@pytest.mark.parametrize("what", ["record", "rewritten", "checkpoints", "memory", "update"])
def test_a_full_disk_says_what_is_kept_and_how_to_go_on(tmp_path: Path, what: str) -> None:
    (tmp_path / "story.yaml").write_text("title: mini\n")
    run = python(tmp_path, SMALL_DISK, tmp_path / "game", tmp_path / "story.yaml", what)
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.startswith("DiskError 1 The game in"), run.stdout
    assert f"mmagents resume {tmp_path / 'game'}" in run.stdout
    with SavedGame.open(tmp_path / "game") as game:
        assert game.meta == {"seed": 7}
        assert [row["turn"] for row in game.rows()] == list(range(1, len(game.rows()) + 1))
        assert len(game.rows()) == {"rewritten": 1, "record": len(game.rows())}.get(what, 0)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EROFS, "Read-only file system", "/elsewhere"), "the disk is read-only"),
        (PermissionError(errno.EACCES, "Permission denied", "/games/one/x"), "permission"),
        (sqlite3.OperationalError("database or disk is full"), "the disk is full"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "cannot be written"),
        (sqlite3.DatabaseError("database disk image is malformed"), "damaged"),
    ],
)
def test_what_a_disk_does_is_put_in_words(error: Exception, said: str) -> None:
    with pytest.raises(DiskError, match=said) as raised, friendly_disk_errors(Path("/games/one")):
        raise error
    assert raised.value.__cause__ is error


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"),
        TimeoutError("the model"),
        FileNotFoundError(errno.ENOENT, "No such file", "/games/one-more/x"),
        PermissionError(errno.EACCES, "a socket"),
        sqlite3.OperationalError("no such table: x"),
        ValueError("is full"),
    ],
)
def test_what_is_not_the_disk_s_doing_passes_unchanged(error: Exception) -> None:
    with pytest.raises(type(error)) as raised, friendly_disk_errors(Path("/games/one")):
        raise error
    assert raised.value is error


def test_what_the_folder_holds_is_called_by_its_name() -> None:
    held = Holding("experiment", "run another", "All is kept.", "mmagents experiment run {path}")
    with pytest.raises(DiskError) as raised, friendly_disk_errors(Path("/runs/one"), held):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert str(raised.value).startswith("The experiment in /runs/one could not be written")
    assert str(raised.value).endswith("go on with: mmagents experiment run /runs/one")


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"one")
    write_whole(tmp_path / "file", b"two")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("file", b"two")]
