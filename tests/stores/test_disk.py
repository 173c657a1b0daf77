import errno
import sqlite3
import sys
from pathlib import Path

import pytest

from mmagents.saved.saved_game import SavedGame
from mmagents.stores.disk import DiskError, Holding, friendly_disk_errors, write_whole
from tests.processes import python
from tests.tables import beside

# Python ignores SIGXFSZ, so a file that grows past the limit fails as on a full disk.
SMALL_DISK = beside(__file__)["SMALL_DISK"]


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
        (ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"), None),
        (TimeoutError("the model"), None),
        (FileNotFoundError(errno.ENOENT, "No such file", "/games/one-more/x"), None),
        (PermissionError(errno.EACCES, "a socket"), None),
        (sqlite3.OperationalError("no such table: x"), None),
        (ValueError("is full"), None),
    ],
)
def test_what_a_disk_does_is_put_in_words_and_all_else_passes_unchanged(error, said) -> None:
    kind = DiskError if said else type(error)
    with pytest.raises(kind, match=said) as raised, friendly_disk_errors(Path("/games/one")):
        raise error
    assert error is (raised.value.__cause__ if said else raised.value)


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
