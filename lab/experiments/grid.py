"""An experiment as a YAML file: what is varied, what is fixed, how often. Pure but for the reading.

    name: paper
    scenario: halcyon-light
    conditions: [cssn-or-ss, ss, equal]
    conversations: 50
    turns: 10
    seed: 1

Any field of the run's context may stand beside these (model, seats, memory …), and `vary` adds
factors of one's own, each with named levels that set fields of the context. A field of a group
stands in it, or by its dotted name: `memory: {k: 3}` or `memory.k: 3`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from mmagents.errors import MMAgentsError, first_fault
from mmagents.nodes.context import Context
from mmagents.nodes.settings import FIELDS, dotted, merged, nearest, nested
from mmagents.scenarios.loader import load_scenario, scenario_path
from mmagents.scenarios.source import read_yaml

_SLUG = r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,40}$"
SET_BY_THE_RUN = frozenset({"condition", "turns", "memory.path", "evening.story_file"})
"""Fields of the context that a grid sets elsewhere or cannot set."""


class GridError(MMAgentsError):
    """A grid that cannot be played as it was written."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of levels, by factor; its id, the levels joined by dots, names its folder."""

    id: str
    factors: Mapping[str, str]
    story: Path
    context: Context


@dataclass(frozen=True, slots=True)
class Planned:
    """One conversation to be played.

    Its seed follows from the grid's seed, the cell and the number, so that a cell can be played
    alone.
    """

    id: str
    cell: Cell
    seed: int


class Grid(BaseModel):
    """An experiment. Fields that are not named here are fields of the context."""

    model_config = ConfigDict(extra="allow", frozen=True)

    name: str = Field(pattern=_SLUG, description="Short; it heads the report.")
    scenarios: list[str] = Field(min_length=1, description="Ids or paths; `scenario` for one.")
    conditions: list[str] = Field(default=["cssn-or-ss", "ss", "equal"], min_length=1)
    conversations: int = Field(default=50, ge=1, le=100_000, description="A cell.")
    turns: int = Field(default=10, ge=1, le=100_000)
    seed: int = Field(default=0)
    vary: dict[str, dict[str, dict[str, Any]]] = Field(
        default_factory=dict, description="By factor and level, the context's fields it sets."
    )

    @model_validator(mode="before")
    @classmethod
    def _one_scenario(cls, given: Any) -> Any:
        if isinstance(given, dict) and "scenario" in given:
            if "scenarios" in given:
                raise ValueError("give scenario or scenarios, not both")
            given = {key: value for key, value in given.items() if key != "scenario"} | {
                "scenarios": [given["scenario"]]
            }
        return given

    @field_validator("scenarios", "conditions")
    @classmethod
    def _once_each(cls, values: list[str]) -> list[str]:
        twice = [value for value in values if values.count(value) > 1]
        if twice:
            raise ValueError(f"{twice[0]} stands there twice")
        return values

    @model_validator(mode="after")
    def _fields_of_the_context(self) -> Grid:
        import re

        levels = [("", dict(self.model_extra or {}))]
        for factor, named in self.vary.items():
            if factor in ("scenario", "condition") or not re.match(_SLUG, factor):
                raise ValueError(f"vary: {factor!r} cannot be a factor's name")
            if not named:
                raise ValueError(f"vary: {factor} has no levels")
            for level, fields in named.items():
                if not re.match(_SLUG, level):
                    raise ValueError(f"vary: {factor}: {level!r} cannot be a level's name")
                levels.append((f"vary: {factor}: {level}: ", fields))
        for where, fields in levels:
            known = [] if where else [*type(self).model_fields]
            known += [one for one in FIELDS if one not in SET_BY_THE_RUN]
            for field in dotted(fields).keys() - known:
                near = nearest(field, known)
                cure = f"Did you mean “{near}”?" if near else f"There is: {', '.join(known)}"
                raise ValueError(
                    f"{where}{field!r} is neither a part of a grid nor a field of the context. "
                    f"{cure}"
                )
        return self

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Return all combinations, in the order of the file.

        Raises:
            MMAgentsError: if a story cannot be read, or the context does not take a level.
        """
        varied = [[(name, *one) for one in levels.items()] for name, levels in self.vary.items()]
        return tuple(
            self._cell(scenario, condition, levels)
            for scenario, condition, *levels in product(self.scenarios, self.conditions, *varied)
        )

    def _cell(self, scenario: str, condition: str, levels: list[tuple[str, str, Any]]) -> Cell:
        story = load_scenario(scenario)
        factors = {"scenario": story.id, "condition": condition}
        factors |= {factor: level for factor, level, _ in levels}
        fields = nested(self.model_extra or {})
        for _, _, changes in levels:
            fields = merged(fields, nested(changes))
        try:
            context = Context(**{**fields, "condition": condition, "turns": self.turns})
        except ValidationError as error:
            levels_said = ", ".join(factors.values())
            raise GridError(f"{self.name} ({levels_said}): {_first_of(error)}") from None
        id = ".".join(level.replace(" ", "_") for level in factors.values())
        return Cell(id, factors, scenario_path(scenario), context)

    def planned(self) -> Iterator[Planned]:
        """Yield every conversation: number by number, through all cells."""
        for number in range(1, self.conversations + 1):
            for cell in self.cells:
                yield Planned(f"{cell.id}/{number:03d}", cell, self.seed_of(cell, number))

    def seed_of(self, cell: Cell, number: int) -> int:
        """Return the seed of conversation `number` of a cell, 0 to 2^31 - 1."""
        digest = hashlib.sha256(f"{self.seed}:{cell.id}:{number}".encode()).digest()
        return int.from_bytes(digest[:4], "big") >> 1

    def as_json(self) -> dict[str, Any]:
        """Return the grid as plain JSON, with every field of its own."""
        return self.model_dump(mode="json")


def changed(grid: Grid, changes: Mapping[str, Any]) -> Grid:
    """Return a grid with other fields: its own, or those of the context in every cell.

    Raises:
        GridError: for a field that the grid varies itself, that there is not, or that does not take
            the value.
    """
    levels = [fields for named in grid.vary.values() for fields in named.values()]
    wanted = dotted(nested(changes))
    varied = sorted(
        {field for fields in levels for field in dotted(nested(fields))} & wanted.keys()
    )
    if varied:
        raise GridError(f"{grid.name} varies {varied[0]} itself, so that it cannot be set for all.")
    given = grid.model_dump()
    if "scenario" in changes:
        given.pop("scenarios")
    try:
        return Grid(**merged(nested(given), nested(changes)))
    except ValidationError as error:
        raise GridError(f"{grid.name}, changed: {_first_of(error)}") from None


def _first_of(error: ValidationError) -> str:
    where, why = first_fault(error)
    return f"{where and f'{where}: '}{why}."


def shipped() -> dict[str, Path]:
    """Return the grids that come with the project, by name."""
    folder = Path(str(files("mmagents.lab") / "grids"))
    return {file.stem: file for file in sorted(folder.glob("*.yaml"))}


def grid_path(given: str | Path) -> Path:
    """Return the file of a grid: one that is there, or one shipped under that name."""
    path = Path(given)
    if path.is_file():
        return path
    found = shipped().get(path.stem if path.suffix == ".yaml" else str(given))
    if found is None or len(path.parts) > 1:
        raise GridError(
            f"There is no grid {given}. Write one, or take a shipped one: {', '.join(shipped())}."
        )
    return found


def read_grid(given: str | Path) -> Grid:
    """Return a grid from its file; stories are looked for beside it first.

    Raises:
        GridError: if it cannot be read, with file and field.
    """
    path = grid_path(given)
    try:
        content = read_yaml(path)
    except MMAgentsError as error:
        raise GridError(str(error)) from None
    if not isinstance(content, dict):
        raise GridError(f"{path} holds no grid: it should be fields, such as `name: paper`.")
    try:
        grid = Grid(**{str(key): value for key, value in content.items()})
    except ValidationError as error:
        raise GridError(f"{path}: {_first_of(error)}") from None
    beside = [
        str(path.parent / one) if (path.parent / one).is_file() else one for one in grid.scenarios
    ]
    return grid.model_copy(update={"scenarios": beside})
