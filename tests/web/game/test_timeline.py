"""When things were said: bars, overlaps and marks, whatever has a time of its own."""

from typing import Any, cast

from mmagents.nodes.record import TurnRow
from mmagents.showing.timeline import SHORTEST, Span, Timeline, clock, timeline_of
from tests.lab.rows import row


def timed(turn: int, speaker: str, start: float, end: float, **more: Any) -> TurnRow:
    rule = more.pop("rule", "recorded")
    return cast("TurnRow", {**row(turn, speaker, rule=rule), "start": start, "end": end, **more})


def drawn(rows: list[TurnRow]) -> Timeline:
    found = timeline_of(rows)
    assert found is not None
    return found


def test_bars_stand_where_units_were_said_in_seconds_from_the_first_word():
    units = {"ends": [2, 5], "completion": [1.0, 1.0], "times": [[10.0, 11.5], [12.25, 13.0]]}
    line = drawn([timed(1, "petra", 10.0, 13.0, units=units), timed(2, "bram", 12.5, 14.0)])
    first, second = line.bars
    assert first.span == Span(0.0, 3.0)
    assert first.units == (Span(0.0, 1.5), Span(2.25, 3.0))
    assert second.units == (Span(2.5, 4.0),)
    assert (line.first, line.end) == (10.0, 4.0)


def test_an_overlap_is_where_two_people_speak_and_not_where_one_pauses():
    units = {"ends": [2, 5], "completion": [1.0, 1.0], "times": [[0.0, 1.0], [3.0, 4.0]]}
    rows = [
        timed(1, "petra", 0.0, 4.0, units=units),
        timed(2, "bram", 1.5, 3.5),
        timed(3, "kit", 3.25, 6.0),
        timed(4, "kit", 5.0, 7.0),
    ]
    line = drawn(rows)
    assert line.over == (Span(3.0, 4.0),)


def test_backchannels_are_marks_that_overlap_nothing_and_move_no_turn():
    aside = {"speaker": "kit", "text": "Mm.", "kind": "continuer", "unit": 1}
    rows = [
        timed(1, "petra", 0.0, 4.0, asides=[{**aside, "start": 1.0, "end": 1.4}, aside]),
        timed(2, "bram", 2.0, 2.1, rule="backchannel"),
        timed(3, "bram", 5.0, 6.0),
    ]
    line = drawn(rows)
    assert [bar.turn for bar in line.bars] == [1, 3]
    assert [(one.turn, one.seat, one.span) for one in line.marks] == [
        (1, "kit", Span(1.0, 1.4)),
        (2, "bram", Span(2.0, 2.1)),
    ]
    assert line.over == ()
    assert line.shown == {1: 0.0, 2: 2.0, 3: 5.0}


def test_what_has_no_time_is_shown_with_the_next_words_or_at_the_end():
    rows = [row(1, "kit"), timed(2, "petra", 0.0, 4.0), row(3, "kit"), timed(4, "bram", 3.5, 5.0)]
    line = drawn([*rows, row(5, "kit")])
    assert line.shown == {1: 0.0, 2: 0.0, 3: 3.5, 4: 3.5, 5: 5.0}


def test_a_message_is_read_once_it_is_sent():
    sent = [timed(1, "petra", 2.0, 9.0, rule="1b"), timed(2, "kit", 4.0, 11.0, rule="1b")]
    assert drawn(sent).shown == {1: 7.0, 2: 9.0}
    unsent: Any = {**row(1, "petra"), "start": 3.0}
    assert drawn([unsent]).bars[0].span == Span(0.0, SHORTEST), "it can be seen"
    assert timeline_of([]) is timeline_of([row(1, "petra"), row(2, "bram")]) is None


def test_a_clock_shows_minutes_and_seconds():
    assert [clock(at) for at in (0, 59.9, 60, 3601)] == ["0:00", "0:59", "1:00", "60:01"]
