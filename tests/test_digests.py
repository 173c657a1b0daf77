"""Rule-based games are the ones that were played before, byte for byte."""

import json
from pathlib import Path

import pytest

from benchmarks.digests import cells, taken

pytestmark = pytest.mark.slow

BEFORE = json.loads(
    (Path(__file__).parents[1] / "benchmarks" / "data" / "digests.json").read_text("utf-8")
)
SOME = [
    cell
    for cell in cells()
    if cell[0].endswith((" ja 1 cssn-or-ss", "ford en 1 cssn-or-ss"))
    or cell[0].startswith(("mini en 1 ", "halcyon-light ja 2 interrogation"))
    or cell[0] == "mini ja prompts cssn-or-ss"
]


@pytest.mark.parametrize("cell", SOME, ids=[cell[0] for cell in SOME])
def test_a_game_is_the_one_that_was_played_before(cell) -> None:
    name, now = taken(cell)
    assert now == BEFORE[name]
