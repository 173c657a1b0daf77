"""A person who plays through a LangGraph server: interrupts out, answers in, days between."""

from pathlib import Path

import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

from mmagents.nodes.context import Context
from tests.graph.test_people import answer, drive
from tests.processes import python_printing
from tests.servers.langgraph_server import ROOT, project_in, serving

pytestmark = pytest.mark.slow
CONTEXT = {
    "seats": {"kit": "human"},
    "evening": "whole",
    "lengths": {"discussion": 3, "private_chat": 2},
}
START = {"scenario": "mini", "seed": 3}
PERSON = """
import sys
from langgraph_sdk import get_sync_client
from tests.graph.test_studio_people import START, play
with get_sync_client(url=sys.argv[1]) as alone:
    play(alone, sys.argv[2], {"input": START}, 99)
"""


def play(client: SyncLangGraphClient, thread: str, given: dict, asks: int) -> dict:
    """Answer so many asks, one a run; return the last state."""
    assistant = client.assistants.search(graph_id="mmagents")[0]["assistant_id"]
    state = client.runs.wait(thread, assistant, context=CONTEXT, **given)
    while "__interrupt__" in state and asks:
        [waiting] = client.threads.get_state(thread)["interrupts"]
        seat, ask = next(iter(waiting["value"]["asks"].items()))
        command = {"resume": {seat: answer(ask)}}
        print("answers", flush=True)  # noqa: T201  # for whoever is about to kill this process
        state = client.runs.wait(thread, assistant, context=CONTEXT, command=command)
        asks -= 1
    return state


def endings(client: SyncLangGraphClient, thread: str) -> set[str]:
    """Return how the thread's runs ended.

    Asked of the server, for its log also has a traceback of its own where a person was killed
    in the middle of a request.
    """
    return {run["status"] for run in client.runs.list(thread, limit=100)}


def test_people_killed_and_a_server_stopped_half_way_lose_nothing(tmp_path: Path) -> None:
    project, log = project_in(tmp_path / "project"), tmp_path / "server.log"
    with serving(project, log) as url, get_sync_client(url=url) as client:
        thread = client.threads.create()["thread_id"]
        with python_printing(ROOT, PERSON, url, thread) as (_, lines):
            said = [lines.readline() for _ in range(3)]
        # killed while the next answer is on its way
        assert said == ["answers\n"] * 3, log.read_text()[-3000:]
        half = play(client, thread, {"input": None}, 2)
        assert "__interrupt__" in half, log.read_text()[-3000:]
        assert endings(client, thread) == {"success"}, log.read_text()[-3000:]
    with serving(project, log) as url, get_sync_client(url=url) as client:
        end = play(client, thread, {"input": None}, 99)
        assert end["ended"], log.read_text()[-3000:]
        assert endings(client, thread) == {"success"}, log.read_text()[-3000:]
    whole, _ = drive("mini", 3, Context(**CONTEXT), answer)
    assert end["history"] == whole["history"]
    assert end["outcome"] == whole["outcome"]
