"""What turn-taking costs to import."""

import subprocess
import sys

HEAVY = {
    "langgraph", "langchain_core", "langchain_openai", "chromadb", "sklearn", "pydantic", "numpy",
}  # fmt: skip


def test_turn_taking_loads_neither_a_graph_nor_a_store_nor_a_story() -> None:
    code = "from mmagents.groupchat import TurnTaking; import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "mmagents.groupchat.turn_taking" in loaded
    assert not {name.split(".")[0] for name in loaded} & HEAVY
    stories = {name for name in loaded if name.startswith("mmagents.scenarios.")}
    assert stories == {"mmagents.scenarios.plain"}


def test_a_group_chat_loads_neither_a_store_nor_a_provider_nor_a_game() -> None:
    code = "from mmagents.groupchat import create_group_chat; import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "langgraph" in loaded
    assert not loaded & {"langchain_openai", "chromadb", "sklearn", "numpy"}
    assert not loaded & {"mmagents.nodes.context", "mmagents.scenarios.schema"}
