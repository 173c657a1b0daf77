"""A person at a real terminal: plays, is stopped in every way, comes back, and finishes."""

import json
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from mmagents.scenarios.loader import load_scenario
from tests.processes import Terminal, mmagents

pytestmark = pytest.mark.slow
CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")
TURN = re.compile(r"^ {0,2}(\d+)  \w+   ", re.MULTILINE)
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
BAD = {
    "": "Nothing was typed",
    "/lok": "Did you mean /look",
    "/bid 5": "You bid when nobody has been asked",
    "/show crown": "You have no clues",
    "/vote petra": "You vote at the end",
    "Petra: I took the money.": "as if Petra spoke",
    "x" * 2001: "2001 characters; 2000 are the most",
}


@contextmanager
def terminal(folder: Path, *arguments: object) -> Iterator[Terminal]:
    child = Terminal(folder, *arguments)
    try:
        yield child
    finally:
        child.process.kill()
        child.close()


class Kit:
    """A person who answers what stands on the screen, and nothing else."""

    def __init__(self) -> None:
        self.turn = 0

    def answer(self, screen: str) -> str:
        self.turn = max([self.turn, *map(int, TURN.findall(screen))])
        if "who you are" in screen:
            return "Kit Osgood, from the bakery."
        if "Whom do you accuse" in screen:
            return "/vote petra the paint under the lid"
        if "Where do you look" in screen or "go aside with" in screen:
            return ["1", "/pass"][self.turn % 2]
        if "A moment to think" in screen:
            return "Petra has not said where she was."
        if "The floor is free" in screen:
            return ["/pass", "/bid 8", "Bram, were the pegs loose?"][self.turn % 3]
        return f"I put my tray down by the tin, and that is all I know after {self.turn} turns."


def next_ask(child: Terminal) -> str | None:
    """Wait for the prompt; return what stands on the screen before it, None at the end."""
    if child.expect_exact(["Kit> ", pexpect.EOF]) == 1:
        return None
    return CODES.sub("", child.before)


def play_on(child: Terminal, kit: Kit, asks: int = 60) -> str | None:
    """Answer so many asks; return the one that waits then, or None after the end."""
    screen = next_ask(child)
    while screen is not None and asks > 0:
        child.sendline(kit.answer(screen))
        screen, asks = next_ask(child), asks - 1
    return screen


def try_in_vain(child: Terminal) -> None:
    for line, says in BAD.items():
        child.sendline(line)
        screen = next_ask(child)
        assert screen is not None
        assert says in " ".join(screen.split())


def test_stopped_in_every_way_and_come_back_a_person_finishes_the_same_evening(
    tmp_path: Path,
) -> None:
    game = ("play", "mini", "--seed", 3, "--turns", 5, "--seat", "kit=human", "--save")
    with terminal(tmp_path, *game, "whole") as child:
        play_on(child, Kit())
        assert "The verdict" in child.before
        assert child.exit_code() == 0
    with terminal(tmp_path, *game, "stopped") as child:
        play_on(child, Kit(), 0)
        try_in_vain(child)
        child.control("C")
        child.expect_exact("mmagents resume stopped")
        child.expect(pexpect.EOF)
        assert child.exit_code() == 130
    with terminal(tmp_path, "resume", "stopped") as child:
        play_on(child, Kit(), 1)
        child.control("D")
        child.expect_exact("You left after turn")
        child.expect(pexpect.EOF)
        assert child.exit_code() == 0
    with terminal(tmp_path, "resume", "stopped") as child:
        play_on(child, Kit(), 1)
        child.signal(signal.SIGTERM)
        child.expect_exact("mmagents resume stopped")
        child.expect(pexpect.EOF)
    with terminal(tmp_path, "resume", "stopped") as child:
        kit = Kit()
        screen = play_on(child, kit, 1)
        assert screen is not None
        child.sendline(kit.answer(screen))
        child.signal(signal.SIGKILL)  # while the answer is being taken
        child.expect(pexpect.EOF)
    with terminal(tmp_path, "resume", "stopped") as child:
        play_on(child, Kit())
        assert child.exit_code() == 0
    whole, stopped = (tmp_path / one / "transcript.jsonl" for one in ("whole", "stopped"))
    assert stopped.read_bytes() == whole.read_bytes()
    rows = [json.loads(line) for line in whole.read_text().splitlines()]
    votes = [row["text"] for row in rows if row["speaker"] == "kit" and row["rule"] == "vote"]
    assert votes[0] == "I accuse Petra Lunn. The paint under the lid"
    assert (tmp_path / "stopped" / "outcome.json").exists()


def test_two_at_one_terminal_see_their_own_and_nothing_of_the_other(tmp_path: Path) -> None:
    story = load_scenario("mini")
    secrets = {
        seat: [one.text.in_("en") for one in story.sheet(seat).secrets] for seat in ("kit", "petra")
    }
    seats = ("--seat", "kit=human", "--seat", "petra=human")
    with terminal(tmp_path, "play", "mini", "--seed", 3, "--turns", 3, *seats) as child:
        child.widen(200)
        screens: list[tuple[str, str]] = []
        while True:
            at = child.expect(["(Kit|Petra), press Enter.*looking. ", "(Kit|Petra)> ", pexpect.EOF])
            if at == 2:
                break
            if at == 1:
                screens.append((child.match[1], child.before))
            child.sendline("" if at == 0 else "/pass")
        end = child.before
    assert {name for name, _ in screens} == {"Kit", "Petra"}
    before = ""
    for name, screen in screens:
        shown = CODES.sub("", screen.rpartition(CLEAR)[2])
        other = "petra" if name == "Kit" else "kit"
        assert not [one for one in secrets[other] if one in shown]
        assert before in ("", name) or CLEAR in screen
        before = name
    mine = [CODES.sub("", screen) for name, screen in screens if name == "Kit"]
    assert secrets["kit"][0] in mine[0]
    assert "The verdict" in end
    assert (tmp_path / "games" / "mini-1" / "outcome.json").exists()


def test_a_time_that_is_up_passes_for_whoever_is_away(tmp_path: Path) -> None:
    command = ["play", "mini", "--seed", 3, "--turns", 3, "--seat", "kit=human"]
    with terminal(tmp_path, *command, "--patience", 0.2) as child:
        child.expect(pexpect.EOF)
        assert child.exit_code() == 0
        assert "Time is up; Kit lets it pass." in child.before
    lines = (tmp_path / "games" / "mini-1" / "transcript.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    late = [row["rule"] for row in rows if "in time" in row["ledger"]["reason"]]
    assert "vote" in late
    assert "round-robin" in late


def test_nothing_more_than_a_seat_may_see_is_to_be_had(tmp_path: Path) -> None:
    run = mmagents(tmp_path, "play", "mini", "--seat", "kit=human", "--show-thoughts")
    assert run.returncode == 2
    assert "shown what that seat may see" in run.stderr
    assert not list(tmp_path.iterdir())
