"""The house itself: how large its rooms and modules are, and that they import one way."""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
ROOMS: dict[str, str] = PROJECT["setuptools"]["package-dir"]
LAYERS: list[str] = PROJECT["importlinter"]["contracts"][0]["layers"]
HEIGHT = {
    room.strip(): height
    for height, layer in enumerate(reversed(LAYERS))
    for room in layer.split("|")
}
LINES = 500
STEP = 60
STEPS = ("think", "select", "speak", "normalize", "detect", "close")


class Import(NamedTuple):
    """One import: in which module, of which, in which line; every kind of import counts."""

    of: str
    by: str
    line: int


def sources() -> dict[str, Path]:
    """Return every module of the product, by its name."""
    found = {}
    for package, folder in ROOMS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            inside = path.relative_to(ROOT / folder).with_suffix("").parts
            found[".".join((package, *inside)).removesuffix(".__init__")] = path
    return found


SOURCES = sources()
WRITTEN = [*SOURCES.values(), *sorted((ROOT / "benchmarks").rglob("*.py"))]
"""What is kept small: the product, and what measures it."""


def imports() -> Iterator[Import]:
    """Read every import of one module of the product by another, lazy ones and those of types."""
    for by, path in SOURCES.items():
        package = by if path.name == "__init__.py" else by.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [one.name for one in node.names]
            elif isinstance(node, ast.ImportFrom):
                above = package.rsplit(".", node.level - 1)[0] if node.level else ""
                of = ".".join(filter(None, (above, node.module)))
                names = [f"{of}.{one.name}" for one in node.names]
            else:
                continue
            for name in names:
                of = name if name in SOURCES else name.rpartition(".")[0]
                if of in SOURCES and of != by:
                    yield Import(of, by, node.lineno)


def room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def where(module: str) -> str:
    return str(SOURCES[module].relative_to(ROOT))


def circle(of: dict[str, set[str]]) -> list[str]:
    """Return the modules of one circle of imports, or nothing where there is none."""
    done: set[str] = set()

    def walk(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module in done:
            return []
        for other in sorted(of.get(module, ())):
            if found := walk(other, [*path, module]):
                return found
        done.add(module)
        return []

    return next((found for module in sorted(of) if (found := walk(module, []))), [])


def test_the_list_of_packages_names_every_folder_that_holds_modules() -> None:
    folders = {
        ".".join((package, *path.parent.relative_to(ROOT / folder).parts))
        for package, folder in ROOMS.items()
        for path in (ROOT / folder).rglob("*.py")
    }
    listed = PROJECT["setuptools"]["packages"]
    assert sorted(listed) == sorted(folders)


def test_no_module_is_longer_than_one_idea() -> None:
    counted = {path: len(path.read_bytes().splitlines()) for path in WRITTEN}
    lengths = {str(path.relative_to(ROOT)): lines for path, lines in counted.items()}
    assert {path: lines for path, lines in lengths.items() if lines > LINES} == {}


def test_the_steps_of_a_turn_are_the_paper_and_nothing_else() -> None:
    for step in STEPS:
        text = (ROOT / "nodes" / "turn" / f"{step}.py").read_text("utf-8")
        assert len(text.splitlines()) <= STEP, f"{step}.py is longer than a step of the paper"
        assert "**(" not in text, f"{step}.py returns an update that hangs on an option"


def test_the_floor_imports_nothing_but_itself_and_the_standard_library() -> None:
    found = set()
    for path in (ROOT / "floor").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not node.level, f"{path}:{node.lineno} imports by dots"
                found.add(node.module or "")
            elif isinstance(node, ast.Import):
                found |= {one.name for one in node.names}
    foreign = {
        name
        for name in found
        if name.split(".")[0] not in sys.stdlib_module_names and room(name) != "mmagents.floor"
    }
    assert foreign == set()


def test_imports_point_down_wherever_they_stand() -> None:
    upward = [
        f"{where(one.by)}:{one.line} imports {one.of}"
        for one in imports()
        if room(one.by) in HEIGHT and HEIGHT.get(room(one.of), -1) > HEIGHT[room(one.by)]
    ]
    assert upward == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    of: dict[str, set[str]] = {}
    for one in imports():
        if one.of.count("."):  # the package itself only hands on what is asked for
            of.setdefault(one.by, set()).add(one.of)
    assert circle(of) == []
