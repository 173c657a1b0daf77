"""Times of turns that are said unit by unit: virtual, drawn from the seed, never backwards."""

from itertools import pairwise

import pytest

from mmagents import Context
from mmagents.graph import graph
from mmagents.nodes.record import TurnRow
from mmagents.nodes.table import table_for
from mmagents.recordings.games import recording_of


def played(**fields: object) -> list[TurnRow]:
    context = Context.model_validate({"turns": 16, "manner": "conversation", **fields})
    story = {"scenario": "halcyon-light", "seed": 2}
    rows: list[TurnRow] = graph.invoke(story, {"recursion_limit": 900}, context=context)["history"]
    return rows


@pytest.mark.parametrize("language", ["en", "ja"])
def test_units_follow_one_another_and_turns_may_overlap(language: str) -> None:
    rows = played(units=True, language=language)
    for row in rows:
        times = row["units"]["times"]
        assert [row["start"], row["end"]] == [times[0][0], times[-1][1]]
        assert all(start < end for start, end in times)
        assert all(before[1] <= after[0] + 0.011 for before, after in pairwise(times))
        assert len(times) == len(row["units"]["ends"])
    for speaker in {row["speaker"] for row in rows}:
        own = [row for row in rows if row["speaker"] == speaker]
        assert all(before["end"] <= after["start"] for before, after in pairwise(own))
    begun = [row["start"] for row in rows]
    assert begun[0] == 0
    assert begun == sorted(begun)
    assert any(after["start"] < before["end"] for before, after in pairwise(rows))
    assert [row["start"] for row in played(units=True, language=language)] == begun


def test_a_game_with_times_is_a_recording_of_speech_and_one_without_is_a_chat() -> None:
    timed, plain = played(units=True), played(units=False)
    table = table_for("halcyon-light", Context())
    assert recording_of(timed, table).medium == "speech"
    assert recording_of(timed, table).timed
    assert recording_of(plain, table).medium == "chat"
    assert not {"start", "end", "units"} & set(plain[0])
