"""Texts from models, stories and prompt folders cannot hold the program."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from mmagents.errors import MMAgentsError
from mmagents.models.answers.json_text import without_reasoning
from mmagents.models.client.transport import LONGEST_ANSWER, _read
from mmagents.prompts.bounded import BoundedEnvironment, TooMuchWorkError, fresh_steps
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import variables_of
from mmagents.scenarios.loader import check_file, load_scenario
from mmagents.scenarios.source import read_yaml

BLOCKS = re.compile(r"<(think|thinking|reasoning|thought)>.*?</\1>", re.DOTALL | re.IGNORECASE)
BEFORE_AN_END = re.compile(r"^.*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
PIECES = st.sampled_from(
    ["<think>", "</think>", "<Thinking>", "</thinking>", "<thought>", "</THOUGHT>", "<reasoning>",
     "</reasoning>", "a", " b ", "{}", "\n"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=14).map("".join))
def test_reasoning_is_taken_out_as_the_plain_definition_says(text: str) -> None:
    assert without_reasoning(text) == BEFORE_AN_END.sub("", BLOCKS.sub("", text)).strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["<think>" * 300_000, "<think>" * 150_000 + "</thought>" * 150_000, "</think>" * 300_000],
)
def test_two_million_characters_of_marks_are_read(text: str) -> None:
    """A reading whose time grows with the square of the length would take hours here."""
    assert len(without_reasoning(text)) <= len(text)


def test_an_endless_answer_is_cut() -> None:
    reply = _read(AIMessage("word " * LONGEST_ANSWER))
    assert (len(reply.text), reply.cut) == (LONGEST_ANSWER, True)


DOUBLED = (
    "{{% set n = namespace(x='a', y=7) %}}{{% for i in range(60) %}}{{% set n.x = {} %}}"
    "{{% set n.y = n.y * n.y %}}{{% endfor %}}"
)


@pytest.mark.parametrize(
    "template",
    [
        "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}",
        "{% for a in x %}{% for b in x %}{% for c in x %}{% endfor %}{% endfor %}{% endfor %}",
        "{{ x * 999999999 }}",
        "{{ x | center(999999999) }}",
        "{{ x.ljust(999999999) }}",
        "{{ '{:999999999}'.format(x) }}",
        "{{ '%999999999d' % 3 }}",
        "{{ 9 ** 999999999 }}",
        "{{ (x * 900) | replace('x', x * 900) }}",
        "{{ (x * 900).replace('x', x * 900) }}",
        "{{ (x * 900).translate({120: x * 900}) }}",
        "{{ (x * 900).join([x] * 900) }}",
        "{{ ([x] * 9000) | join }}",
        "{{ (x * 900) | wordwrap(1, wrapstring=x * 900) }}",
        DOUBLED.format("n.x ~ n.x"),
        DOUBLED.format("n.x + n.x"),
        DOUBLED.format("[n.x, n.x]") + "{{ n.x | string }}",
        DOUBLED.format("{1: n.x, 2: n.x}") + "{{ n.x | tojson }}",
        DOUBLED.format("dict(a=n.x, b=n.x)") + "{{ n.x }}",
        DOUBLED.format("n.y * n.y"),
        "{% set n = namespace(x='a') %}{% for i in range(60) %}{% set n.x %}{{ n.x }}{{ n.x }}"
        "{% endset %}{% endfor %}",
    ],
)
def test_a_template_does_only_so_much(template: str) -> None:
    fresh_steps()
    with pytest.raises(TooMuchWorkError):
        BoundedEnvironment().from_string(template).render(x="x" * 2_000)


def test_a_macro_that_calls_itself_ends() -> None:
    fresh_steps()
    twice = "{% macro f(n) %}{{ f(n - 1) if n }}{{ f(n - 1) if n }}{% endmacro %}{{ f(60) }}"
    with pytest.raises((TooMuchWorkError, RecursionError)):
        BoundedEnvironment().from_string(twice).render()


def test_a_story_of_twenty_gigabytes_is_refused_by_its_size(tmp_path: Path) -> None:
    story = tmp_path / "huge.yaml"
    with story.open("wb") as file:
        file.truncate(20_000_000_000)
    with pytest.raises(MMAgentsError, match="20,000,000,000 bytes"):
        load_scenario(story)
    [problem] = check_file(story)
    assert "bytes" in problem.message


def test_a_pipe_is_no_story(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(MMAgentsError, match="no plain file"):
        read_yaml(tmp_path / "pipe.yaml")


def test_what_is_wrong_with_a_file_is_said_without_quoting_it(tmp_path: Path) -> None:
    secret = tmp_path / "passwords.yaml"
    secret.write_text("user: 'tr0ub4dor\nroot: hunter2\n  [")
    with pytest.raises(MMAgentsError) as error:
        read_yaml(secret)
    assert "hunter2" not in str(error.value)
    assert "tr0ub4dor" not in str(error.value)


HEAD = "---\nvariables:\n---\n"


@pytest.mark.parametrize(
    "body",
    [
        "{% include 'en/think.md' %}",
        "{% include '/etc/hostname' %}",
        "{% include 'en/../../../elsewhere/secret.md' %}",
        "{% include '../elsewhere/secret.md' %}",
        "{{ " + "(" * 5_000 + "1" + ")" * 5_000 + " }}",
        "{% if 1 %}" * 5_000 + "{% endif %}" * 5_000,
        "{{ ''.__class__.__mro__ }}",
        "{{ ''|attr('__class__') }}",
        "{{ self.__init__.__globals__ }}",
        "{{ 1 / 0 }}",
        "{{ 'a' + 1 }}",
    ],
)
def test_what_is_wrong_with_a_prompt_is_one_error_and_reads_no_file(tmp_path, body) -> None:
    for name, words in {
        "elsewhere/secret": "hunter2",
        "folder/en/think": f"=== system ===\n{body}\n=== user ===\nx\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / f"{name}.md").write_text(HEAD + words)
    with pytest.raises(MMAgentsError) as error:
        Prompts(tmp_path / "folder").render("think", "en", dict.fromkeys(variables_of("think"), ""))
    assert "hunter2" not in str(error.value)


def test_a_prompts_file_is_a_plain_one_of_some_size(tmp_path: Path) -> None:
    folder = tmp_path / "xx"
    folder.mkdir()
    with (folder / "think.md").open("wb") as file:
        file.truncate(20_000_000_000)
    with pytest.raises(MMAgentsError, match="20,000,000,000 bytes"):
        Prompts(tmp_path).check("xx")
    (folder / "think.md").unlink()
    os.mkfifo(folder / "think.md")
    with pytest.raises(MMAgentsError, match="no plain file"):
        Prompts(tmp_path).render("think", "xx", {})
