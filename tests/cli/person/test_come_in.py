"""A person at a real terminal comes into somebody else's turn, and is cut off in their own."""

import json
import re
import termios
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.cli.person.test_person import CODES, terminal
from tests.processes import Terminal, mmagents

pytestmark = pytest.mark.slow
TALK = ("--turns", 4, "--phase", "discussion", "--manner", "panel")
GAME = ("play", "mini", "--seed", 3, *TALK, "--units")
NEVER = ("--speed", 0.00001)
"""A unit then takes more than a day, so that nothing but a key ends it."""
WORDS = "I put my tray down by the tin. Petra, did you see me there? I was in a hurry."


def until(child: Terminal, what: str) -> str:
    """Wait for something; return what stands on the screen before it."""
    child.expect_exact(what)
    return CODES.sub("", child.before)


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "transcript.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("key", [" ", "\r"])
def test_a_key_ends_the_turn_where_it_stands_and_the_person_has_the_next(
    tmp_path: Path, key: str
) -> None:
    with terminal(tmp_path, *GAME, "--seat", "kit=human", "--save", "game", *NEVER) as child:
        shown = until(child, "Good afternoon.")
        assert "Bram   Enter or space: come in" in shown
        child.send(f"xyz{key}")
        shown = until(child, "Kit> ")
        assert "— You come in." in shown
        assert "cut off: Kit came in" in shown
        assert "xyz" not in shown
        child.sendline(WORDS)
        shown = " ".join(until(child, "Nobody heard the rest.").split())
        assert "You were cut off after “Petra, did you see me there?”" in shown
        child.control("C")
        child.expect_exact("mmagents resume game")
    theirs, mine = rows_of(tmp_path / "game")[:2]
    assert theirs["units"]["cut"]["by"] == mine["speaker"] == "kit"
    assert mine["units"]["cut"] == {"by": "petra", "rule": "1a", "at": len(mine["text"])}
    assert mine["ledger"]["unsaid"] == "I was in a hurry."


def test_whoever_stops_within_a_turn_has_the_terminal_as_it_was_and_goes_on_there(
    tmp_path: Path,
) -> None:
    with terminal(tmp_path, *GAME, "--seat", "kit=human", "--save", "game", *NEVER) as child:
        before = termios.tcgetattr(child.child_fd)
        until(child, "Good afternoon.")
        child.control("C")
        child.expect_exact("mmagents resume game")
        child.expect(pexpect.EOF)
        assert child.exit_code() == 130
        assert termios.tcgetattr(child.child_fd) == before
    with terminal(tmp_path, "resume", "game", *NEVER) as child:
        assert re.search(r"1 +0:00 +Bram", until(child, "Good afternoon."))
        child.send(" ")
        until(child, "Kit> ")


def test_where_nobody_can_press_a_key_nothing_is_waited_for(tmp_path: Path) -> None:
    run = mmagents(tmp_path, *GAME, "--seat", "kit=human", "--save", "game", *NEVER)
    assert run.returncode == 0, run.stderr
    assert "when did you last see the tin?" in run.stdout
    assert len(rows_of(tmp_path / "game")) == 1
    seats = ("--seat", "kit=human", "--seat", "petra=human")
    with terminal(tmp_path, *GAME, *seats, *NEVER) as child:
        child.expect("press Enter.*looking. ")
