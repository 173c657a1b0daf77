from pathlib import Path

import httpx
import psycopg
import pytest
from langgraph_sdk import get_sync_client

from tests.servers.langgraph_server import ROOT, project_in, serving
from tests.servers.postgres_server import IN_A_URL, PASSWORD

pytestmark = pytest.mark.slow


def test_a_served_graph_keeps_threads_in_a_database_and_memories_on_a_chroma_server(
    postgres: str, chroma: str, tmp_path: Path
) -> None:
    project, log = project_in(tmp_path / "project"), tmp_path / "server.log"
    (project / "langgraph.json").write_text((ROOT / "langgraph.postgres.json").read_text())
    base = f"{chroma}/api/v2/tenants/default_tenant/databases/default_database/collections"
    before = {one["name"] for one in httpx.get(base).json()}
    opened = {"MMAGENTS_CHECKPOINTS": postgres, "MMAGENTS_MEMORY": chroma}
    with serving(project, log, **opened) as url, get_sync_client(url=url) as client:
        assistant = client.assistants.search(graph_id="mmagents")[0]["assistant_id"]
        start, threads = {"scenario": "mini", "seed": 3}, []
        for _ in range(2):
            threads.append(client.threads.create()["thread_id"])
            state = client.runs.wait(threads[-1], assistant, input=start, context={"turns": 3})
            assert len(state["history"]) == 3, log.read_text()[-3000:]
        elsewhere = {"turns": 1, "memory": {"path": "http://127.0.0.1:9"}}
        thread = client.threads.create()["thread_id"]
        refused = client.runs.wait(
            thread, assistant, input=start, context=elsewhere, raise_error=False
        )
        assert "may not name a server for memories" in str(refused)
    added = {one["name"] for one in httpx.get(base).json()} - before
    assert len(added) == len(threads), "each thread has its own, for what all seats heard"
    assert not (project / ".mmagents").exists()
    with psycopg.connect(postgres) as connection:
        query = b"SELECT count(*) FROM checkpoints WHERE thread_id = %s"
        assert all(connection.execute(query, (one,)).fetchone() > (10,) for one in threads)
    told = log.read_text()
    assert "may not name a server for memories" in told
    assert PASSWORD not in told
    assert IN_A_URL not in told
