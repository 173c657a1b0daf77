"""How a task comes down from one way to ask for its form to the next."""

from typing import get_args

import pytest

from mmagents.errors import MMAgentsError
from mmagents.models.answers.forms import RESPONSE_FORMATS
from mmagents.models.client.ladder import NONE, WAYS, Standing, Way, in_body
from mmagents.models.client.probe import check_model
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Patience
from tests.servers.dialects import DIALECTS, speaking, way_of
from tests.servers.openai_server import Answer, Request, serving

QUICK = Patience(timeout=2, attempts=2, first=0.01, longest=0.05)
TASKS = ("think", "normalise", "detect")
FOUND = {
    "llama-cpp-python": ["json_object with schema"] * 3,
    "llama.cpp": ["json_schema"] * 3,
    "llama.cpp of 2024": ["json_object with schema"] * 3,
    "vLLM": ["json_schema", "json_object with schema", "json_object with schema"],
    "Ollama": ["json_schema"] * 3,
    "LM Studio": ["json_schema"] * 3,
    "LM Studio, reasoning": ["none"] * 3,
    "text alone": ["none"] * 3,
    "text alone, in prose": ["none"] * 3,
}


def test_a_refusal_is_one_step_down_and_so_are_two_failures_in_a_row() -> None:
    top = Standing()
    assert top.failed("json_schema", refused=True).way == "json_object with schema"
    once = top.failed("json_schema", refused=False)
    assert once.way == "json_schema"
    assert once.failed("json_schema", refused=False).way == "json_object with schema"
    assert once.held("json_schema").failed("json_schema", refused=False).way == "json_schema"
    standing = Standing()
    for _ in range(6):  # seats that fail at once come down one step together
        standing = standing.failed("json_schema", refused=True)
    assert standing.way == "json_object with schema"
    lowest = Standing().found(NONE)
    assert lowest.failed(NONE, refused=True) == lowest


@pytest.mark.parametrize("way", get_args(Way))
def test_every_way_but_none_is_told_apart_in_the_request(way: Way) -> None:
    assert way_of(Request(in_body(way, RESPONSE_FORMATS["think"]), {})) == way


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_the_first_way_that_works_with_a_server_is_kept_for_each_task(dialect: str) -> None:
    with serving(speaking(DIALECTS[dialect])) as server:
        slot = Slot.of("openai:any", base_url=server.url, patience=QUICK)
        await check_model(slot, TASKS)
        assert [await slot.way(task) for task in TASKS] == FOUND[dialect]
        asked = len(server.requests)
        await check_model(slot, TASKS)
    assert len(server.requests) == asked + 1
    tried = [way_of(one) for one in server.requests if '"importance"' in str(one["messages"])]
    assert tried == list(WAYS[: len(tried)])


async def test_a_server_that_is_busy_whenever_a_form_is_tried_is_an_error_before_the_game() -> None:
    def mind(request: Request, number: int) -> Answer:
        if way_of(request) == "none":
            return Answer("yes")
        return Answer(status=429, error={"message": "slow down"})

    with serving(mind) as server, pytest.raises(MMAgentsError, match="takes no more requests"):
        await check_model(Slot.of("openai:any", base_url=server.url, patience=QUICK), ["think"])
