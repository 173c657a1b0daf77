"""Limits, accounts, the cache and thinking ahead: saved games with models on a loopback server."""

import asyncio
import json
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from langchain_core.callbacks import AsyncCallbackHandler

from mmagents.cli.shown.totals import cost
from mmagents.graph.build import graph
from mmagents.models.client.trust import TRUSTED
from mmagents.nodes.context import Context
from mmagents.nodes.spending import NOTHING, accounts, limit_reached, plus, waited
from mmagents.saved import games
from mmagents.saved.fork import fork
from mmagents.saved.saved_game import SavedGame
from mmagents.saved.watch import Event
from mmagents.scenarios.loader import scenario_path
from tests.graph.conftest import played as played_now
from tests.servers.openai_minds import faithful, task_of, texts
from tests.servers.openai_server import Answer, Request, Server, serving

pytestmark = pytest.mark.slow


PRICES = {"openai:any": {"input": 2.0, "output": 10.0}}
CALLS = 3 + 3
"""Calls a turn of the story mini: one a seat to think, one to speak, two to read."""


def begin(folder: Path, url: str, **given: Any) -> SavedGame:
    context = Context(**{"model": "openai:any", "base_url": url, "turns": 6, **given})
    meta = {"scenario": "mini", "seed": 3, "context": context.model_dump()}
    return SavedGame.create(folder, meta, scenario_path("mini"))


def play_on(game: SavedGame, **changes: Any) -> list[Event]:
    async def run() -> list[Event]:
        return [event async for event in games.go_on(game, changes) if event.row]

    return asyncio.run(run())


def talk(game: SavedGame) -> list[dict[str, Any]]:
    """Return the turns without what differs from run to run: seconds, and the server's port."""
    return [
        {**row, "ledger": {k: v for k, v in row["ledger"].items() if k != "calls"}}
        for row in game.rows()
    ]


def without_who_noted(game: SavedGame, pace: str = "paper", **_: Any) -> list[dict[str, Any]]:
    """Return its talk; where turns are noted together, without whether a model looked for facts.

    It does where any turn of those that are noted together touches upon one.
    """
    rows = talk(game)
    return rows if pace == "paper" else [{**row, "facts_by": None} for row in rows]


LIMITS = {"limits.calls": 13, "limits.tokens": 4_000, "limits.money": 0.008, "limits.seconds": 1e-6}
PACES: list[dict[str, Any]] = [{"pace.overlap": True}, {"pace": "lean"}, {"pace": "draft"}]


@pytest.mark.parametrize(
    ("played", "name"),
    [*(({}, name) for name in LIMITS), *((played, "limits.money") for played in PACES)],
)
def test_a_limit_ends_the_game_in_order_and_it_can_be_gone_on_with(
    tmp_path: Path, played: dict[str, Any], name: str
) -> None:
    limit, what = {name: LIMITS[name]}, name.removeprefix("limits.")
    with serving(faithful) as server:
        prices = {f"openai:any@{server.url}": PRICES["openai:any"]}
        with begin(tmp_path / "whole", server.url, **played) as whole:
            play_on(whole)
            asked = len(server.requests)
            with begin(
                tmp_path / "part", server.url, limits={"prices": prices}, **limit, **played
            ) as part:
                events = play_on(part)
                assert events[-1].stopped.startswith(f"{what}: ")
                assert 1 <= len(events) < 6
                assert not any(event.stopped for event in events[:-1])
                values = asyncio.run(games.values_of(part))
                assert values["spent"]["calls"] == sum(
                    call["requests"] for row in part.rows() for call in row["ledger"]["calls"]
                )
                play_on(part, **dict.fromkeys(limit, None))
                assert without_who_noted(part, **played) == without_who_noted(whole, **played)
                if "pace" not in played:  # elsewhere what was put off is noted where it stops
                    assert len(server.requests) == 2 * asked == 2 * 6 * CALLS


@pytest.mark.slow
def test_the_same_game_with_a_cache_makes_no_call_the_second_time(tmp_path: Path) -> None:
    cache = str(tmp_path / "answers.sqlite")
    with serving(faithful) as server:
        with begin(tmp_path / "one", server.url, models={"cache": cache}) as one:
            play_on(one)
        asked = len(server.requests)
        with begin(tmp_path / "two", server.url, models={"cache": cache}) as two:
            play_on(two)
        assert len(server.requests) == asked == 6 * CALLS
    assert talk(two) == talk(one)
    first, second = accounts(one.rows()), accounts(two.rows())
    assert first["total"]["calls"] == asked
    assert first["total"]["tokens"] > 0
    assert (second["total"]["calls"], second["total"]["tokens"]) == (0, 0)
    assert sum(row["cached"] for row in second["by_task"]) == asked


def test_no_file_of_a_game_or_its_cache_holds_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "sk-of-the-house-0815-and-nobody-elses"
    monkeypatch.setenv("MMAGENTS_API_KEY", key)
    cache = str(tmp_path / "answers.sqlite")
    with serving(faithful, key=key) as server:
        monkeypatch.setenv(TRUSTED, server.url)
        with begin(tmp_path / "one", server.url, models={"cache": cache}, turns=2) as game:
            play_on(game)
            games.put_away(game)
        assert len(server.requests) == 2 * CALLS
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert {"answers.sqlite", "checkpoints.sqlite", "game.json"} <= {file.name for file in files}
    assert not [file for file in files if key.encode() in file.read_bytes()]


def test_a_cache_that_is_no_database_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database, but long enough to be taken for one" * 9)
    with (
        serving(faithful) as server,
        begin(tmp_path / "one", server.url, models={"cache": str(tmp_path / "notes.txt")}) as game,
        pytest.raises(Exception, match=r"notes\.txt cannot be used"),
    ):
        play_on(game)


class Traces(AsyncCallbackHandler):
    """What a tracer is told of every model call."""

    def __init__(self) -> None:
        self.metadata: list[dict[str, Any]] = []
        self.busy = threading.Lock()

    async def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[Any],
        *,
        run_id: UUID,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        with self.busy:
            self.metadata.append(metadata or {})


@pytest.mark.parametrize("overlap", [False, True])
def test_traces_carry_game_turn_seat_and_task(overlap: bool) -> None:
    traces = Traces()
    with serving(faithful) as server:
        context = Context(
            model="openai:any", base_url=server.url, turns=3, pace={"overlap": overlap}
        )
        config = {"callbacks": [traces], "metadata": {"game": "evening"}}
        graph.invoke({"scenario": "mini", "seed": 1}, config, context=context)
    found = Counter((one["game"], one["turn"], one["task"], one["seat"]) for one in traces.metadata)
    assert {(game, turn) for game, turn, _, _ in found} == {("evening", t) for t in (1, 2, 3)}
    for turn in (1, 2, 3):
        assert Counter(task for _, t, task, _ in found.elements() if t == turn) == {
            "think": 3, "speak": 1, "normalise": 1, "detect": 1
        }  # fmt: skip
    assert {seat for _, _, task, seat in found if task in ("normalise", "detect")} == {"(analyst)"}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_thinking_ahead_hears_the_words_but_not_what_is_still_being_read(language: str) -> None:
    with serving(faithful) as server:
        context = Context(
            model="openai:any",
            base_url=server.url,
            turns=8,
            pace={"overlap": True},
            language=language,
        )
        rows = played_now(context)
    assert len(server.requests) == 8 * CALLS
    thinking = [texts(r) for r in server.requests if task_of(r) == "think"]
    for row in rows[:-1]:
        assert sum(row["text"] in text for text in thinking) >= 3
    speaking = [texts(r) for r in server.requests if task_of(r) == "speak"]
    due = {"en": "is due from you now", "ja": "第二部分が求められている"}[language]
    owed = [row for row in rows if row["rule"] == "1a"]
    assert owed
    assert sum(due in text for text in speaking) == len(owed)
    assert not any(due in text for text in thinking)
    assert all(len(row["ledger"]["bids"]) == 3 for row in rows)
    assert all(len(row["ledger"]["calls"]) == CALLS for row in rows)


@pytest.mark.slow
def test_readers_and_the_next_thinking_are_under_way_at_once() -> None:

    def five_wait(server: Server, request: Request) -> bool:
        first_words = len(server.requests) <= 3 + 1  # three thoughts, and what was said
        return first_words or server.most_at_once >= 2 + 3

    with serving(faithful, until=five_wait) as server:
        context = Context(model="openai:any", base_url=server.url, turns=2, pace={"overlap": True})
        graph.invoke({"scenario": "mini", "seed": 1}, context=context)
    assert server.most_at_once == 2 + 3


def test_a_game_with_overlap_can_be_forked_before_any_turn(tmp_path: Path) -> None:
    with begin(
        tmp_path / "one", "http://127.0.0.1:9/v1", model=None, pace={"overlap": True}
    ) as one:
        play_on(one)
        for turn in (1, 3, 6, 7):
            target = SavedGame.create(
                tmp_path / f"fork-{turn}",
                {**one.meta, "context": {**one.meta["context"], "turns": 8}},
                one.scenario,
            )
            with target:
                asyncio.run(fork(one, turn, target))
                play_on(target)
                assert [row["turn"] for row in target.rows()] == list(range(1, 9))
                assert talk(target)[: turn - 1] == talk(one)[: turn - 1]


def test_what_is_waited_for_is_the_longest_of_each_stage() -> None:
    calls = [("think", 1.0), ("think", 2.0), ("speak", 3.0), ("normalise", 4.0), ("detect", 0.5)]
    assert waited({"task": task, "seconds": seconds} for task, seconds in calls) == 9.0


def test_limits_are_reached_at_their_value_and_not_before() -> None:
    call = {"task": "speak", "seat": "a", "model": "openai:any@http://x", "requests": 2,
            "tokens_in": 500_000, "tokens_out": 100_000, "seconds": 1.5}  # fmt: skip
    spent = plus(NOTHING, [call], PRICES)
    assert spent == {"calls": 2, "tokens": 600_000, "seconds": 1.5, "money": 2.0}
    assert limit_reached(spent, {"calls": 3, "tokens": None, "money": 2.01}) == ""
    assert limit_reached(spent, {"calls": 2}) == "calls: 2 of 2"
    assert limit_reached(spent, {"money": 2.0}) == "money: 2 of 2"


def test_accounts_add_up_by_task_seat_and_model() -> None:
    with serving(faithful) as server:
        context = Context(model="openai:any", base_url=server.url, turns=4)
        end = graph.invoke({"scenario": "mini", "seed": 1}, context=context)
    account = accounts(end["history"], {"openai:any": {"input": 1.0, "output": 2.0}})
    assert account["turns"] == 4
    assert account["unpriced"] == []
    for table in ("by_task", "by_seat", "by_task_and_seat", "by_model"):
        rows = account[table]
        assert sum(row["requests"] for row in rows) == account["total"]["calls"] == 4 * CALLS
        assert (
            sum(row["tokens_in"] + row["tokens_out"] for row in rows)
            == (account["total"]["tokens"])
        )
        assert sum(row["money"] for row in rows) == pytest.approx(account["total"]["money"])
    assert [row["task"] for row in account["by_task"]] == ["detect", "normalise", "speak", "think"]
    assert json.loads(json.dumps(account)) == account


@pytest.mark.slow
def test_a_limit_reached_anywhere_in_an_evening_ends_it_in_order(tmp_path: Path) -> None:
    lengths = {"discussion": 2, "private_chat": 2}
    with serving(faithful) as server:
        given = {"evening.kind": "whole", "evening.lengths": lengths}
        with begin(tmp_path / "whole", server.url, **given) as whole:
            play_on(whole)
            outcome = asyncio.run(games.values_of(whole))["outcome"]
        with begin(tmp_path / "part", server.url, limits={"calls": 1}, **given) as part:
            stopped_after = [play_on(part)[-1]]
            while stopped_after[-1].stopped:
                most = int(stopped_after[-1].stopped.split()[1]) + 1
                stopped_after.append(play_on(part, limits={"calls": most})[-1])
            values = asyncio.run(games.values_of(part))
    assert talk(part) == talk(whole)
    assert values["outcome"] == outcome
    assert not values["stopped"]
    in_phases = {event.row["phase"] for event in stopped_after if event.stopped and event.row}
    assert in_phases == {"introduction", "exploration", "private_chat", "discussion"}


def test_what_a_server_had_read_before_costs_its_own_price() -> None:
    call = {"task": "think", "model": "openai:any", "requests": 1, "seconds": 0.0,
            "tokens_in": 1_000_000, "tokens_out": 0, "tokens_cached": 750_000}  # fmt: skip
    cheap = {"openai:any": {**PRICES["openai:any"], "cached_input": 0.2}}
    assert plus(NOTHING, [call], PRICES)["money"] == 2.0
    assert plus(NOTHING, [call], cheap)["money"] == pytest.approx(0.25 * 2.0 + 0.75 * 0.2)
    older = {key: value for key, value in call.items() if key != "tokens_cached"}
    assert plus(NOTHING, [older], cheap)["money"] == 2.0


def test_accounts_tell_how_much_a_server_had_read_before() -> None:
    def mind(request: Request, number: int) -> Answer:
        return replace(faithful(request, number), kept=0.5)

    with serving(mind) as server:
        context = Context(model="openai:any", base_url=server.url, turns=2)
        end = graph.invoke({"scenario": "mini", "seed": 1}, context=context)
    calls = [call for row in end["history"] for call in row["ledger"]["calls"]]
    assert all(call["tokens_cached"] == call["tokens_in"] // 2 for call in calls)
    account = accounts(end["history"])
    kept = sum(call["tokens_cached"] for call in calls)
    assert account["total"]["tokens_cached"] == kept
    assert sum(row["tokens_cached"] for row in account["by_seat"]) == kept
    titles, *_ = (line.split() for line in cost(account)[1:])
    assert "kept" in titles
    older = [{**row, "ledger": {**row["ledger"], "calls": [without(call) for call in
             row["ledger"]["calls"]]}} for row in end["history"]]  # fmt: skip
    assert "kept" not in cost(accounts(older))[1]


def test_it_is_counted_for_every_task_of_a_game_and_for_what_is_asked_once_more() -> None:
    def mind(request: Request, nth: int) -> Answer:
        answer = faithful(request, nth)
        task, text = request.headers.get("x-mmagents-task"), answer.text
        if task == "normalise" and nth % 2:
            text = "Well."
        if task == "diagnose":
            text = json.dumps(json.loads(text or "") | {"severity": 9, "taken_for": "fault"})
        return replace(answer, text=text, kept=0.5)

    checked = {
        "repair": True,
        "repair.nli": "llm",
        "repair.merge": True,
        "models.best_of": 2,
        "condition": "moderator",
    }
    with serving(mind) as server:
        context = Context(
            **{
                "model": "openai:any",
                "base_url": server.url,
                "turns": 8,
                "limits.tolerate": True,
                **checked,
            }
        )
        rows = played_now(context)
    calls = [call for row in rows for call in row["ledger"]["calls"]]
    again = [call for call in calls if call["asked_again"]]
    assert again
    for call in calls:  # two requests are rounded one by one
        assert call["tokens_cached"] == pytest.approx(call["tokens_in"] / 2, abs=2)
    assert {call["task"] for call in calls} >= {
        "think", "moderate", "speak", "triplets", "entail", "diagnose", "merge", "repair",
        "normalise", "detect",
    }  # fmt: skip
    prices = {"openai:any": {**PRICES["openai:any"], "output": 0.0, "cached_input": 0.0}}
    read = sum(call["tokens_in"] - call["tokens_cached"] for call in calls)
    assert accounts(rows, prices)["total"]["money"] == pytest.approx(read * 2 / 1e6)


def without(call: dict[str, Any]) -> dict[str, Any]:
    """Return a call as older records have it."""
    return {key: value for key, value in call.items() if key != "tokens_cached"}
