"""Models that come into others' turns: on what they stated, or as they answer when asked."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from mmagents.graph.build import builder, graph
from mmagents.nodes.context import Context
from mmagents.nodes.evening.trying import asked_by
from mmagents.nodes.spending import accounts
from tests.languages import LANGUAGES
from tests.servers.openai_interrupters import FACT, TOLD, TURN, Interrupters
from tests.servers.openai_server import Server, serving
from tests.servers.prompt_data import seat_of, task_of, texts

pytestmark = pytest.mark.slow  # games of models on loopback
LIMIT: Any = {"recursion_limit": 900}
START: Any = {"scenario": "mini", "seed": 1}
LOOP = {("say_unit",), ("transition_place",), ("stop_speaking",)}


def given(server: Server, **fields: Any) -> Context:
    how = {"model": "openai:any", "base_url": server.url, "turns": 2, "units": True}
    return Context(**{**how, "condition": "ss", **fields})


def play(mind: Interrupters, **fields: Any) -> tuple[list[dict[str, Any]], Server]:
    with serving(mind) as server:
        found = graph.invoke(START, LIMIT, context=given(server, **fields))
    return found["history"], server


def asked(server: Server, task: str) -> list[Any]:
    return [one for one in server.requests if task_of(one) == task]


def cut_of(row: dict[str, Any]) -> tuple[Any, ...] | None:
    cut = row["units"].get("cut")
    return cut and (cut["by"], cut["rule"], row["text"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pace", ["paper", "lean", "draft"])
def test_a_model_comes_in_once_the_fact_that_it_stated_is_told(pace: str, language: str) -> None:
    mind = Interrupters(stated={"kit": [FACT[language]]}, bids={"kit": 0})
    rows, _ = play(mind, language=language, pace=pace, turns=4)
    at = 1 if pace == "lean" else 0  # there, before the first turn its speaker alone thinks
    first, second = rows[at : at + 2]
    assert first["speaker"] != "kit"
    assert cut_of(first) == ("kit", "1b", TOLD[language])
    assert first["ledger"]["unsaid"] == TURN[language].removeprefix(TOLD[language]).strip()
    offer = first["ledger"]["places"][-1]["offers"][0]
    assert (offer["seat"], offer["height"]) == ("kit", 8.0)
    assert FACT[language] in offer["why"]
    assert (second["speaker"], second["rule"]) == ("kit", "1b")
    assert "cut" not in second["units"], "nobody else stated anything"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_comes_in_once_the_name_that_it_stated_is_named(language: str) -> None:
    names = {"en": ["Petra", "Bram"], "ja": ["ペトラさん", "ブラム"]}[language]
    says = {
        "en": "It rained. Petra and Bram were out. I was in. So it was. It was late.",
        "ja": "雨が降った。ペトラさんとブラムさんは外にいた。わしは中にいた。そうか。遅かった。",
    }
    (first,), _ = play(Interrupters({"kit": names}, says=says), language=language, turns=1)
    assert first["speaker"] != "kit"
    assert cut_of(first)[0] == "kit"  # type: ignore[index]  # it was cut
    assert names[0] in first["text"]
    assert [place["rule"] for place in first["ledger"]["places"]] == ["1c", "1b"]


def test_a_model_that_states_nothing_hears_everybody_out() -> None:
    rows, server = play(Interrupters(), turns=3)
    assert [cut_of(row) for row in rows] == [None] * 3
    assert all("come_in" not in bid for row in rows for bid in row["ledger"]["bids"])
    assert not asked(server, "listen")


@pytest.mark.parametrize("pace", ["paper", "draft"])
def test_without_units_no_model_is_told_or_asked_anything_of_coming_in(pace: str) -> None:
    mind = Interrupters(stated={"kit": [FACT["en"]]})
    rows, server = play(mind, units=False, pace=pace)
    assert not any("come_in" in str(dict(one)) for one in server.requests)
    assert all("come_in" not in bid for row in rows for bid in row["ledger"]["bids"])
    _, server = play(mind, condition="round-robin", pace=pace)
    assert not any("come_in" in str(dict(one)) for one in server.requests), "nobody could"


@pytest.mark.parametrize("language", LANGUAGES)
def test_asked_at_the_place_a_model_comes_in_as_it_answers(language: str) -> None:
    mind = Interrupters(
        stated={"kit": [FACT[language]]},
        answers={"kit": {"come_in": True, "importance": 9}},
        bids={"kit": 0},
    )
    (first, second), server = play(mind, language=language, listen="model")
    assert cut_of(first) == ("kit", "1b", TOLD[language])
    assert first["ledger"]["places"][-1]["offers"][0]["height"] == 9.0
    assert second["speaker"] == "kit"
    (request,) = asked(server, "listen")
    assert seat_of(request) == "kit"
    assert TOLD[language] in texts(request)
    assert FACT[language] in texts(request)


def test_only_those_are_asked_who_might_come_in_each_where_it_comes_up() -> None:
    says = {"en": "It rained. Kit was out. I was in. Kit came late. That is all."}
    rows, server = play(Interrupters(says=says, bids={"kit": 0}), listen="model", turns=1)
    assert rows[0]["speaker"] != "kit"
    (request,) = asked(server, "listen")
    assert seat_of(request) == "kit"
    (call,) = (one for one in rows[0]["ledger"]["calls"] if one["task"] == "listen")
    assert call["unit"] == 2


def test_what_a_model_answered_stands_at_the_places_that_follow() -> None:
    says = {"en": "Kit was out. I was in. It rained. It was late. That is all."}
    answers = {"kit": {"come_in": True, "importance": 4}}
    mind = Interrupters(says=says, answers=answers, bids={"kit": 0, "bram": 6, "petra": 6})
    (row,), server = play(mind, listen="model", turns=1)
    heights = [place["offers"][0]["height"] for place in row["ledger"]["places"]]
    holds = [place["hold"] for place in row["ledger"]["places"]]
    assert set(heights) == {4.0}
    assert cut_of(row)[0] == "kit"  # type: ignore[index]  # it was cut
    assert holds[-1] < 4.0
    assert all(hold >= 4.0 for hold in holds[:-1])
    assert len(asked(server, "listen")) == 1


def test_those_who_might_are_asked_side_by_side_and_their_calls_are_counted() -> None:
    says = {"en": "Kit, Bram and Petra were out. It rained."}

    def together(server: Server, request: Any) -> bool:
        return task_of(request) != "listen" or len(asked(server, "listen")) >= 2

    with serving(Interrupters(says=says), until=together) as server:
        found = graph.invoke(START, LIMIT, context=given(server, listen="model", turns=1))
    rows = found["history"]
    assert {seat_of(one) for one in asked(server, "listen")} | {rows[0]["speaker"]} == {
        "kit", "bram", "petra",
    }  # fmt: skip
    (by_task,) = (row for row in accounts(rows)["by_task"] if row["task"] == "listen")
    assert by_task["questions"] == 2
    assert found["spent"]["calls"] == len(server.requests)


@pytest.mark.parametrize("answer", ["", "I cannot say.", {"come_in": "maybe"}, {"come_in": True}])
def test_where_the_answer_cannot_be_used_the_rule_stands_and_the_game_goes_on(answer: Any) -> None:
    mind = Interrupters({"kit": [FACT["en"]]}, {"kit": answer}, {"kit": 0})
    (first, second), server = play(mind, listen="model")
    assert cut_of(first) == ("kit", "1b", TOLD["en"])
    assert len(asked(server, "listen")) == 2, "it was asked once more"
    (call,) = (one for one in first["ledger"]["calls"] if one["task"] == "listen")
    assert call["default"]
    assert second["speaker"] == "kit"


@pytest.mark.parametrize("answer", ["no", "いいえ", '{"come_in": false}', '{"come in": "no"}'])
def test_a_bare_no_is_an_answer(answer: str) -> None:
    mind = Interrupters({"kit": [FACT["en"]]}, {"kit": answer}, {"kit": 0})
    (first,), server = play(mind, listen="model", turns=1)
    assert cut_of(first) is None
    assert len(asked(server, "listen")) == 1


def test_nobody_is_asked_where_nobody_can_come_in() -> None:
    says = {"en": "Bram, where were you? Kit was out. I was in."}
    (first, *_), server = play(
        Interrupters(says=says, bids={"petra": 9, "bram": 0, "kit": 0}),
        listen="model", condition="cssn-or-ss", turns=1,
    )  # fmt: skip
    if first["speaker"] != "bram":
        assert cut_of(first)[:2] == ("bram", "1a")  # type: ignore[index]  # it was cut
        assert not asked(server, "listen")


def test_a_limit_ends_the_game_with_the_turn_that_reaches_it() -> None:
    mind = Interrupters({"kit": [FACT["en"]]}, {"kit": {"come_in": True, "importance": 9}})
    with serving(mind) as server:
        fields = {"listen": "model", "turns": 9, "max_calls": 7}
        found = graph.invoke(START, LIMIT, context=given(server, **fields))
    assert found["stopped"].startswith("calls: ")
    assert len(found["history"]) == 1 + (len(server.requests) > 7)


@pytest.mark.parametrize("listen", ["rules", "model"])
@pytest.mark.parametrize("pace", ["paper", "lean", "draft"])
def test_gone_on_with_from_anywhere_within_a_turn_it_is_the_same_game(
    pace: str, listen: str
) -> None:
    mind = Interrupters(
        {"kit": [FACT["en"]], "bram": ["Kit"]}, {"kit": {"come_in": True, "importance": 9}}
    )
    kept = builder.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}, **LIMIT}
    with serving(mind) as server:
        how = given(server, listen=listen, pace=pace, turns=3)
        whole = untimed(kept.invoke(START, config, context=how)["history"])
        assert any("cut" in row["units"] for row in whole)
        within = [one for one in kept.get_state_history(config) if one.next in LOOP]
        assert {one.next for one in within} == LOOP
        for one in within[:: max(1, len(within) // 6)]:
            assert untimed(kept.invoke(None, one.config, context=how)["history"]) == whole


def untimed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows without the seconds that a server took."""
    calls = [[{**one, "seconds": 0} for one in row["ledger"]["calls"]] for row in rows]
    return [
        {**row, "ledger": {**row["ledger"], "calls": each}}
        for row, each in zip(rows, calls, strict=True)
    ]


def test_what_is_tried_before_a_game_is_what_will_be_asked() -> None:
    assert "listen" in asked_by(Context(units=True, listen="model"))
    assert "listen" not in asked_by(Context(units=True))
