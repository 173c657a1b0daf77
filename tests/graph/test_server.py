"""The graph as a LangGraph server serves it: what Studio sees."""

from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.pregel.remote import RemoteGraph
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

from mmagents.groupchat import create_group_chat
from tests.servers.langgraph_server import project_in, serving

pytestmark = pytest.mark.slow


def test_a_server_plays_a_game_draws_the_rules_and_remembers_by_thread(tmp_path: Path) -> None:
    project = project_in(tmp_path / "project")
    log = tmp_path / "server.log"
    context = {"turns": 4}
    with serving(project, log) as url, get_sync_client(url=url) as client:
        assistant = client.assistants.search(graph_id="mmagents")[0]["assistant_id"]
        drawing = client.assistants.get_graph(assistant)
        labels = {str(edge.get("data")) for edge in drawing["edges"] if edge.get("conditional")}
        assert {"rule 1a", "rule 1b", "rule 1c"} <= labels
        fields = client.assistants.get_schemas(assistant)["context_schema"]["properties"]
        assert fields["condition"]["description"]
        thread = client.threads.create()["thread_id"]
        start = {"scenario": "mini", "seed": 3}
        state = client.runs.wait(thread, assistant, input=start, context=context)
        assert [row["turn"] for row in state["history"]] == [1, 2, 3, 4], log.read_text()[-3000:]
        kept = client.threads.get_state(thread)["values"]["history"]
        assert kept == state["history"]
    assert list((project / ".mmagents" / "memory").iterdir())
    with serving(project, log) as url, get_sync_client(url=url) as client:
        client.threads.update_state(thread, {"ended": False, "turn": 5}, as_node="close_turn")
        assistant = client.assistants.search(graph_id="mmagents")[0]["assistant_id"]
        state = client.runs.wait(thread, assistant, input=None, context={"turns": 6})
        assert [row["turn"] for row in state["history"]] == [1, 2, 3, 4, 5, 6]
        assert state["history"][:4] == kept
        a_chat_of_rule_based_members(client, url)
    assert "Traceback" not in log.read_text()


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
