"""Models that come into others' turns, on what they stated."""

from typing import Any

import pytest

from mmagents.nodes.context import Context
from tests.graph.conftest import kept, played
from tests.languages import LANGUAGES
from tests.servers.openai_interrupters import FACT, TOLD, TURN, Interrupters
from tests.servers.openai_server import Server, serving
from tests.servers.prompt_data import task_of

pytestmark = pytest.mark.slow  # games of models on loopback
LOOP = {("say_unit",), ("transition_place",), ("stop_speaking",)}


def given(server: Server, **fields: Any) -> Context:
    how = {"model": "openai:any", "base_url": server.url, "turns": 2, "medium": "units"}
    return Context(**{**how, "condition": "ss", **fields})


def play(mind: Interrupters, **fields: Any) -> tuple[list[dict[str, Any]], Server]:
    with serving(mind) as server:
        return played(given(server, **fields)), server


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
    rows, _ = play(Interrupters(), turns=3)
    assert [cut_of(row) for row in rows] == [None] * 3
    assert all("come_in" not in bid for row in rows for bid in row["ledger"]["bids"])


@pytest.mark.parametrize("pace", ["paper", "draft"])
def test_without_units_no_model_is_told_or_asked_anything_of_coming_in(pace: str) -> None:
    mind = Interrupters(stated={"kit": [FACT["en"]]})
    rows, server = play(mind, medium=None, pace=pace)
    assert not any("come_in" in str(dict(one)) for one in server.requests)
    assert all("come_in" not in bid for row in rows for bid in row["ledger"]["bids"])
    _, server = play(mind, condition="round-robin", pace=pace)
    assert not any("come_in" in str(dict(one)) for one in server.requests), "nobody could"


@pytest.mark.parametrize("pace", ["lean", "draft"])
def test_gone_on_with_from_anywhere_within_a_turn_it_is_the_same_game(pace: str) -> None:
    mind = Interrupters({"kit": [FACT["en"]], "bram": ["Kit"]}, bids={"kit": 0})
    with serving(mind) as server:
        how = given(server, pace=pace, turns=3)
        compiled, states, end = kept(how)
        whole = untimed(end["history"])
        assert any("cut" in row["units"] for row in whole)
        within = [one for one in states if one.next in LOOP]
        assert {one.next for one in within} == LOOP
        for one in within[:: max(1, len(within) // 6)]:
            assert untimed(compiled.invoke(None, one.config, context=how)["history"]) == whole


def untimed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows without the seconds that a server took."""
    calls = [[{**one, "seconds": 0} for one in row["ledger"]["calls"]] for row in rows]
    return [
        {**row, "ledger": {**row["ledger"], "calls": each}}
        for row, each in zip(rows, calls, strict=True)
    ]
