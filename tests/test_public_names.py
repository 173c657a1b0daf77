"""What `import mmagents` gives, and what it costs."""

import subprocess
import sys
from pathlib import Path

import mmagents
from mmagents import Context, __version__
from mmagents.graph import builder, graph

ROOT = Path(__file__).parents[1]
HEAVY = {"langgraph", "langchain_core", "chromadb", "pydantic", "typer", "numpy"}


def test_the_public_names_are_the_context_the_version_and_the_graph() -> None:
    assert sorted(mmagents.__all__) == ["Context", "__version__"]
    assert __version__[0].isdigit()
    assert Context().turns == 30
    assert builder.compile().get_graph().nodes.keys() == graph.get_graph().nodes.keys()


def test_importing_the_package_loads_nothing_heavy_and_no_room_of_it() -> None:
    code = "import mmagents, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "mmagents" in loaded
    assert not [one for one in loaded if one.startswith("mmagents.")]
    assert not {one.partition(".")[0] for one in loaded} & HEAVY


def test_a_story_is_shown_before_what_plays_it_is_loaded() -> None:
    code = """
import sys
from mmagents.cli.game import follow, start
context = start.Context()
start.check_players(context, start.table_for("mini", context))
print({"langgraph", "langchain_core"} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_package_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mmagents", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"mmagents {__version__}"


def test_no_folder_of_the_clone_is_taken_for_the_installed_package() -> None:
    """As from the clone's root after `pip install .`: an installed package has its rooms inside."""
    subprocess.run(
        [sys.executable, "-S", "-c", "import mmagents.floor.rules"],
        cwd=ROOT, env={"PYTHONPATH": str(ROOT / ".types")}, check=True,
    )  # fmt: skip
