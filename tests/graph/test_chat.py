"""A chat: several write at once, and nobody has read what was not sent when it began."""

from itertools import pairwise
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import ValidationError

from mmagents.floor.clock import beside_of, typed_in
from mmagents.graph.build import builder, graph
from mmagents.nodes.context import Context
from tests.graph.conftest import LIMIT, Rigged, Says, played

STORY: Any = {"scenario": "mini", "seed": 4}


def writes(words: int, bid: int = 5) -> Says:
    return Says(" ".join(["word"] * words), bid=bid)


def table(turns: int, players: dict[str, Says]) -> Rigged:
    return Rigged(turns=turns, medium="chat", players=players)


def rows(turns: int = 40, **fields: Any) -> list[Any]:
    return played(Context(**{"turns": turns, "medium": "chat", **fields}), seed=4)


def batches(found: list[Any]) -> list[list[Any]]:
    together: list[list[Any]] = []
    for row in found:
        if "written" in row:
            assert row["written"]["since"] == together[-1][0]["turn"] - 1
            together[-1].append(row)
        else:
            together.append([row])
    return together


def test_who_writes_at_once_has_read_the_same_and_the_shortest_is_sent_first() -> None:
    players = {"petra": writes(30), "bram": writes(2), "kit": writes(9)}
    found = played(table(30, players), seed=4)
    assert len(found) == 30
    several = [one for one in batches(found) if len(one) > 1]
    assert several
    for one in batches(found):
        assert len({row["speaker"] for row in one}) == len(one)
        lengths = [len(row["text"]) for row in one]
        assert lengths == sorted(lengths)
        assert [row["rule"] for row in one].count("beside") == len(one) - 1
    for seat, player in players.items():
        before = [
            tuple(range(max(1, batch[0]["turn"] - 5), batch[0]["turn"]))
            for batch in batches(found)
            for row in batch
            if row["speaker"] == seat
        ]
        read = [tuple(turn.turn for turn in view.heard) for view in player.spoke]
        assert read[: len(before)] == before


@pytest.mark.parametrize("condition", ["round-robin", "random", "equal"])
def test_where_bids_do_not_count_one_writes_at_a_time(condition: str) -> None:
    assert not any("written" in row for row in rows(12, condition=condition))


def test_whoever_wants_to_listen_does_not_write() -> None:
    players = {"petra": writes(3), "bram": writes(4, bid=0), "kit": writes(5, bid=0)}
    found = played(table(12, players), seed=4)
    assert {row["speaker"] for row in found if row["rule"] != "first"} == {"petra"}


def test_whoever_was_asked_has_the_floor_after_what_was_written_meanwhile() -> None:
    asks = Says("Bram, where were you last night?", bid=9)
    players = {"petra": asks, "bram": writes(9, bid=1), "kit": writes(12, bid=8)}
    found = played(table(60, players), seed=4)
    late = 0
    for before, after in pairwise(batches(found)[:-1]):
        if any(row["speaker"] == "petra" for row in before):
            assert "bram" in {row["speaker"] for row in after}
            held = next(row for row in after if row["rule"] != "beside")
            assert (held["speaker"], held["rule"]) == ("bram", "1a")
            late += before[-1]["speaker"] != "petra"
    assert late


def test_nothing_is_read_into_a_message_that_its_writer_had_not_read() -> None:
    for row in rows(60, language="en"):
        assert (row["answers"] or 0) <= row.get("written", {"since": row["turn"]})["since"]


def test_messages_are_sent_in_order_and_may_be_written_at_once() -> None:
    found = rows(40)
    sent = [row["end"] for row in found]
    assert sent == sorted(sent)
    assert all(row["start"] <= row["end"] for row in found)
    ends = {row["turn"]: row["end"] for row in found} | {0: 0.0}
    for row in found:
        since = row.get("written", {"since": row["turn"] - 1})["since"]
        assert row["start"] >= ends[since] - 0.011
    assert any(after["start"] < before["end"] for before, after in pairwise(found))


def test_what_was_not_sent_when_the_talk_ended_stands_in_the_ledger_alone() -> None:
    players = {"petra": writes(30), "bram": writes(2), "kit": writes(9)}
    lost = []
    for turns in range(1, 9):
        state = graph.invoke(STORY, LIMIT, context=table(turns, players))
        assert len(state["history"]) == turns
        assert not state.get("writing")
        lost += state["history"][-1]["ledger"].get("unsent", [])
    assert lost
    assert all(one["text"] == players[one["seat"]].lines[0] for one in lost)


@pytest.mark.parametrize("pace", ["paper", "lean"])
def test_a_chat_that_was_stopped_anywhere_goes_on_to_the_same_record(pace: str) -> None:
    context = Context.model_validate({"turns": 8, "medium": "chat", "pace": pace})
    whole = graph.invoke(STORY, LIMIT, context=context)["history"]
    stepwise = builder.compile(checkpointer=InMemorySaver(), interrupt_before="*")
    config: Any = {"configurable": {"thread_id": "1"}, **LIMIT}
    stepwise.invoke(STORY, config, context=context)
    while stepwise.get_state(config).next:
        stepwise.invoke(None, config, context=context)
    assert stepwise.get_state(config).values["history"] == whole


@pytest.mark.parametrize(
    "clash",
    [{"repair": True}, {"pace.overlap": True}, {"pace": "draft"}],
    ids=lambda one: next(iter(one)),
)
def test_what_does_not_go_with_a_chat_is_refused(clash: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="medium chat"):
        Context.model_validate({"medium": "chat", **clash})


def test_as_many_write_at_once_as_among_people() -> None:
    drawn = [beside_of(0, turn) for turn in range(20_000)]
    shares = [sum(one > fewer for one in drawn) / len(drawn) for fewer in range(3)]
    assert shares == pytest.approx([0.824, 0.824 * 0.502, 0.824 * 0.502 * 0.448], abs=0.015)


@pytest.mark.parametrize(("text", "language"), [("one two three", "en"), ("ひるにみたね。", "ja")])
def test_words_take_as_long_to_type_as_people_need(text: str, language: str) -> None:
    assert typed_in(text, language) == pytest.approx(3 / 0.859)
