"""Every notebook runs from its first cell to its last."""

from pathlib import Path

import pytest

from tests.processes import ROOT, python

pytestmark = pytest.mark.slow

CELLS = """
import asyncio, json, sys
from traitlets.config import Config
from IPython.core.interactiveshell import InteractiveShell

without_history = Config({"HistoryManager": {"enabled": False}})
shell = InteractiveShell.instance(config=without_history)

async def run(code):
    cell = shell.transform_cell(code)
    (await shell.run_cell_async(code, transformed_cell=cell)).raise_error()

async def main():  # in a loop that runs already, as a kernel does
    for cell in json.load(open(sys.argv[1]))["cells"]:
        if cell["cell_type"] == "code":
            await run("".join(cell["source"]))

asyncio.run(main())
"""
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs_from_its_first_cell_to_its_last(notebook: Path) -> None:
    done = python(notebook.parent, CELLS, notebook)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
