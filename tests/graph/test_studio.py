"""The graph on a LangGraph server, as Studio and people have it: what is shown, edited and kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.pregel.remote import RemoteGraph
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

from mmagents.groupchat import create_group_chat
from mmagents.nodes.context import Context
from tests.graph.test_people import answer, drive
from tests.processes import python_printing
from tests.servers.langgraph_server import ROOT, project_in, serving
from tests.servers.openai_minds import faithful, texts
from tests.servers.openai_server import serving as models

pytestmark = pytest.mark.slow
START = {"scenario": "mini", "seed": 3}
WORDS = "Petra, did you hide the raffle tin?"


def test_a_game_with_a_model_is_streamed_stopped_edited_and_gone_on_with(tmp_path: Path) -> None:
    project, log = project_in(tmp_path / "project"), tmp_path / "server.log"
    with (
        models(faithful) as model,
        serving(project, log, MMAGENTS_TRUSTED_SERVERS=model.url) as url,
        get_sync_client(url=url) as client,
    ):
        context = {"model": "openai:any", "base_url": model.url, "turns": 6}
        assistant = client.assistants.search(graph_id="mmagents")[0]["assistant_id"]
        thread = client.threads.create()["thread_id"]

        # stream, and stop after each turn
        seen = [
            node
            for part in client.runs.stream(
                thread, assistant, input=START, context=context,
                stream_mode="updates", interrupt_after=["close_turn"],
            )
            if part.event == "updates"
            for node in part.data
        ]  # fmt: skip
        assert seen[:3] == ["open_game", "open_phase", "think_all"], log.read_text()[-3000:]
        assert {"select_speaker", "speak", "normalize_knowledge", "detect_designation"} <= set(seen)
        state = client.threads.get_state(thread)
        assert [row["turn"] for row in state["values"]["history"]] == [1]
        assert state["next"] == ["think_all"]

        # go on to where the floor has been given, and give it to somebody else
        client.runs.wait(
            thread, assistant, input=None, context=context, interrupt_after=["select_speaker"]
        )
        floor = client.threads.get_state(thread)["values"]["floor"]
        other = next(seat for seat in ("petra", "bram", "kit") if seat != floor["speaker"])
        client.threads.update_state(
            thread,
            {"floor": {"speaker": other, "rule": "1b", "due": None}},
            as_node="select_speaker",
        )
        client.runs.wait(thread, assistant, input=None, context=context, interrupt_after=["speak"])
        words = client.threads.get_state(thread)["values"]["words"]
        assert words["speaker"] == other

        # put other words into that seat's mouth
        edited = {"words": {"speaker": "kit", "text": WORDS}}
        client.threads.update_state(thread, edited, as_node="speak")
        asked = len(model.requests)
        end = client.runs.wait(thread, assistant, input=None, context=context)
        assert end["ended"], log.read_text()[-3000:]

    rows = end["history"]
    assert [row["turn"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert (rows[1]["speaker"], rows[1]["text"]) == ("kit", WORDS)
    assert rows[1]["addressees"] == ["petra"]
    assert (rows[2]["speaker"], rows[2]["rule"]) == ("petra", "1a")
    assert any(WORDS.rstrip("?") in item for item in rows[1]["knowledge"])
    assert words["text"] == WORDS or words["text"] not in [row["text"] for row in rows[:2]]
    after = [texts(request) for request in model.requests[asked:]]
    assert any(WORDS.rstrip("?") in text for text in after)
    assert "Traceback" not in log.read_text()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that is served as it stands there, with its log beside it."""
    folder = tmp_path_factory.mktemp("studio")
    project_in(folder / "project")
    return folder


@contextmanager
def served(place: Path) -> Iterator[tuple[str, SyncLangGraphClient, str]]:
    """Serve it; yield the address, a client and the id of the game."""
    with serving(place / "project", place / "log") as url, get_sync_client(url=url) as client:
        yield url, client, client.assistants.search(graph_id="mmagents")[0]["assistant_id"]


PERSON = """
import sys
from langgraph_sdk import get_sync_client
from tests.graph.test_studio import START, play
with get_sync_client(url=sys.argv[1]) as alone:
    play(alone, sys.argv[2], {"input": START}, 99)
"""
CONTEXT = {
    "seats": {"kit": "human"},
    "evening": {"kind": "whole", "lengths": {"discussion": 3, "private_chat": 2}},
}


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


def test_games_of_rules_and_people_outlive_their_server_and_those_who_play_them(
    place: Path,
) -> None:
    with served(place) as (url, client, assistant):
        drawing = client.assistants.get_graph(assistant)
        labels = {str(edge.get("data")) for edge in drawing["edges"] if edge.get("conditional")}
        assert {"rule 1a", "rule 1b", "rule 1c"} <= labels
        fields = client.assistants.get_schemas(assistant)["context_schema"]["properties"]
        assert fields["condition"]["description"]
        ruled, person = (client.threads.create()["thread_id"] for _ in range(2))
        state = client.runs.wait(ruled, assistant, input=START, context={"turns": 4})
        kept = state["history"]
        assert [row["turn"] for row in kept] == [1, 2, 3, 4], told(place)
        assert client.threads.get_state(ruled)["values"]["history"] == kept
        assert list((place / "project" / ".mmagents" / "memory").iterdir())
        assert "Traceback" not in told(place)
        with python_printing(ROOT, PERSON, url, person) as (_, lines):
            said = [lines.readline() for _ in range(3)]
        # killed while the next answer is on its way
        assert said == ["answers\n"] * 3, told(place)
        assert "__interrupt__" in play(client, person, {"input": None}, 2), told(place)
    with served(place) as (url, client, assistant):
        client.threads.update_state(ruled, {"ended": False, "turn": 5}, as_node="close_turn")
        state = client.runs.wait(ruled, assistant, input=None, context={"turns": 6})
        assert [row["turn"] for row in state["history"]] == [1, 2, 3, 4, 5, 6]
        assert state["history"][:4] == kept
        end = play(client, person, {"input": None}, 99)
        assert end["ended"], told(place)
        assert endings(client, person) == {"success"}, told(place)
        whole, _ = drive("mini", 3, Context(**CONTEXT), answer)
        assert (end["history"], end["outcome"]) == (whole["history"], whole["outcome"])
        a_chat_of_rule_based_members(client, url)
        nothing_is_called_or_read_for(client, assistant, place)


def told(place: Path) -> str:
    return (place / "log").read_text()[-3000:]


def nothing_is_called_or_read_for(client: SyncLangGraphClient, assistant: str, place: Path) -> None:
    """Name addresses and files as a client: none is called or read, and nothing of it is told."""
    secret, written = place / "secret.yaml", place / "written"
    secret.write_text("password: 'hunter2\n")
    with models(faithful) as model:
        for fields in (
            {"model": "openai:any", "base_url": model.url},
            {"seats": {"petra": f"scripted:{secret}"}},
            {"evening": {"story_file": str(secret)}},
            {"models": {"cache": str(written)}},
        ):
            thread = client.threads.create()["thread_id"]
            asked = {"input": START, "context": fields, "raise_error": False}
            answered = client.runs.wait(thread, assistant, **asked)
            assert answered["__error__"]["error"] == "NotServedError", (fields, answered)
            assert "hunter2" not in str(answered)
        assert not model.requests
    assert not written.exists()
    log = (place / "log").read_text()
    assert "hunter2" not in log
    assert log.count("may not") >= 4


def a_chat_of_rule_based_members(client: SyncLangGraphClient, url: str) -> None:
    """Talk with the example that is served beside the game, as Studio's chat does."""
    assistant = client.assistants.search(graph_id="group_chat")[0]["assistant_id"]
    schema = client.assistants.get_schemas(assistant)["input_schema"]
    assert list(schema["properties"]) == ["messages"]
    thread = client.threads.create()["thread_id"]
    said = {"messages": [{"role": "human", "content": "Sums, what is 12 * 7?"}]}
    told = client.runs.wait(thread, assistant, input=said)
    assert [one["content"] for one in told["messages"]][1:] == ["12 * 7 = 84."]
    said = {"messages": [{"role": "human", "content": "Dates, what day is 2026-12-24?"}]}
    told = client.runs.wait(thread, assistant, input=said)
    assert told["messages"][-1]["name"] == "Dates"
    assert told["messages"][-1]["response_metadata"]["floor"]["rule"] == "1a"
    assert len(told["messages"]) == 4

    far = RemoteGraph("group_chat", url=url, name="Desk")
    near = create_group_chat([far], max_turns=1).compile(checkpointer=InMemorySaver())
    asked = {"messages": [HumanMessage("Sums, what is 2 * 21?", name="Dana")]}
    found = near.invoke(asked, {"configurable": {"thread_id": "1"}})
    assert [(one.name, one.text) for one in found["messages"][1:]] == [("Desk", "2 * 21 = 42.")]
