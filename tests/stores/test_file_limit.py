import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits open files the POSIX way")

LIFTED = """
import resource
from mmagents.stores.file_limit import PLENTY, limit_lifted
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (40, hard))
enough = PLENTY if hard == resource.RLIM_INFINITY else min(hard, PLENTY)
with limit_lifted():
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (enough, hard)
assert resource.getrlimit(resource.RLIMIT_NOFILE) == (40, hard)
try:
    with limit_lifted():
        raise RuntimeError
except RuntimeError:
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (40, hard)
"""

TOO_MANY = """
import resource
from mmagents.stores.chroma import MemoryStoreError
from mmagents.stores.lexical import LexicalEmbedder
from mmagents.stores.memory import LongTermMemory
resource.setrlimit(resource.RLIMIT_NOFILE, (60, 60))
seats = ("ada", "ben", "cyd", "dee", "eve")
games = [LongTermMemory.open(None, name, seats, LexicalEmbedder()) for name in ("one", "two")]
def fill(game):
    game.write(1, ["The key is gone"], "ada", seats)
    game.write(2, ["The lamp is lit"], "ada", seats[1:])
    game.all("ada")
for game in games:
    fill(game)
third = LongTermMemory.open(None, "three", seats, LexicalEmbedder())
try:
    fill(third)
except MemoryStoreError as error:
    print(error)
for game in games:
    assert game.recall("eve", "key", 1, before=3)[0].text == "The key is gone"
games.pop().close()
fill(third)
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_limit_on_open_files_is_lifted_for_the_time_being_only() -> None:
    run(LIFTED)


@pytest.mark.slow
def test_more_games_than_chroma_can_hold_are_refused_before_one_loses_its_memories() -> None:
    assert "holds 12 long-term memories already" in run(TOO_MANY)
