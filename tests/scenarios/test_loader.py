import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import BaseModel

from mmagents.errors import ScenarioError
from mmagents.scenarios import schema
from mmagents.scenarios.loader import (
    SHIPPED,
    check_file,
    load_scenario,
    scenario_path,
    shipped,
    template,
)
from mmagents.scenarios.source import MAX_BYTES
from tests.tables import table


def test_a_story_of_ones_own_is_read_once_until_its_file_changes(edited) -> None:
    path = edited()
    first = load_scenario(path)
    assert first.seats() == load_scenario(str(path)).seats() == ["petra", "bram", "kit"]
    assert load_scenario(path) is first
    edited(("en: The Raffle Tin", "en: The Empty Raffle Tin"))
    assert load_scenario(path).title.in_("en") == "The Empty Raffle Tin"


@pytest.mark.slow
def test_shipped_stories_are_listed_in_their_order_and_each_passes_the_check() -> None:
    listed = [story.id for story in shipped()]
    small = next(story for story in shipped() if story.id == "mini")
    assert small == ("mini", "The Raffle Tin", 3, ("en", "ja"))
    assert listed == [name for name in SHIPPED if name in listed]
    for name in listed:
        errors = [one for one in check_file(scenario_path(name)) if one.severity == "error"]
        assert errors == [], name


def test_an_unknown_id_lists_what_there_is_and_the_nearest() -> None:
    with pytest.raises(ScenarioError, match="did you mean “mini”") as caught:
        load_scenario("mimi")
    assert "There are: " in str(caught.value)


def test_a_path_that_is_not_there_is_named_and_a_directory_is_no_story(tmp_path: Path) -> None:
    for ref in ("nowhere/story.yaml", "story.yaml", "nowhere/story", tmp_path):
        with pytest.raises(ScenarioError, match="no such file"):
            load_scenario(ref)
    with pytest.raises(ScenarioError, match=r"Is a directory|Permission denied"):
        check_file(tmp_path)


@table
def test_what_is_against_the_format_is_told_with_field_and_line(
    old: str, new: str, field: str, says: str, edited: Callable[..., Path]
) -> None:
    path = edited((old, new))
    problem = next(one for one in check_file(path) if one.field == field)
    assert says in problem.message
    if '"3 pm"' in new:
        assert "3 pm" in path.read_text(encoding="utf-8").splitlines()[problem.line - 1]
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path)
    assert f"{path}:{problem.line}: {field}: " in str(caught.value)


def test_a_story_that_would_make_a_game_stumble_is_refused_and_one_badly_told_played(edited):
    with pytest.raises(ScenarioError, match="there is no topic “oven”"):
        load_scenario(edited(("topic: kiln\n", "topic: oven\n")))
    path = edited(("When did you last see the tin?", "When did you last see it?"))
    assert load_scenario(path).id == "mini"


def test_a_long_list_of_problems_is_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("".join(f"field{number}: 1\n" for number in range(40)), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"and [0-9]+ more; see `mmagents scenario check"):
        load_scenario(path)


def test_a_file_named_otherwise_than_its_story_is_warned_of(edited, tmp_path) -> None:
    other = tmp_path / "other.yaml"
    shutil.copy(edited(), other)
    [problem] = check_file(other)
    assert (problem.severity, problem.field, problem.line) == ("warning", "id", 2)


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

HOSTILE = {
    "broken YAML": (b"id: [mini\ntitle: x\n", 2, "is not YAML"),
    "a tab": (b"id: x\n\ttitle: y\n", 2, "is not YAML"),
    "nothing": (b"", 1, "is empty"),
    "comments alone": (b"# nothing\n", 1, "is empty"),
    "five megabytes": (b"a: x\n" * MAX_BYTES, 1, "5,000,000 bytes"),
    "Latin-1": ("id: mini\ntitle: Das Schlo\xdf\n".encode("latin-1"), 2, "is not UTF-8"),
    "a NUL": (b"id: \x00\n", 1, "is not YAML"),
    "a bomb of aliases": (BOMB.encode(), 1, "aliases counted"),
    "an alias of itself": (b"a: &a\n  b: *a\n", 1, "is nested deeper"),
    "deep nesting": (b"a: " + b"[" * 20_000, 1, "nested deeper"),
    "a key given twice": (b"id: x\ntitle: y\nid: z\n", 3, "“id” is given twice"),
    "a tag of Python": (b"id: !!python/object/apply:os.getcwd []\n", 1, "has a tag"),
    "a key that is a list": (b"? [a]\n: b\n", 1, "not a word"),
    "two documents": (b"id: x\n---\nid: y\n", 2, "is not YAML"),
    "an unknown alias": (b"id: *nope\n", 1, "is not YAML"),
    "a list": (b"- a\n- b\n", 1, ""),
    "a word": (b"hello\n", 1, ""),
    "a very long number": (b"id: " + b"9" * 9_000 + b"\n", 1, ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_a_line(name: str, tmp_path: Path) -> None:
    content, line, says = HOSTILE[name]
    path = tmp_path / "hostile.yaml"
    path.write_bytes(content)
    found = check_file(path)
    assert found
    assert all(problem.severity == "error" for problem in found)
    assert says in found[0].message
    if says and "alias" not in says:
        assert found[0].line == line
    with pytest.raises(ScenarioError, match=r"hostile\.yaml:"):
        load_scenario(path)


def test_a_byte_order_mark_does_no_harm_and_the_template_passes_the_check(tmp_path, mini_yaml):
    for name, text in (("mini", f"\ufeff{mini_yaml}"), ("my-story", template())):
        path = tmp_path / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        assert check_file(path) == []


def test_the_template_shows_every_field_of_the_format() -> None:
    types = [one for one in vars(schema).values() if isinstance(one, type)]
    models = [one for one in types if issubclass(one, BaseModel) and not hasattr(one, "root")]
    models = [one for one in models if one.__module__ == schema.__name__]
    fields = {name for model in models for name in model.model_fields} - {"root"}
    assert fields
    assert [name for name in sorted(fields) if f"{name}:" not in template()] == []
