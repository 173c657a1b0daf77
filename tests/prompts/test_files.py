"""Files of prompts: one's own before the shipped ones, and the variables that each declares."""

from pathlib import Path

import pytest

from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import PROMPTS, PromptName, variables_of
from mmagents.scenarios.errors import MMAgentsError
from tests.languages import LANGUAGES
from tests.prompts.given import variables

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TASK = pytest.mark.parametrize("task", PROMPTS)


@LANGUAGE
@TASK
def test_a_missing_variable_is_an_error_that_names_file_and_variable(
    task: PromptName, language: str
) -> None:
    given = variables(task, language)
    gone = sorted(given)[0]
    del given[gone]
    with pytest.raises(MMAgentsError, match=rf"{language}/{task}\.md was not given '{gone}'"):
        Prompts().render(task, language, given)


@LANGUAGE
@TASK
def test_an_unknown_variable_is_an_error_that_names_file_and_variable(
    task: PromptName, language: str
) -> None:
    given = variables(task, language) | {"moon": "full"}
    with pytest.raises(MMAgentsError, match=rf"{language}/{task}\.md was given 'moon'"):
        Prompts().render(task, language, given)


@LANGUAGE
@TASK
def test_the_variables_given_are_those_of_the_table(task: PromptName, language: str) -> None:
    assert set(variables(task, language)) == set(variables_of(task))


def put(folder: Path, name: str, text: str) -> Prompts:
    (folder / "en").mkdir(exist_ok=True)
    (folder / "en" / name).write_text(text, encoding="utf-8")
    return Prompts(folder)


OWN = "---\nvariables: turn\n---\n=== system ===\nBe brief.\n=== user ===\nTurn {{ turn }}.\n"


def test_a_folder_overrides_a_file_and_leaves_the_others(tmp_path: Path) -> None:
    prompts = put(tmp_path, "think.md", OWN)
    assert prompts.render("think", "en", variables("think", "en")) == ("Be brief.", "Turn 5.")
    for task, language in (("speak", "en"), ("think", "ja")):
        given = variables(task, language)
        assert prompts.render(task, language, given) == Prompts().render(task, language, given)


def test_a_folder_overrides_a_file_that_others_include(tmp_path: Path) -> None:
    prompts = put(
        tmp_path,
        "_talk.md",
        "---\nvariables: phase, company, persona, history, thoughts, memories, obligation, "
        "open_pairs\n---\nQ {{ [phase, company, persona, history, thoughts] | length }} "
        "{{ [memories, obligation, open_pairs] | length }}\n",
    )
    assert "Q 5 3\n" in prompts.render("think", "en", variables("think", "en")).user


def test_a_file_of_ones_own_need_not_know_what_the_files_it_includes_use(tmp_path: Path) -> None:
    own = OWN.replace("Turn {{ turn }}.", '{% include "en/_talk.md" %}\nTurn {{ turn }}.')
    every = ", ".join(["turn", "history", "thoughts", "memories", "obligation", "open_pairs"])
    for head in ("variables: turn", f"variables: {every}"):
        prompts = put(tmp_path, "think.md", own.replace("variables: turn", head))
        told = prompts.render("think", "en", variables("think", "en")).user
        assert told.startswith("## The last turns you heard")
        assert told.endswith("Turn 5.")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OWN.replace("{{ turn }}", "{{ trun }}"), "uses 'trun' without declaring it"),
        (OWN.replace("variables: turn", "variables: turn, moon"), "declares 'moon', which"),
        (OWN.replace("{{ turn }}", ""), "declares 'turn' and does not use it"),
        (OWN.replace("{{ turn }}", "{{ turn.moon }}"), "cannot be rendered: .*moon"),
        (OWN.replace("{{ turn }}", "{% if turn %}"), "line 7: "),
        (OWN.replace("=== user ===", ""), "no line '=== user ==='"),
        (OWN.replace("variables: turn", ""), "must begin with a head"),
        ("no head at all", "must begin with a head"),
        ("", "must begin with a head"),
        (OWN.replace("{{ turn }}", '{% include "en/none.md" %}{{ turn }}'), "none.md"),
        (OWN.replace("{{ turn }}", "{{ ''.__class__.__mro__ }}{{ turn }}"), "cannot be rendered"),
    ],
)
def test_a_template_that_cannot_be_used_says_which_and_why(
    tmp_path: Path, text: str, says: str
) -> None:
    prompts = put(tmp_path, "think.md", text)
    with pytest.raises(MMAgentsError, match=says) as error:
        prompts.render("think", "en", variables("think", "en"))
    assert str(tmp_path / "en" / "think.md") in str(error.value) or "none.md" in str(error.value)


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MMAgentsError, match="No folder"):
        Prompts(tmp_path / "nowhere")


def test_a_file_that_goes_by_no_prompts_name_is_found_before_the_game(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "thnk.md").write_text("Think.")
    with pytest.raises(MMAgentsError, match=r"thnk\.md is no prompt's file.*think"):
        Prompts(tmp_path).check("en")


@LANGUAGE
def test_the_check_finds_the_one_prompt_that_is_broken_among_all_that_are_shipped(
    tmp_path: Path, language: str
) -> None:
    last = list(Prompts().there(language))[-1]  # all others are compiled before it
    (tmp_path / language).mkdir()
    (tmp_path / language / f"{last}.md").write_text(OWN.replace("{{ turn }}", "{% if turn %}"))
    with pytest.raises(MMAgentsError, match=rf"{last}\.md, line 7: "):
        Prompts(tmp_path).check(language)
