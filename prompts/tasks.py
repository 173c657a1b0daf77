"""What a model is asked to do, in the order the record keeps it in, and what it is told for it."""

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
    "listen", "consider", "choose", "summarise", "reflect", "guess", "perceive", "normalise",
    "normalise_turns", "detect",
]  # fmt: skip
Task = Literal[_BeforeSpeech, "repair", _Others]
TASKS: tuple[Task, ...] = get_args(Task)
"""What a game asks of models."""
JudgeTask = Literal["breakdown", "breakdown_whole", "judge", "rubric", "truth", "summary"]
Asked = Literal[Task, JudgeTask]
"""Whatever a model can be asked: by a game, or by who reads games."""
PromptName = Literal[
    _BeforeSpeech, "repair_persona", "repair_task", _Others, JudgeTask, "again",
]  # fmt: skip
"""The prompts. Repair has two, and `again` asks for an answer once more."""
PROMPTS: tuple[PromptName, ...] = get_args(PromptName)


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
    return tomllib.loads(Path(__file__).with_name("variables.toml").read_text("utf-8"))
