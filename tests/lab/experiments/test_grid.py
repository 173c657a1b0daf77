"""A grid: what it varies, which seeds follow from it, and what is said of a wrong one."""

from pathlib import Path

import pytest

from mmagents.errors import MMAgentsError
from mmagents.lab.experiments.grid import Grid, grid_path, read_grid, shipped


def grid(**changes: object) -> Grid:
    return Grid.model_validate({"name": "g", "scenario": "mini", "conversations": 2, **changes})


def test_a_cell_is_every_combination_of_levels_in_the_order_of_the_file() -> None:
    one = grid(
        conditions=["ss", "equal"],
        vary={"memory": {"all": {}, "none": {"memory.l": 0}}, "view": {"long": {"memory.k": 9}}},
    )
    assert [cell.id for cell in one.cells] == [
        "mini.ss.all.long", "mini.ss.none.long", "mini.equal.all.long", "mini.equal.none.long"
    ]  # fmt: skip
    assert one.cells[1].factors == {
        "scenario": "mini", "condition": "ss", "memory": "none", "view": "long"
    }  # fmt: skip
    assert [(cell.context.memory.l, cell.context.memory.k) for cell in one.cells[:2]] == [
        (5, 9),
        (0, 9),
    ]


def test_fields_of_the_context_may_stand_beside_the_grids_own() -> None:
    one = grid(memory={"k": 3}, language="ja", turns=4)
    assert {(c.context.memory.k, c.context.language, c.context.turns) for c in one.cells} == {
        (3, "ja", 4)
    }


def test_a_seed_follows_from_grid_cell_and_number_alone() -> None:
    few, many = grid(), grid(conversations=9, conditions=["ss", "cssn-or-ss", "equal"])
    seeds = {planned.id: planned.seed for planned in many.planned()}
    assert len(set(seeds.values())) == 27
    assert all(seeds[planned.id] == planned.seed for planned in few.planned())
    assert {planned.seed for planned in grid(seed=2).planned()}.isdisjoint(seeds.values())


def test_conversations_are_planned_through_all_cells_number_by_number() -> None:
    assert [planned.id for planned in grid(conditions=["ss", "equal"]).planned()] == [
        "mini.ss/001", "mini.equal/001", "mini.ss/002", "mini.equal/002"
    ]  # fmt: skip


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_grid_can_be_played(name: str) -> None:
    assert read_grid(f"{name}.yaml").cells
    assert grid_path(name) == grid_path(f"{name}.yaml")


def test_the_papers_grid_is_the_papers() -> None:
    paper = read_grid("paper")
    assert (paper.conversations, paper.turns, len(paper.cells)) == (50, 10, 3)


def test_a_story_beside_the_grid_is_found(tmp_path: Path) -> None:
    story = Path(str(read_grid("paper").cells[0].story)).with_name("mini.yaml")
    (tmp_path / "fete.yaml").write_bytes(story.read_bytes())
    (tmp_path / "g.yaml").write_text("name: g\nscenario: fete.yaml\n")
    assert read_grid(tmp_path / "g.yaml").cells[0].story == tmp_path / "fete.yaml"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name: g", "scenarios: Field required"),
        ("name: g\nscenario: mini\nscenarios: [mini]", "give scenario or scenarios, not both"),
        ("name: g\nscenario: nowhere", "no story “nowhere”"),
        ("name: g\nscenario: mini\nconditions: [ss, ss]", "conditions: ss stands there twice"),
        (
            "name: g\nscenario: mini\nconditions: [flying]",
            r"condition: there is no condition 'flying'",
        ),
        ("name: g\nscenario: mini\ncondtion: ss", "'condtion' is neither a part of a grid"),
        ("name: g\nscenario: mini\nconditons: [ss]", "Did you mean “conditions”?"),
        ("name: g\nscenario: mini\nturns: 0", "turns: Input should be greater"),
        ("name: g\nscenario: mini\nvary: {m: {}}", "vary: m has no levels"),
        ("name: g\nscenario: mini\nvary: {condition: {a: {}}}", "cannot be a factor's name"),
        ("name: g\nscenario: mini\nvary: {m: {../x: {}}}", "cannot be a level's name"),
        (
            "name: g\nscenario: mini\nvary: {m: {a: {memory_path: /tmp}}}",
            "'memory_path' is neither",
        ),
        ("name: ../g\nscenario: mini", "name: String should match"),
        ("- name", "holds no grid"),
        ("name: [", "is not YAML"),
    ],
)
def test_a_wrong_grid_is_told_by_file_and_field(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "g.yaml"
    file.write_text(text)
    with pytest.raises(MMAgentsError, match=says):
        read_grid(file).cells  # noqa: B018  # the cells are made when they are asked for


def test_a_grid_that_is_not_there_names_those_that_are() -> None:
    with pytest.raises(MMAgentsError, match=r"There is no grid nope\.yaml.*paper"):
        read_grid("nope.yaml")
