from collections.abc import Callable
from pathlib import Path

import pytest

from mmagents.scenarios.loader import check_file, load_scenario, scenario_path
from mmagents.scenarios.problem import Problem
from mmagents.scenarios.schema import Scenario

Edits = tuple[tuple[str, str], ...]


@pytest.fixture(scope="session")
def mini() -> Scenario:
    return load_scenario("mini")


@pytest.fixture(scope="session")
def mini_yaml() -> str:
    return scenario_path("mini").read_text(encoding="utf-8")


@pytest.fixture
def edited(tmp_path: Path, mini_yaml: str) -> Callable[..., Path]:
    """Write the small story with some of its words replaced, each where it first stands."""

    def write(*edits: tuple[str, str]) -> Path:
        text = mini_yaml
        for old, new in edits:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "mini.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def check_edited(edited: Callable[..., Path]) -> Callable[..., list[Problem]]:
    def check(*edits: tuple[str, str]) -> list[Problem]:
        return check_file(edited(*edits))

    return check
