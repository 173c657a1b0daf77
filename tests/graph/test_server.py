"""The graph as a LangGraph server serves it: what Studio sees."""

from pathlib import Path

import pytest
from langgraph_sdk import get_sync_client

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
    assert "Traceback" not in log.read_text()
