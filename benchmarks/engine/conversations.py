"""What a conversation of an experiment without models costs: time, CPU and bytes on the disk.

    python -m benchmarks conversations [--count 150] [--turns 10] [--workers 2]

The paper's grid is played as `mmagents experiment run` plays it, `--count` conversations in all.
Each tenth of them is shown, so that one sees whether conversations grow dearer the more there are.
Bytes are those that the disk gives, a story shared by hard links counted once.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import given, head, show

CONDITIONS = ["cssn-or-ss", "ss", "equal"]


def bytes_below(folder: Path) -> int:
    """Return the bytes that the disk gives to all below a folder, each file once."""
    found = {one.stat().st_ino: one.stat().st_blocks * 512 for one in folder.rglob("*")}
    return sum(found.values())


def main(argv: Sequence[str] | None = None) -> None:
    """Play, and print the figures."""
    from mmagents.lab.experiments.engines import engine_for
    from mmagents.lab.experiments.experiment import begin, run
    from mmagents.lab.experiments.grid import Grid
    from mmagents.lab.experiments.playing import Outcome

    args = given(argv, __doc__, count=150, turns=10, workers=2)
    grid = Grid(
        name="conversations",
        scenario="halcyon-light",
        conditions=CONDITIONS,
        turns=args.turns,
        conversations=max(1, args.count // len(CONDITIONS)),
        memory={"recall": "all"},
    )
    ended: list[tuple[float, Outcome]] = []
    with tempfile.TemporaryDirectory() as place:
        experiment, started = begin(grid, Path(place) / "e"), time.perf_counter()
        run(
            experiment,
            engine_for("processes", args.workers),
            workers=args.workers,
            ended=lambda one: ended.append((time.perf_counter() - started, one)),
        )
        took, size = time.perf_counter() - started, bytes_below(experiment.conversations)
    assert not [one.error for _, one in ended if one.error]
    print(f"{len(ended)} conversations of {args.turns} turns, {args.workers} workers\n")
    head("conversations", "seconds since the start", "ms each in their worker")
    tenth = max(1, len(ended) // 10)
    for at in range(0, len(ended), tenth):
        some = ended[at : at + tenth]
        each = 1000 * sum(one.seconds for _, one in some) / len(some)
        show(f"{at + 1}-{at + len(some)}", f"{some[-1][0]:.1f}", f"{each:.0f}")
    print(f"\n{took:.1f} s in all; {size / len(ended) / 1000:.1f} kB a conversation on the disk")
