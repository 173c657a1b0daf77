"""The LLM player and analyst through ChatOpenAI, against a server on loopback."""

import asyncio
import gc
import json
from typing import Any

import pytest
from langchain_core.language_models import FakeListChatModel

from mmagents.floor.adjacency import Designation
from mmagents.interfaces.accounts import Call, recording
from mmagents.interfaces.player import Thought
from mmagents.models.client.providers import Opened
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from mmagents.models.client.trust import TRUSTED
from mmagents.players.llm.player import LLMPlayer
from mmagents.prompts.render import Prompts
from tests.languages import LANGUAGES
from tests.prompts.samples import WORDS, obligation, utterance, view
from tests.servers.openai_minds import faithful, texts
from tests.servers.openai_seats import TASKS, THOUGHT, saying, seated
from tests.servers.openai_server import Answer, Request, serving

pytestmark = pytest.mark.slow  # models on loopback

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
KEY = "sk-secret-of-the-house-1234"


@LANGUAGE
async def test_a_player_thinks_and_speaks(language: str) -> None:
    with seated(faithful) as table, recording() as calls:
        thought = await table.player.think(view(language))
        words = await table.player.speak(view(language))
    assert thought.action == "speak"
    assert 0 <= thought.importance <= 9
    assert words.endswith((".", "?", "。"))
    assert [(call.task, call.seat, call.requests) for call in calls] == [
        ("think", "mara", 1),
        ("speak", "mara", 1),
    ]
    assert all(call.tokens_in > 100 and call.tokens_out > 0 and call.seconds > 0 for call in calls)
    assert not any(
        call.retries or call.asked_again or call.repairs or call.default for call in calls
    )


@LANGUAGE
async def test_an_analyst_reads_what_is_asked_of_whom_and_which_question_is_answered(language):
    asks = {"en": "Tilda, where were you?", "ja": "千鶴さん、どこにいましたか。"}[language]
    with seated(faithful) as table:
        found = await table.analyst.detect(utterance(language, asks))
        [fact] = await table.analyst.normalize(utterance(language, asks))
        answered = await table.analyst.detect(utterance(language))
    assert found == Designation("wh-question", ("tilda",), ("answer",), recipient="tilda")
    assert asks in fact
    assert answered == Designation(answers=4, second_pair_part="answer")


async def test_what_is_answered_must_be_open_and_names_are_resolved_or_dropped() -> None:
    reading = dict.fromkeys(("first_pair_part", "second_pair_part"), "none") | {"addressees": []}
    closed = json.dumps(reading | {"answers": 99, "second_pair_part": "refusal", "closes": False})
    with seated(lambda *_: Answer(closed)) as table, recording() as calls:
        due = await table.analyst.detect(utterance("en"))
        nothing = await table.analyst.detect(utterance("en", due=None, open_pairs=()))
    assert due == Designation(answers=4, second_pair_part="refusal")
    assert nothing == Designation()
    assert calls[1].repairs == ("answers nothing open",)
    named = {"first_pair_part": "request", "addressees": ["Osrik and Tlida", "Jordan"]}
    with seated(saying(json.dumps(named))) as table, recording() as calls:
        found = await table.analyst.detect(utterance("en"))
    assert found.addressees == ("osric", "tilda")
    assert calls[0].repairs == ("nobody is called Jordan",)


@LANGUAGE
async def test_an_unusable_answer_is_shown_to_the_model_with_its_fault(language: str) -> None:
    bad = '{"thought": "x", "action": "dance", "importance": 3}'
    with seated(saying(bad, THOUGHT)) as table, recording() as calls:
        thought = await table.player.think(view(language))
    assert thought == Thought("Ask.", "speak", 6)
    first, second = (request["messages"] for request in table.server.requests)
    assert second[:2] == first
    assert second[2] == {"role": "assistant", "content": bad}
    assert '"dance"' in second[3]["content"]
    assert calls[0].asked_again == "invalid action dance"
    assert calls[0].default is None


async def test_a_server_that_knows_no_forms_is_asked_without() -> None:
    def mind(request: dict[str, Any], number: int) -> Answer:
        if "response_format" in request:
            return Answer(status=400, error={"message": "response_format: unknown field"})
        return faithful(request, number)

    with seated(mind) as table, recording() as calls:
        for _ in range(5):
            await table.player.think(view("en"))
    assert [call.requests for call in calls] == [2, 2, 2, 1, 1]
    assert [call.form for call in calls] == ["none", "none", "none", "tool", "tool"]
    assert not any(call.default for call in calls)


async def test_a_form_over_which_a_server_hangs_is_left_for_the_next() -> None:
    def mind(request: Request, number: int) -> Answer:
        hangs = Answer(fault="late", delay=30)
        return hangs if "response_format" in request else faithful(request, number)

    with serving(mind) as server, recording() as calls:
        slot = Slot.of("openai:any", base_url=server.url, patience=Patience(0.3, 4, 0.01, 0.1))
        player = LLMPlayer(think=slot, speak=slot, prompts=Prompts())
        for _ in range(3):
            await player.think(view("en"))
        assert await slot.way("think") == "json_object with schema"
    assert [(call.requests, call.form) for call in calls] == [(2, "none")] * 3
    assert {call.retries for call in calls} == {("time-out",)}
    assert not any(call.default for call in calls)


async def test_each_task_but_speaking_sends_the_form_of_its_answer() -> None:
    with seated(faithful) as table:
        for run in TASKS.values():
            await run(table)
    forms = [request.get("response_format") for request in table.server.requests]
    names = [form and form["json_schema"]["name"] for form in forms]
    assert names == ["think", "draft", None, "normalise", "normalise_turns", "detect"]
    assert all(form["json_schema"]["strict"] for form in forms if form)


async def test_the_key_goes_to_the_server_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with seated(faithful, key=KEY) as table, recording() as calls:
        monkeypatch.setenv(TRUSTED, table.server.url)
        for run in TASKS.values():
            await run(table)
    assert {headers["authorization"] for headers in table.server.headers} == {f"Bearer {KEY}"}
    assert not any(call.default for call in calls)
    assert KEY not in json.dumps([call.as_json() for call in calls]) + str(table.server.requests)


@LANGUAGE
async def test_a_prompt_holds_nothing_that_is_not_in_the_view(language: str) -> None:
    """A view of another seat shares no private word with this one's prompts."""
    other = view(language, seat="tilda", obligation=None, open_pairs=(), heard=(), thoughts=(),
                 memories=(), known=())  # fmt: skip
    with seated(faithful) as table:
        await table.player.think(other)
        await table.player.speak(other)
    asked = "".join(map(texts, table.server.requests))
    assert not [words for words in WORDS[language].values() if words in asked]


async def test_a_slot_dropped_while_its_loop_goes_on_leaves_no_connection_open() -> None:
    closed = asyncio.Event()

    async def close() -> None:
        closed.set()

    slot = Slot("any", lambda: Opened(FakeListChatModel(responses=[""]), close), forms={})
    await slot.runnable("think")
    assert not closed.is_set()
    del slot
    gc.collect()
    await asyncio.wait_for(closed.wait(), 5)


def test_one_player_serves_event_loops_one_after_another_and_a_full_table_thinks_at_once() -> None:
    async def full() -> None:
        await asyncio.gather(*(table.player.think(view("en")) for _ in range(8)))

    with seated(faithful, latency=0.8) as table:
        first = asyncio.run(table.player.think(view("en")))
        assert asyncio.run(table.player.think(view("en"))) == first
        asyncio.run(full())
    assert table.server.most_at_once == 8


async def test_streaming_clients_get_the_same_answer() -> None:
    with seated(faithful) as table:
        slot = Slot.of("openai:any", base_url=table.server.url, options={"streaming": True})
        player = LLMPlayer(think=slot, speak=slot, prompts=Prompts())
        with recording() as calls:
            streamed = await player.think(view("en"))
        assert streamed == await table.player.think(view("en"))
    assert table.server.requests[0]["stream"] is True
    assert calls[0].default is None


def test_calls_in_the_ledger_are_plain_json() -> None:
    call = Call("think", "mara", "m", 2, 3, 4, 0.12345, ("HTTP 500",), None, ("spelling",), None)
    assert json.loads(json.dumps(call.as_json())) == call.as_json()
    assert call.as_json()["seconds"] == 0.123


async def test_an_obligation_reaches_the_speaker_and_nobody_else() -> None:
    free = view("en", obligation=None)
    with seated(faithful) as table:
        await table.player.speak(view("en"))
        await table.player.speak(free)
    told, untold = map(texts, table.server.requests)
    assert "due from you" in told
    assert obligation("en").text in told
    assert "is due from you now" not in untold
