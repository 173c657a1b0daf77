"""What models are asked to do, in the order of the record, and the terms they are told it in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

_BeforeSpeech = Literal[
    "think", "draft", "moderate", "speak", "pick", "triplets", "entail", "evidence", "rate",
    "agree", "diagnose", "merge",
]  # fmt: skip
_Others = Literal[
    "consider", "choose", "summarise", "reflect", "guess", "perceive", "normalise",
    "normalise_turns", "detect",
]  # fmt: skip
Task = Literal[_BeforeSpeech, "repair", _Others]
TASKS: tuple[Task, ...] = get_args(Task)
"""What a game asks of models."""
JudgeTask = Literal["breakdown_whole", "judge", "grade", "truth", "summary"]
Asked = Literal[Task, JudgeTask]
"""Whatever a model can be asked: by a game, or by who reads games."""
PromptName = Literal[
    _BeforeSpeech, "repair_persona", "repair_task", _Others, JudgeTask, "again",
]  # fmt: skip
"""The prompts. Repair has two, and `again` asks for an answer once more."""
PROMPTS: tuple[PromptName, ...] = get_args(PromptName)
_HERE = Path(__file__).parent


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
    return tomllib.loads((_HERE / "variables.toml").read_text("utf-8"))


@cache
def terms_in(language: str) -> Mapping[str, str]:
    """Return the terms by code; in English for a language that has none of its own."""
    file = _HERE / language / "terms.toml"
    return tomllib.loads((file if file.is_file() else _HERE / "en/terms.toml").read_text("utf-8"))


@cache
def all_terms() -> tuple[Mapping[str, str], ...]:
    """Return the terms of every language that has its own."""
    return tuple(terms_in(file.parent.name) for file in sorted(_HERE.glob("*/terms.toml")))
