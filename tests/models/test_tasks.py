"""The one list of tasks, and what must go with each."""

from pathlib import Path
from typing import get_args

import pytest

import mmagents.prompts
from mmagents.models.answers.forms import RESPONSE_FORMATS
from mmagents.models.choice import CHECKS, READING, STRONG, Models
from mmagents.prompts.tasks import PROMPTS, TASKS, JudgeTask

PLAIN_WORDS = {"speak", "repair"}
FOLDERS = [
    one for one in Path(mmagents.prompts.__path__[0]).iterdir() if (one / "think.md").exists()
]


def test_every_task_has_a_form_for_its_answer_or_is_answered_in_plain_words() -> None:
    assert set(RESPONSE_FORMATS) == set(TASKS) - PLAIN_WORDS
    for task, form in RESPONSE_FORMATS.items():
        assert form["json_schema"]["name"] == task


def test_every_task_and_every_kind_of_judging_has_a_prompt() -> None:
    asked = {*TASKS, *get_args(JudgeTask)}
    own = {name.removesuffix("_persona").removesuffix("_task") for name in PROMPTS} - {"again"}
    assert own == asked


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.name)
def test_the_prompt_files_of_a_language_are_those_that_are_named(folder: Path) -> None:
    files = {one.stem for one in folder.glob("*.md") if not one.stem.startswith("_")}
    assert files == set(PROMPTS)
    assert {one.name for one in FOLDERS} >= {"en", "ja"}


@pytest.mark.parametrize("task", TASKS)
def test_a_model_can_be_named_for_each_task_alone(task: str) -> None:
    models = Models(model="openai:one", by_task={task: "openai:other"})
    assert [each for each in TASKS if models.spec(each) == "openai:other"] == [task]
    assert {*STRONG, *READING, *CHECKS} <= set(TASKS)
