"""Who may receive what: nothing that a seat or a spectator has not noticed."""

import asyncio
import json
from dataclasses import asdict

import pytest

from mmagents.floor.conditions import CONDITIONS
from mmagents.nodes.context import Context
from mmagents.nodes.record import nothing_yet
from mmagents.nodes.table import table_for
from mmagents.saved import games
from mmagents.saved.begin import begin
from mmagents.saved.saved_game import SavedGame
from mmagents.showing.onlooker import HOST, SPECTATOR, Onlooker, Standing, seen, seen_row

pytestmark = pytest.mark.slow  # made once


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A whole evening, and all its moments."""
    path = tmp_path_factory.mktemp("evening") / "game"
    context = Context(evening={"kind": "whole", "lengths": {"discussion": 6}})
    begin(path, "halcyon-light", 5, context).close()

    async def play():
        with SavedGame.open(path) as saved:
            events = [event async for event in games.go_on(saved)]
            games.put_away(saved)
            return events

    return asyncio.run(play()), table_for("halcyon-light", context)


def onlookers(table):
    return [*(Onlooker("seat", seat) for seat in table.seats), SPECTATOR]


def test_a_turn_reaches_those_who_heard_it_and_bids_reach_nobody(evening):
    events, table = evening
    rows = [event.row for event in events if event.row]
    assert any(set(row["heard_by"]) < set(table.seats) for row in rows)
    for onlooker in onlookers(table):
        for row in rows:
            found = seen_row(row, onlooker, table.seats)
            heard = (
                onlooker.seat in row["heard_by"]
                if onlooker.seat
                else (set(row["heard_by"]) == set(table.seats))
            )
            assert (found is not None) == heard
            if found:
                assert found["ledger"] == nothing_yet()
                assert (found["facts"], found["knowledge"]) == ([], [])


def test_nothing_unheard_is_in_what_an_onlooker_receives_at_any_moment(evening):
    events, table = evening
    rows = [event.row for event in events if event.row]
    for onlooker in onlookers(table):
        own = [bare for row in rows if (bare := seen_row(row, onlooker, table.seats))]
        bids = [event.bid for event in events if event.bid and event.bid["thought"]]
        own_thoughts = {bid["thought"] for bid in bids if bid["seat"] == onlooker.seat}
        hidden = {bid["thought"] for bid in bids} | {row["text"] for row in rows}
        hidden -= own_thoughts | {row["text"] for row in own}
        for moment in moments(events, table):
            said = json.dumps(asdict(seen(moment, onlooker, own)))
            assert not [text for text in hidden if json.dumps(text) in said]


def test_the_host_sees_all_and_spectators_do_where_the_table_is_open(evening):
    events, table = evening
    row = next(event.row for event in events if event.row)
    assert seen_row(row, HOST, table.seats) is row
    assert seen_row(row, SPECTATOR, table.seats, open_table=True) is row


def test_a_whisper_does_not_even_show_who_thinks(evening):
    _, table = evening
    first, second, third, *_ = table.seats
    bid = {"seat": first, "action": "speak", "importance": 9, "thought": "quiet"}
    whisper = Standing(
        seats=table.seats, present=(first, second), bids={first: bid}, phase="private_chat",
        asks={first: {"secret": 1}},
    )  # fmt: skip
    inside, outside = (seen(whisper, Onlooker("seat", seat), []) for seat in (second, third))
    assert (inside.bids, inside.present, inside.asks) == (
        {first: None},
        (first, second),
        {first: {}},
    )
    assert (outside.bids, outside.present, outside.asks) == ({}, (), {})
    assert seen(whisper, SPECTATOR, []).bids == {}
    assert seen(whisper, Onlooker("seat", first), []).bids == {first: bid}


def moments(events, table):
    """Every standing that the events of a game lead to, without the rows."""
    for event in events:
        if event.bid:
            yield Standing(table.seats, present=event.present, bids={event.bid["seat"]: event.bid})
        elif event.ledger:
            bids = {bid["seat"]: bid for bid in event.ledger["bids"]}
            yield Standing(
                table.seats, present=tuple(bids), bids=bids, floor=event.floor, ledger=event.ledger
            )
        elif event.outcome:
            yield Standing(table.seats, outcome=event.outcome)


def test_a_seat_has_of_the_detector_what_its_condition_shows(evening):
    events, table = evening
    asked = [event.row for event in events if event.row and event.row["first_pair_part"]]
    assert asked
    for row in asked:
        seat = Onlooker("seat", row["heard_by"][0])
        told = seen_row(row, seat, table.seats, shows=CONDITIONS["cssn-or-ss"].shows)
        assert told["addressees"] == row["addressees"]
        bare = seen_row(row, seat, table.seats, shows=CONDITIONS["ss"].shows)
        assert (bare["first_pair_part"], bare["addressees"], bare["closed"]) == (None, [], [])
        assert bare["text"] == row["text"]
