"""A client of a served graph names no file and no address that the operator has not opened."""

import asyncio
import re
from pathlib import Path

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph_sdk import get_sync_client
from pydantic import ValidationError

from mmagents import Context
from mmagents.errors import MMAgentsError
from mmagents.graph import builder, graph
from mmagents.nodes.served import OPENS
from mmagents.scenarios.loader import scenario_path
from tests.servers.langgraph_server import project_in, serving

PATIENCE = 30.0
SERVED = {"configurable": {"assistant_id": "mmagents"}}


def run(scenario: str = "mini", **fields: object) -> dict:
    """Run two turns as a server does for a client."""
    context = Context(turns=2, **fields)
    return graph.invoke({"scenario": scenario, "seed": 1}, config=SERVED, context=context)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let memories of the served game lie in the test's own folder; open nothing."""
    monkeypatch.chdir(tmp_path)
    for name in OPENS.values():
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": {"petra": "scripted:/etc/passwd"}},
        {"seats": {"petra": "strategist:scripted:/etc/passwd"}},
        {"evening.story_file": "/etc/passwd"},
        {"scenario": "/etc/passwd"},
        {"scenario": "../../secret.yaml"},
        {"models.prompts": "/etc"},
        {"models.cache": "/tmp/written-by-a-client.sqlite"},
        {"memory.path": "/tmp/written-by-a-client"},
        {"memory.embeddings": "huggingface:/home/somebody/model"},
        {"memory.embeddings": "huggingface:evil-model"},
        {"model": "any", "base_url": "http://127.0.0.1:9/v1"},
        {"model": "openai:any@http://169.254.169.254/latest"},
        {"seats": {"petra": "openai:any@http://127.0.0.1:9/v1"}},
        {"seats": {"petra": "python:os:system"}},
    ],
)
def test_what_the_operator_did_not_open_is_refused(fields: dict) -> None:
    with pytest.raises(MMAgentsError) as error:
        run(**fields)
    said = str(error.value)
    assert "may not" in said or "was not allowed" in said
    assert "root:" not in said
    assert not Path("/tmp/written-by-a-client").exists()
    assert not Path("/tmp/written-by-a-client.sqlite").exists()


def test_shipped_stories_and_rule_based_players_remain() -> None:
    assert len(run()["history"]) == 2


def test_a_folder_that_the_operator_names_is_open_and_no_other(tmp_path, monkeypatch) -> None:
    open_folder = tmp_path / "stories"
    open_folder.mkdir()
    story = open_folder / "mini.yaml"
    story.write_bytes(Path(scenario_path("mini")).read_bytes())
    monkeypatch.setenv("MMAGENTS_SERVED_STORIES", str(open_folder))
    assert len(run(str(story))["history"]) == 2
    (open_folder / "out.yaml").symlink_to(scenario_path("mini"))
    for outside in (open_folder / "out.yaml", open_folder / ".." / "other.yaml"):
        with pytest.raises(MMAgentsError, match="may not name a story's file"):
            run(str(outside))


def test_a_program_of_ones_own_names_what_it_likes(tmp_path: Path) -> None:
    context = Context(turns=2, memory={"path": str(tmp_path / "memories")})
    state = graph.invoke({"scenario": scenario_path("mini"), "seed": 1}, context=context)
    assert len(state["history"]) == 2


@pytest.mark.parametrize("name", ["base_url", "openai_api_base", "openai_proxy", "api_key"])
def test_no_option_redirects_what_holds_a_key(name: str) -> None:
    with pytest.raises(ValidationError, match="no option"):
        Context(model="openai:any", models={"options": {name: "http://evil.example"}})


@pytest.mark.slow
def test_a_client_reads_why_a_field_with_a_dot_or_a_file_is_refused(tmp_path: Path) -> None:
    refused = {
        '{"evening": {"kind": "whole"}}': {"context": {"turns": 2, "evening.kind": "whole"}},
        '{"limits": {"calls": 1}}': {"config": {"configurable": {"limits.calls": 1}}},
        "may not name a cache": {"context": {"models": {"cache": str(tmp_path / "cache")}}},
    }
    project, start = project_in(tmp_path / "project"), {"scenario": "mini", "seed": 3}
    with serving(project, tmp_path / "log") as url, get_sync_client(url=url) as client:
        assistant = client.assistants.search(graph_id="mmagents")[0]["assistant_id"]
        thread = client.threads.create()["thread_id"]
        for told, given in refused.items():
            with pytest.raises(Exception, match=re.escape(told)):
                client.runs.wait(thread, assistant, input=start, **given)
        done = client.runs.wait(thread, assistant, input=start, context={"turns": 2})
        assert len(done["history"]) == 2


WRITTEN = [
    {"rooms": [{"members": ["nobody"], "turns": None}]},
    {"rooms": [{"members": [], "turns": None}]},
    {"history": [{"turn": 1}]},
    {"turn": 10**18},
    {"turn": -5},
    {"agenda": [{}]},
    {"open_pairs": [{}]},
    {"spent": {}},
    {"now": {"kind": "__import__"}},
    {"scenario": "/etc/passwd"},
]


@pytest.mark.parametrize("written", WRITTEN)
async def test_a_state_that_a_client_writes_ends_its_run_and_holds_nobody(written: dict) -> None:
    game = builder.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "one", **SERVED["configurable"]}}
    start, context = {"scenario": "mini", "seed": 3}, Context(turns=3)
    await game.ainvoke(start, config, context=context, interrupt_after=["close_turn"])
    told: list[str] = []
    try:
        await game.aupdate_state(config, written, as_node="close_turn")
        await asyncio.wait_for(game.ainvoke(None, config, context=context), PATIENCE)
    except TimeoutError:
        pytest.fail("the run holds its worker")
    except Exception as error:  # any end will do
        told.append(str(error))
    assert "root:" not in "".join(told)
