"""What becomes of a question whose answer is late, broken, cut off or missing."""

import pytest

from mmagents.floor.adjacency import Designation
from mmagents.interfaces.accounts import recording
from mmagents.interfaces.analyst import Noted
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from mmagents.players.llm.drafting import NOTHING
from mmagents.players.llm.player import LISTENS, PASSES, LLMPlayer
from mmagents.prompts.render import Prompts
from tests.prompts.samples import utterance, view
from tests.servers.openai_seats import TASKS, THOUGHT, saying, seated
from tests.servers.openai_server import Answer, serving
from tests.tables import table

pytestmark = pytest.mark.slow  # games of models on loopback

KEY = "sk-secret-of-the-house-1234"
DEFAULTS = {
    "think": LISTENS,
    "speak": PASSES,
    "normalise": (utterance("en").text,),
    "normalise_turns": (Noted((utterance("en").text,), None),),
    "draft": NOTHING,
    "detect": Designation(),
}


@pytest.mark.parametrize("task", TASKS)
@table
async def test_without_a_usable_answer_the_default_stands_and_says_why(
    answer, requests, reason, task
):
    with seated(lambda *_: Answer(**answer)) as table_, recording() as calls:
        assert await TASKS[task](table_) == DEFAULTS[task]
    (call,) = calls
    assert call.default is not None
    assert call.default.startswith(reason)
    assert (call.task, call.requests) == (task, requests)
    assert KEY not in call.default
    if requests == 3:
        assert call.retries == (reason, reason)


@pytest.mark.parametrize("task", ["think", "normalise", "detect"])
async def test_an_answer_cut_off_is_asked_for_again(task: str) -> None:
    with seated(lambda *_: Answer('{"thou', finish="length")) as table, recording() as calls:
        assert await TASKS[task](table) == DEFAULTS[task]
    assert (calls[0].asked_again, calls[0].default) == ("cut_off", "cut_off")
    assert calls[0].tokens_in > 0
    with seated(saying(Answer("I was in. I then we", finish="length"))) as cut:
        assert await cut.player.speak(view("en")) == "I was in."


async def test_a_passing_fault_is_waited_out() -> None:
    busy = Answer(status=429, headers={"Retry-After": "0.2"}, error={"message": "slow down"})
    with seated(saying(busy, Answer(fault="drop"), THOUGHT)) as table, recording() as calls:
        thought = await table.player.think(view("en"))
    assert thought.importance == 6
    assert calls[0].retries == ("HTTP 429", "no connection")
    assert calls[0].seconds >= 0.2


async def test_a_late_answer_is_not_waited_for() -> None:
    with serving(lambda *_: Answer(THOUGHT, fault="late", delay=30)) as server:
        slot = Slot.of("openai:any", base_url=server.url, patience=Patience(0.1, 2, 0.01, 0.1))
        player = LLMPlayer(think=slot, speak=slot, prompts=Prompts())
        with recording() as calls:
            assert await player.think(view("en")) == LISTENS
    assert calls[0].retries == ("time-out",)
    assert calls[0].seconds < 5
