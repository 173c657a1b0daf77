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
from tests.servers.openai_seats import BY_RULE, TASKS, THOUGHT, saying, seated
from tests.servers.openai_server import Answer, serving

pytestmark = pytest.mark.slow  # games of models on loopback

KEY = "sk-secret-of-the-house-1234"
DEFAULTS = {
    "think": LISTENS,
    "speak": PASSES,
    "normalise": (utterance("en").text,),
    "normalise_turns": (Noted((utterance("en").text,), None),),
    "draft": NOTHING,
    "detect": Designation(),
    "listen": BY_RULE,
}


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize(
    ("answer", "requests", "reason"),
    [
        (Answer(""), 2, "empty"),
        (Answer(None), 2, "empty"),
        (Answer("", refusal="No."), 2, "empty withheld"),
        (Answer("", finish="content_filter"), 2, "empty withheld"),
        (Answer(status=500, error={"message": "oops"}), 3, "HTTP 500"),
        (Answer(status=429, error={"message": "slow"}), 3, "HTTP 429"),
        (Answer(status=401, error={"message": f"bad key {KEY}"}), 1, "HTTP 401"),
        (Answer(fault="drop"), 3, "no connection"),
        (Answer("x" * 99, fault="half"), 3, "no connection"),
        (Answer(fault="not-json"), 3, "broken answer"),
        (Answer(fault="no-choices"), 3, "broken answer"),
    ],
    ids=str,
)
async def test_without_a_usable_answer_the_default_stands_and_says_why(
    task: str, answer: Answer, requests: int, reason: str
) -> None:
    with seated(lambda *_: answer) as table, recording() as calls:
        assert await TASKS[task](table) == DEFAULTS[task]
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


async def test_a_speech_cut_off_ends_with_its_last_whole_sentence() -> None:
    with seated(saying(Answer("I was in. I then we", finish="length"))) as table:
        assert await table.player.speak(view("en")) == "I was in."


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
