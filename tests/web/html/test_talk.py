"""What the page shows of a talk without a story: nothing of one."""

import asyncio
import json
import re

import pytest

from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.saved.watch import play
from mmagents.showing.faces import Faces
from mmagents.showing.html.replay import replay
from mmagents.showing.html.seat import sheet
from mmagents.showing.onlooker import Standing

OF_A_STORY = re.compile(
    r"\b(case|clues?|missions?|points|verdict|truth|culprit|accuse|fact)\b", re.I
)
WRITTEN = {
    "kind": "talk", "question": "Sell the ferry?", "about": "It has crossed for sixty years.",
    "who": [{"name": "Marta", "who": "runs it", "private": "The engine is done for."},
            {"name": "Jun", "who": "keeps the books"}],
    "vote": ["sell it", "keep it"],
}  # fmt: skip


@pytest.fixture
def talk(tmp_path):
    """A short talk with its vote: its table and its standing."""
    file, lines = tmp_path / "talk.yaml", tmp_path / "lines.yaml"
    file.write_text(json.dumps(WRITTEN), "utf-8")
    lines.write_text("- Jun, what would it fetch?\n- vote: keep it\n  say: It is ours.\n", "utf-8")
    seats = dict.fromkeys(("marta", "jun"), f"scripted:{lines}")
    context = Context(evening={"kind": "whole", "lengths": {"discussion": 2}}, seats=seats)

    async def played():
        return [event async for event in play(str(file), 1, context)]

    events = asyncio.run(played())
    rows = [event.row for event in events if event.row]
    outcome = next(event.outcome for event in events if event.outcome)
    table = table_for(str(file), context)
    return table, Standing(
        table.seats, rows, len(rows), "ended", rows[-1]["phase"], outcome=outcome
    )


def test_its_replay_ends_with_the_vote(talk):
    page = replay(talk[1], talk[0], "en", hidden=False)
    shown = re.sub(r"(?s)<(style|script)[^>]*>.*?</\1>", "", page)
    assert "Sell the ferry? keep it" in shown
    assert "<h2>The vote</h2>" in shown
    assert "The engine is done for" not in shown
    assert not OF_A_STORY.findall(re.sub(r"<[^>]*>", " ", shown))


def test_a_seat_reads_what_is_its_own_alone(talk):
    table, _ = talk
    faces = Faces.of(table, "en")
    marta, jun = (sheet(table, seat, None, faces, "en") for seat in table.seats)
    assert "The engine is done for." in marta
    assert "engine" not in jun
    assert "told nothing that the others do not know" in jun
    assert not OF_A_STORY.findall(re.sub(r"<[^>]*>", " ", marta + jun))
