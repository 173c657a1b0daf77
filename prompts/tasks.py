"""What a model is asked to do: the one list of tasks, in the order the record keeps them in."""

from __future__ import annotations

from typing import Literal, get_args

_BeforeSpeech = Literal[
    "think", "moderate", "speak", "triplets", "entail", "rate", "agree", "diagnose",
]  # fmt: skip
_Others = Literal["choose", "summarise", "reflect", "perceive", "normalise", "detect"]
Task = Literal[_BeforeSpeech, "repair", _Others]
TASKS: tuple[Task, ...] = get_args(Task)
"""What a game asks of models."""
JudgeTask = Literal["breakdown", "judge", "rubric", "truth"]
Asked = Literal[Task, JudgeTask]
"""Whatever a model can be asked: by a game, or by who reads games."""
PromptName = Literal[
    _BeforeSpeech, "repair_persona", "repair_task", _Others, JudgeTask, "again",
]  # fmt: skip
"""The prompts. Repair has two, and `again` asks for an answer once more."""
PROMPTS: tuple[PromptName, ...] = get_args(PromptName)
