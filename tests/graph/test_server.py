"""The graph as a LangGraph server serves it: what Studio sees."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from langgraph_sdk import get_sync_client

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/ok", timeout=2) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@contextlib.contextmanager
def serving(folder: Path, log: Path) -> Iterator[str]:
    """Serve a copy of the configuration, so that nothing is written into the project."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [Path(sys.executable).with_name("langgraph"), "dev", "--no-browser", "--no-reload"]
    with log.open("ab") as out:
        server = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            cwd=folder,
            env={**os.environ, "LANGGRAPH_CLI_NO_ANALYTICS": "1", "LANGSMITH_TRACING": "false"},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            until = time.monotonic() + 90
            while not answers(url):
                assert server.poll() is None, log.read_text()[-3000:]
                assert time.monotonic() < until, log.read_text()[-3000:]
                time.sleep(0.2)
            yield url
        finally:
            server.terminate()
            server.wait(30)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "langgraph.json").write_text((ROOT / "langgraph.json").read_text())
    for name in ("graph", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def test_a_server_plays_a_game_draws_the_rules_and_remembers_by_thread(
    project: Path, tmp_path: Path
) -> None:
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
