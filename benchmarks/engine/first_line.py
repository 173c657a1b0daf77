"""What a game in the terminal costs to its first lines, here and in another clone.

    python -m benchmarks first-line --before PATH/TO/mmagents

Plays one turn with each command in pairs, and prints the median seconds of CPU, threads included,
until the story's title and until the first turn are printed, and the median ratio of the pairs.
Linux only: the time is that of /proc.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import given, head, show

LINES = {"title": "# ", "turn": "  1  "}


def seconds(command: str, until: str) -> float:
    """Return the CPU that a game takes until a line begins with `until`."""
    play = [command, "play", "--seed", "1", "--turns", "1"]
    with subprocess.Popen(play, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdout is not None
        next(line for line in game.stdout if line.startswith(until))
        used = Path(f"/proc/{game.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        game.stdout.read()
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    here = str(Path(sys.executable).with_name("mmagents"))
    chosen = given(arguments, __doc__, before=here, pairs=9)
    head("CPU to the first", "before, s", "here, s", "ratio")
    for name, until in LINES.items():
        pairs = [
            (seconds(chosen.before, until), seconds(here, until)) for _ in range(chosen.pairs + 1)
        ][1:]  # the first compiles what was not
        before, after = (statistics.median(one) for one in zip(*pairs, strict=True))
        ratio = statistics.median(after / before for before, after in pairs)
        show(name, f"{before:.2f}", f"{after:.2f}", f"{ratio:.2f}")
