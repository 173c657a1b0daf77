"""No text that comes from outside makes a pattern take more time than its length explains."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from mmagents.analysts.text.expressions import Expressions
from mmagents.analysts.text.names import names_of
from mmagents.analysts.text.sentences import bounded
from mmagents.groupchat.members import Members
from mmagents.groupchat.written import spelling
from mmagents.scenarios.recognise import hours, stance
from tests.security.pumping import Run, slow_on

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
ROOMS = (
    "analysts", "floor", "groupchat", "lab", "models", "nodes", "players", "prompts",
    "saved", "scenarios", "showing", "stores", "web",
)  # fmt: skip
OWN_TEXT = {
    "scenarios/recognise/linear.py",
    "lab/report/figure_style.py",
    "stores/disk.py",
    "stores/servers/addresses.py",
}
"""What reads only what this project or its operator wrote: expressions, figures, an address."""
FLAGS = {"compile": 1, "search": 2, "match": 2, "fullmatch": 2, "findall": 2, "finditer": 2,
         "split": 3, "sub": 4, "subn": 4}  # fmt: skip
"""Functions of `re`, and the place of their flags among what they take."""
Uses = dict[re.Pattern[str], set[str]]


def runs(pattern: re.Pattern[str], way: str) -> Run:
    """Return a pattern's search as it is used; what goes through a text is run to its end."""
    if way in ("search", "match", "fullmatch"):
        return getattr(pattern, way)  # type: ignore[no-any-return]
    return lambda text: deque(pattern.finditer(text), 0)


def is_re(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "re"
    )


def called_on(node: ast.Call) -> str:
    """Return the name of what a method is called on."""
    on = node.func.value if isinstance(node.func, ast.Attribute) else None
    return on.id if isinstance(on, ast.Name) else on.attr if isinstance(on, ast.Attribute) else ""


@cache
def calls(file: Path) -> tuple[ast.Call, ...]:
    return tuple(
        node
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in FLAGS
    )


def ways_of(name: str, files: tuple[Path, ...]) -> set[str]:
    """Return how a pattern of a name is searched for in modules."""
    found = {
        one.func.attr
        for file in files
        for one in calls(file)
        if called_on(one).strip("_").lower() == name.strip("_").lower()
    }  # type: ignore[attr-defined]
    return found - {"compile"} or {"search"}


def held_in(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from held_in(one)
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from held_in(one)


def of_module(file: Path) -> Uses:
    """Return the patterns a module holds or writes where it uses them."""
    module: ModuleType = import_module(
        "mmagents." + ".".join(file.relative_to(ROOT).with_suffix("").parts)
    )
    found: Uses = {}
    for name, value in vars(module).items():
        for pattern in held_in(value):
            found.setdefault(pattern, set()).update(ways_of(name, (file,)))
    for call in calls(file):
        assert isinstance(call.func, ast.Attribute)
        if not is_re(call.func) or call.func.attr == "compile":
            continue
        at = FLAGS[call.func.attr]
        flags = [one.value for one in call.keywords if one.arg == "flags"] + call.args[at : at + 1]
        try:
            written, sign = (
                eval(ast.unparse(one), vars(module))
                for one in (call.args[0], flags[0] if flags else ast.Constant(0))
            )
        except NameError:
            continue  # it is made of what was given: of names, or of a language's own words
        found.setdefault(re.compile(written, sign), set()).add(call.func.attr)
    return found


def cast(language: str) -> tuple:
    return Members(["Ben Carter", "Maria"] if language == "en" else ["佐藤", "先生"]).cast_with(
        set()
    )


def of_language(file: Path) -> Uses:
    """Return the patterns a language's file holds."""
    content = tomllib.loads(file.read_text("utf-8"))
    language = "ja" if "ja" in (file.stem, file.parent.name, file.parents[1].name) else "en"
    words = Expressions(content)
    if "names" in content.get("pieces", ()):
        words = words.given(names=names_of(cast(language), language).pattern)
    files = tuple(one for one in (ROOT / "analysts").rglob("*.py"))
    read_as = {"questions": "reported"}.get(file.stem)  # under what name its patterns are used
    found = {getattr(words, name): ways_of(read_as or name, files) for name in words.names()}
    return found | {words.compiled(one["words"]): {"search"} for one in content.get("seconds", ())}


MODULES = [
    file
    for room in ROOMS
    for file in sorted((ROOT / room).rglob("*.py"))
    if "re." in file.read_text("utf-8")
    and str(file.relative_to(ROOT)) not in OWN_TEXT
    and file.name != "__main__.py"
]
LANGUAGES = [
    file
    for file in sorted((ROOT / "analysts").rglob("*.toml"))
    if "[patterns" in file.read_text("utf-8")
]


@cache
def fault(pattern: re.Pattern[str], way: str) -> str:
    text = slow_on(runs(pattern, way), pattern, bounded)
    return f"{way} of {pattern.pattern[:80]}: {text}" if text else ""


def too_fast(found: Uses) -> list[str]:
    return [
        text for one, ways in found.items() for way in sorted(ways) if (text := fault(one, way))
    ]


@pytest.mark.parametrize("file", LANGUAGES, ids=lambda file: "/".join(file.parts[-2:]))
def test_what_a_language_is_read_with_takes_time_by_the_length_of_a_text(file: Path) -> None:
    assert not too_fast(of_language(file))


@pytest.mark.parametrize("room", ROOMS)
def test_the_patterns_of_a_room_take_time_by_the_length_of_a_text(room: str) -> None:
    slow = {
        str(file.relative_to(ROOT)): found
        for file in MODULES
        if file.relative_to(ROOT).parts[0] == room and (found := too_fast(of_module(file)))
    }
    assert not slow


@pytest.mark.parametrize("language", ["en", "ja"])
def test_names_in_a_chat_are_found_in_time_by_the_length_of_a_message(language: str) -> None:
    found = spelling(cast(language), language)._asdict()
    assert not too_fast({one: {"sub"} for one in held_in(found)})


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_recognised_is_found_in_time_by_the_length_of_a_text(language: str) -> None:
    found = [*held_in(stance.expressions(language)), hours._numerals()]
    found += [
        hours._expression(language, name)
        for name, written in hours._told(language).items()
        if isinstance(written, str)
    ]
    assert not too_fast({one: {"finditer"} for one in found})
