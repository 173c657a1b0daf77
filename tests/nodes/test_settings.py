"""The fields of a run, in groups: by dotted names, merged, as Studio shows them."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from mmagents.graph.build import graph
from mmagents.lab.experiments.grid import Grid
from mmagents.nodes.context import Context
from mmagents.nodes.settings import (
    FIELDS,
    GROUPS,
    Chat,
    Evening,
    Pace,
    Repair,
    Units,
    dotted,
    field_in,
    merged,
    nearest,
    nested,
)
from mmagents.saved.kept import context_kept

GAME = Path("nowhere")
GROUPED = sorted(name for name in FIELDS if "." in name and name != "medium.kind")


def test_studio_shows_the_groups_of_a_run() -> None:
    schema: Any = graph.get_context_jsonschema()
    assert len(schema["properties"]) <= 16
    assert schema["properties"].keys() >= {*GROUPS, "condition", "turns", "seats", "ways"}
    for group in GROUPS.values():
        shown = schema["$defs"][group.__name__]["properties"]
        assert set(shown) == set(group.model_fields)
        assert all(one.get("description") for name, one in shown.items() if name != "kind")


@given(st.dictionaries(st.sampled_from(GROUPED), st.integers() | st.text(), max_size=8))
def test_dotted_names_and_groups_say_the_same(fields: dict[str, Any]) -> None:
    assert dotted(nested(fields)) == fields


@given(*(st.dictionaries(st.sampled_from(GROUPED), st.integers(), max_size=6),) * 2)
def test_what_is_changed_changes_nothing_beside_it(
    fields: dict[str, Any], changes: dict[str, Any]
) -> None:
    assert dotted(merged(nested(fields), nested(changes))) == {**fields, **changes}


def test_a_group_may_be_given_by_dots_nested_or_by_its_kind() -> None:
    assert Context(**{"repair.rounds": 1}) == Context(repair={"rounds": 1})
    assert Context(repair=True).repair == Repair()
    assert Context(repair=False).repair is None
    assert Context(pace="lean").pace == Pace(kind="lean")
    assert Context(**{"evening": "whole", "evening.rounds": 3}).evening == Evening(
        kind="whole", rounds=3
    )
    assert Context(medium="chat").medium == Chat()
    assert Context(medium="speech").medium is None
    assert Context(medium={"come_in": True}).medium == Units(come_in=True)


def test_another_medium_takes_nothing_of_the_one_before() -> None:
    units = nested({"medium": "units", "medium.come_in": True})
    assert Context(**merged(units, {"medium": "chat"})).medium == Chat()


@pytest.mark.parametrize("wrong", [{"models": 3}, {"repair": [1]}, {"limits": None}, {"pace": ""}])
def test_what_is_no_group_is_refused_by_its_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match=next(iter(wrong))):
        Context(**wrong)


def test_fields_are_found_in_what_was_written_down() -> None:
    kept = Context(**{"memory.k": 3, "medium": "chat"}).as_kept()
    assert (field_in(kept, "memory.k"), field_in(kept, "medium.kind")) == (3, "chat")
    assert field_in({}, "memory.k") == Context().memory.k
    assert field_in({}, "medium.kind") is field_in({"repair": None}, "repair.rounds") is None
    meta = {"scenario": "mini", "seed": 1, "context": kept}
    assert "path" not in kept["memory"]
    assert "story_file" not in kept["evening"]
    assert context_kept(meta, GAME).as_kept() == kept


def test_a_grid_takes_fields_by_dots_or_nested_and_levels_change_their_own_alone() -> None:
    levels = {"one": {"repair": {"rounds": 1}}, "off": {"repair": None}}
    grid = Grid.model_validate(
        {"name": "g", "scenario": "mini", "conditions": ["ss"], "memory": {"k": 3}}
        | {"repair.merge": True, "vary": {"how": levels}}
    )
    one, off = (cell.context for cell in grid.cells)
    assert (one.repair, one.memory.k) == (Repair(rounds=1, merge=True), 3)
    assert off.repair is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("repair_rounds", "repair.rounds"),
        ("max_calls", "limits.calls"),
        ("strong", "models.strong"),
    ],
)
def test_an_unknown_field_names_the_nearest(typed: str, meant: str) -> None:
    assert nearest(typed, FIELDS) == meant
    with pytest.raises(ValidationError, match=f"Did you mean “{meant}”"):
        Grid.model_validate({"name": "g", "scenario": "mini", typed: 1})
