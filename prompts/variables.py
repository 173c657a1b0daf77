"""What each prompt may speak of: the variables of every task, from `variables.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from mmagents.prompts.tasks import PromptName


@cache
def variables_of(task: PromptName) -> Mapping[str, str]:
    """Return the names that a template may use, and what they hold."""
    found = _file()
    shared = [found["shared"][group] for group in found["prompts"][task]["shares"]]
    named: dict[str, str] = {}
    for some in (*shared, found["prompts"][task].get("own", {})):
        named |= some
    return named


@cache
def _file() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
