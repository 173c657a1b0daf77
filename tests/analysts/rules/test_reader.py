"""Languages as packages: what each must hold, and what one without a package is read as."""

import re
import tomllib
from pathlib import Path

import pytest

from mmagents.analysts import repair, rules
from mmagents.analysts.rules.reader import reader_of
from mmagents.analysts.text.expressions import expressions

RULES, REPAIR = Path(rules.__path__[0]), Path(repair.__path__[0])
LANGUAGES = sorted(one.parent.name for one in RULES.glob("*/reader.py"))
FILES = [*sorted(RULES.glob("*/*.toml")), *sorted(REPAIR.glob("*.toml"))]


def test_english_and_japanese_are_read() -> None:
    assert LANGUAGES == ["en", "ja"]


def test_a_language_without_a_package_is_read_as_english() -> None:
    assert reader_of("de") is reader_of("en")


def test_what_asks_a_reader_names_no_language() -> None:
    for file in RULES.glob("*.py"):
        assert not re.search(r'== "(?:en|ja)"', file.read_text("utf-8")), file


@pytest.mark.parametrize("file", FILES, ids=lambda one: f"{one.parent.name}/{one.name}")
def test_every_pattern_that_is_written_down_compiles_and_is_used(file: Path) -> None:
    written = tomllib.loads(file.read_text("utf-8"))
    words = expressions(str(file), file.stem)
    used = "".join(one.read_text("utf-8") for one in (RULES.parent).rglob("*.py"))
    used += file.read_text("utf-8")
    for name in written.get("patterns", {}):
        assert isinstance(getattr(words, name), re.Pattern)
        assert re.search(rf"\.{name}\b|\b{name}: re\.Pattern|\{{{name}\}}", used), name
    for name in written.get("pieces", {}):
        assert words[name]
        assert re.search(rf"\[[\"']{name}[\"']\]|\{{{name}\}}", used), name


def test_the_comments_of_repair_take_the_same_words_in_every_language() -> None:
    def slots(language: str) -> dict[str, set[str]]:
        comments = expressions(str(REPAIR / "x"), language).extra("comments")
        return {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in comments.items()}

    assert slots("en") == slots("ja")


def test_a_pattern_that_is_not_written_down_is_no_attribute() -> None:
    with pytest.raises(AttributeError):
        _ = expressions(str(REPAIR / "x"), "en").no_such_pattern
