"""What `import mmagents` gives, and what it costs."""

import subprocess
import sys

import mmagents
from mmagents import Context, __version__
from mmagents.graph import builder, graph

HEAVY = {"langgraph", "langchain_core", "chromadb", "pydantic", "typer", "numpy"}


def test_the_public_names_are_the_context_the_version_and_the_graph() -> None:
    assert sorted(mmagents.__all__) == ["Context", "__version__"]
    assert __version__[0].isdigit()
    assert Context().turns == 30
    assert builder.compile().get_graph().nodes.keys() == graph.get_graph().nodes.keys()


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import mmagents, sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "mmagents" in loaded
    assert not loaded & HEAVY


def test_importing_the_package_loads_no_room_of_it() -> None:
    code = "import mmagents, sys; print(*[one for one in sys.modules if one[:9] == 'mmagents.'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_package_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mmagents", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"mmagents {__version__}"
