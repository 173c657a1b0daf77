"""Every code block of README and docs does what it says."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import typer

from mmagents.cli.app import app
from tests.docs.blocks import Block, blocks_of, pages, reading
from tests.processes import ROOT, python
from tests.servers.openai_minds import faithful
from tests.servers.openai_server import Answer, Request, serving

pytestmark = pytest.mark.slow

LANGUAGES = {"bash", "python", "yaml", "json", "text", "mermaid", "toml"}
NOT_RUN = 25
"""Blocks that need a key, a browser, a person or minutes. The results' commands are not counted,
nor what tests/hosts runs."""
EVERY = {str(page.relative_to(ROOT)): blocks_of(page) for page in pages()}
RESULTS, HOSTS = "docs/results/", "docs/howto/agents/hosts/"


def followed(name: str) -> list[Block]:
    return [block for block in EVERY[name] if block.run]


def parse(words: Sequence[str]) -> None:
    """Read a command line as `mmagents` would, without doing what it says."""
    command: Any = typer.main.get_command(app)
    context = None
    while True:
        context = command.make_context(command.name, list(words), parent=context)
        if not hasattr(command, "resolve_command"):
            return
        rest = [*getattr(context, "_protected_args", ()), *context.args]
        _, command, words = command.resolve_command(context, rest)


def fault_of(words: Sequence[str]) -> str:
    """Return what is wrong with a command line; empty where nothing is."""
    try:
        parse(words)
    except typer.TyperException as error:
        return str(error)
    return ""


UNNAMED = {
    '"importance"': '{"thought": "I greet them.", "action": "speak", "importance": 3}',
    '"facts"': '{"facts": [], "told": []}',
    '"first_pair_part"': '{"first_pair_part": "none", "addressees": []}',
}
"""What is answered to a client that sends no task, by the key of the JSON that is asked for."""


def answering(request: Request, number: int) -> Answer:
    """Answer as a model would; a request that does not say what it is for gets the least."""
    if "x-mmagents-task" in request.headers:
        return faithful(request, number)
    asked = "\n".join(str(one["content"]) for one in request["messages"])
    return Answer(next((said for key, said in UNNAMED.items() if key in asked), "Good evening."))


@pytest.mark.parametrize(
    "name",
    [name for name in EVERY if any(one.language in ("bash", "python") for one in followed(name))],
)
def test_a_reader_who_follows_the_page_gets_what_it_says(name: str, tmp_path: Path) -> None:
    with serving(answering) as server:
        environment = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "unused", "COLUMNS": "100"}
        with reading(tmp_path, environment) as reader:
            for block in followed(name):
                reader.follow(block, server.url)


def test_every_block_says_what_language_it_is_in() -> None:
    odd = [str(one) for blocks in EVERY.values() for one in blocks if one.language not in LANGUAGES]
    assert odd == []


def test_few_blocks_are_left_out() -> None:
    left_out = [str(one) for blocks in EVERY.values() for one in blocks if not one.run]
    counted = [one for one in left_out if not one.startswith((RESULTS, HOSTS))]
    assert len(counted) <= NOT_RUN, left_out


def test_what_is_left_out_are_still_commands_and_options_that_exist() -> None:
    left_out = [one for blocks in EVERY.values() for one in blocks if not one.run]
    lines = [words for one in left_out if one.language == "bash" for words in one.commands()]
    ours = [words[1:] for words in lines if words[0] == "mmagents"]
    assert ours
    assert [(words, why) for words in ours if (why := fault_of(words))] == []


def test_a_command_or_an_option_that_does_not_exist_is_found() -> None:
    assert "--moon" in fault_of(["play", "--moon"])
    assert "moon" in fault_of(["moon"])


def test_the_row_on_languages_names_every_room_with_texts_in_japanese() -> None:
    page = (ROOT / "docs" / "extending.md").read_text("utf-8")
    row = next(line for line in page.splitlines() if "(#a-language)" in line)
    rooms = ("floor", "scenarios", "prompts", "interfaces", "analysts", "players")
    texts = [one for room in rooms for one in (ROOT / room).rglob("*.toml") if "ja" in _parts(one)]
    folders = {one.parent.relative_to(ROOT) for one in texts}
    named = [one.strip("/") for one in re.findall(r"`([\w/*]+/)`", row)]
    unnamed = [one for one in folders if not any(_lies_in(one, name) for name in named)]
    assert len(folders) > 9
    assert unnamed == []


def _parts(path: Path) -> set[str]:
    return {*re.split(r"[._]", path.name), *path.relative_to(ROOT).parts}


def _lies_in(folder: Path, name: str) -> bool:
    return any(one.match(name) for one in (folder, *folder.parents))


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
