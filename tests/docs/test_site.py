"""The documentation is built strictly, is complete, and loads nothing from another address."""

import ast
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mmagents.graph.cycle import RULES
from tests.docs.blocks import ROOT

pytest.importorskip("mkdocs", reason="pip install -e '.[docs]' to build the documentation")
pytestmark = pytest.mark.slow  # made once

NEVER_REACHED = {
    "https://unpkg.com/mermaid@11/dist/mermaid.min.js": "asked for by a block of Mermaid alone",
    "https://unpkg.com/resize-observer-polyfill": "asked for by browsers from before 2020",
}
"""What the theme's script would load, and why no page has it do so."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    run = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return folder


class Loads(HTMLParser):
    """Collects what a browser would load for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") in ("canonical", "next", "prev"):
            return
        names = ("src", "srcset", "data", "poster") + (("href",) if tag == "link" else ())
        self.addresses += [value for name in names if (value := given.get(name))]


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    """Yield the pages of the site."""
    for path in sorted(site.rglob("*.html")):
        yield path, path.read_text("utf-8")


def test_no_page_loads_anything_from_another_address(site: Path) -> None:
    for path, html in pages(site):
        found = Loads()
        found.feed(html)
        away = [one for one in found.addresses if re.match(r"(https?:)?//", one)]
        assert (path.name, away) == (path.name, [])
        assert 'class="mermaid"' not in html


def test_no_style_loads_anything_from_another_address(site: Path) -> None:
    for path in site.rglob("*.css"):
        away = re.findall(
            r"(?:@import|url\()\s*[\"']?((?:https?:)?//[^\"')]+)", path.read_text("utf-8")
        )
        assert (path.name, away) == (path.name, [])


def test_the_scripts_of_the_theme_load_only_what_no_page_asks_for(site: Path) -> None:
    loads = r"https?://(?:unpkg|cdn|cdnjs|fonts|ajax|esm|raw)[^\"'`\s)]*"
    found = {
        one for path in site.rglob("*.js") for one in re.findall(loads, path.read_text("utf-8"))
    }
    assert found <= set(NEVER_REACHED)


def test_the_reference_has_every_command_and_field(site: Path) -> None:
    from mmagents import Context
    from mmagents.cli.app import app

    commands = (site / "reference/cli.html").read_text("utf-8")
    for command in app.registered_commands:
        assert f"mmagents {command.name or command.callback.__name__}" in commands
    fields = (site / "reference/context.html").read_text("utf-8")
    assert all(f"<code>{name}</code>" in fields for name in Context.model_fields)
    assert "calibrated" in (site / "reference/record.html").read_text("utf-8")


def documented() -> list[str]:
    """Return the modules that the Python reference prints."""
    text = (ROOT / "docs/reference/python.md").read_text("utf-8")
    return re.findall(r"^::: (\S+)$", text, re.M)


@pytest.mark.parametrize("module", documented())
def test_every_public_name_of_a_documented_module_has_a_docstring(module: str) -> None:
    source = Path(importlib.import_module(module).__file__ or "")
    tree = ast.parse(source.read_text("utf-8"))
    bare = [] if ast.get_docstring(tree) else [module]
    for one in ast.walk(tree):
        defines = isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if defines and not one.name.startswith("_") and not ast.get_docstring(one):
            bare.append(one.name)
    assert bare == []


def test_the_drawings_of_a_turn_have_the_steps_that_the_graph_has() -> None:
    by_asking_or_bid = [node for rule, node in RULES.items() if str(rule).startswith("rule")]
    steps = ["think_all", "select_speaker", *by_asking_or_bid, "speak", "close_turn"]
    steps += ["normalize_knowledge", "detect_designation"]
    drawing = (ROOT / "docs/assets/turn.svg").read_text("utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [step for step in steps if step not in drawing or step not in readme] == []


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.split()) <= 900
    for name in ("README.md", "CONTRIBUTING.md"):
        linked = re.findall(r"\]\((?!https?:)([^)#\s]+)", (ROOT / name).read_text("utf-8"))
        assert [one for one in linked if not (ROOT / one).exists()] == []
