"""Whole games through ChatOpenAI, against faithful and hostile servers on loopback."""

import asyncio
import gc
import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from pydantic import ConfigDict

from mmagents.analysts.llm.analyst import LLMAnalyst
from mmagents.graph.build import graph
from mmagents.interfaces.accounts import Call, recording, total
from mmagents.interfaces.analyst import Analyst
from mmagents.interfaces.player import Player
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from mmagents.nodes.context import Context
from mmagents.nodes.spending import accounts
from mmagents.players.llm.drafting import DraftingPlayer
from mmagents.players.llm.player import PASSES
from mmagents.prompts.render import Prompts
from mmagents.scenarios.loader import load_scenario
from tests.languages import LANGUAGES
from tests.servers.openai_hostile import hostile
from tests.servers.openai_minds import faithful, texts
from tests.servers.openai_server import serving

pytestmark = pytest.mark.slow


STORY = "halcyon-light"
SEATS = load_scenario(STORY).seats()
PATIENT = Patience(timeout=30, attempts=2, first=0.005, longest=0.02)
HASTY = Patience(timeout=0.5, attempts=2, first=0.005, longest=0.02)


class Modelled(Context):
    """A context that seats models given in Python; seats without one play improv."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid", frozen=True)

    players: dict[str, object]
    reader: object
    slots: list[Slot]

    def player(self, seat: str) -> Player:
        return self.players.get(seat) or super().player(seat)  # type: ignore[return-value]  # tests put players there

    def analyst(self) -> Analyst:
        return self.reader  # type: ignore[return-value]  # tests put an analyst there


def context(*urls: str, seats: int = 99, patience: Patience = PATIENT, **given: Any) -> Modelled:
    """Return a context whose first `seats` seats take turns at the servers of `urls`."""
    slots = [Slot.of("openai:any", base_url=url, patience=patience) for url in urls]
    prompts = Prompts()
    players = {
        seat: DraftingPlayer(think=slot, speak=slot, prompts=prompts)
        for seat, slot in zip(SEATS[:seats], cycle(slots), strict=False)
    }
    reader = LLMAnalyst(normalise=slots[0], detect=slots[-1], prompts=prompts)
    return Modelled(players=players, reader=reader, slots=slots, **given)


async def play(how: Modelled, seed: int = 0) -> tuple[list[dict[str, Any]], list[Call]]:
    with recording() as calls:
        end = await graph.ainvoke({"scenario": STORY, "seed": seed}, context=how)
    for slot in how.slots:
        await slot.close()
    assert end["ended"]
    return end["history"], calls


def check_transcript(history: list[dict[str, Any]], turns: int) -> None:
    """Assert what holds of every transcript, whatever the models did."""
    assert [row["turn"] for row in history] == list(range(1, turns + 1))
    for row in history:
        assert row["speaker"] in SEATS
        assert row["text"]
        assert row["text"].isprintable()
        assert row["rule"] in ("first", "1a", "1b", "1c")
        assert {bid["seat"] for bid in row["ledger"]["bids"]} <= set(SEATS)
        assert all(0 <= bid["importance"] <= 9 for bid in row["ledger"]["bids"])
        assert row["answers"] is None or row["answers"] < row["turn"]
    json.dumps(history).encode()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_whole_game_with_a_faithful_model_needs_no_default(language: str) -> None:
    with serving(faithful) as server:
        history, calls = await play(context(server.url, turns=10, language=language))
    check_transcript(history, 10)
    assert {row["rule"] for row in history} >= {"1a", "1b"}
    assert any(row["second_pair_part"] == "answer" for row in history)
    assert not [call for call in calls if call.default or call.asked_again or call.retries]
    assert len(server.requests) == 10 * (len(SEATS) + 3)
    spoken = {"ja" if "。" in row["text"] or "か" in row["text"] else "en" for row in history}
    assert spoken == {language}


@pytest.mark.slow
async def test_the_prompts_of_a_turn_do_not_grow_with_the_game() -> None:
    with serving(faithful) as server:
        _, calls = await play(context(server.url, turns=40, language="en"))
    rows = total([call.as_json() for call in calls])
    assert sum(row["questions"] for row in rows) == 40 * (len(SEATS) + 3)
    early, late = (
        sum(len(texts(request)) for request in server.requests[at : at + 10 * (len(SEATS) + 3)])
        for at in (9 * (len(SEATS) + 3), 29 * (len(SEATS) + 3))
    )
    assert 0.9 <= late / early <= 1.1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_prompt_of_a_game_holds_another_seats_sheet(language: str) -> None:
    story = load_scenario(STORY)
    private = {
        one.seat: [
            text.in_(language)
            for text in (one.background, one.objective, *(moment.what for moment in one.timeline),
                         *(secret.text for secret in one.secrets))
        ]
        for one in story.sheets
    }  # fmt: skip
    with serving(faithful) as server:
        await play(context(server.url, turns=3, language=language))
    for prompt in map(texts, server.requests):
        whose = [seat for seat, own in private.items() if any(text in prompt for text in own)]
        assert len(whose) <= 1
        if whose:
            assert all(text in prompt for text in private[whose[0]])
            assert story.person(whose[0]).name.in_(language) in prompt.splitlines()[0]


async def test_models_of_two_servers_and_improv_share_a_table() -> None:
    with serving(faithful) as one, serving(faithful) as other:
        history, calls = await play(context(one.url, other.url, seats=2, turns=8, language="en"))
    check_transcript(history, 8)
    assert {call.seat for call in calls if call.task == "think"} == set(SEATS[:2])
    assert one.requests
    assert other.requests


@pytest.fixture
def torn_connections() -> Iterator[None]:
    """Collect within the test the sockets of requests that were torn off half-way.

    The client drops them without closing; Python closes them when they are collected, and says so.
    """
    yield
    gc.collect()


async def hostile_games(seeds: range, turns: int, pace: str = "paper") -> None:
    """Play games against hostile servers, some at a time; check each."""
    at_once = asyncio.Semaphore(10)

    async def game(seed: int) -> None:
        async with at_once:
            with serving(hostile(seed, late=0.8)) as server:
                how = context(
                    server.url, turns=turns, language=LANGUAGES[seed % 2], patience=HASTY,
                    pace={"kind": pace, "overlap": seed % 3 == 0 and pace != "draft"},
                    limits={"tolerate": True},
                )  # fmt: skip
                history, calls = await play(how, seed)
        check_transcript(history, turns)
        assert pace != "paper" or len(calls) == turns * (len(SEATS) + 3)
        assert all((call.default is None) or call.requests >= 1 for call in calls)
        ledger = [call for row in history for call in row["ledger"]["calls"]]
        assert sorted(map(repr, ledger)) == sorted(repr(call.as_json()) for call in calls)
        counted = accounts(history)
        assert sum(row["defaults"] for row in counted["by_seat"]) == sum(
            call.default is not None for call in calls
        )
        passed = sum(row["text"] == PASSES for row in history)
        spoken = [call for call in calls if call.task == "speak"]
        assert passed == sum(call.default is not None for call in spoken)

    await asyncio.gather(*map(game, seeds))


@pytest.mark.usefixtures("torn_connections")
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("pace", "seeds", "turns"),
    [("paper", range(6), 4), ("lean", range(2), 4), ("draft", range(2), 4),
     ("paper", range(1000, 1012), 2)],
)  # fmt: skip
async def test_games_against_a_hostile_model_end_with_every_default_counted(pace, seeds, turns):
    await hostile_games(seeds, turns, pace)
