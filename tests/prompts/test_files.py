"""Files of prompts: one's own before the shipped ones, and the variables that each declares."""

from pathlib import Path

import pytest

from mmagents.errors import MMAgentsError
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import PROMPTS, variables_of
from tests.languages import LANGUAGES
from tests.prompts.given import variables
from tests.tables import table

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TASK = pytest.mark.parametrize("task", PROMPTS)


@LANGUAGE
@TASK
def test_a_missing_or_unknown_variable_is_an_error_that_names_file_and_variable(task, language):
    given = variables(task, language)
    assert set(given) == set(variables_of(task))
    gone = sorted(given)[0]
    less = {name: value for name, value in given.items() if name != gone}
    for wrong, says in (
        (less, f"was not given '{gone}'"),
        (given | {"moon": 1}, "was given 'moon'"),
    ):
        with pytest.raises(MMAgentsError, match=rf"{language}/{task}\.md {says}"):
            Prompts().render(task, language, wrong)


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


@table
def test_a_template_that_cannot_be_used_says_which_and_why(
    text: str, says: str, tmp_path: Path
) -> None:
    prompts = put(tmp_path, "think.md", text)
    with pytest.raises(MMAgentsError, match=says) as error:
        prompts.render("think", "en", variables("think", "en"))
    assert str(tmp_path / "en" / "think.md") in str(error.value) or "none.md" in str(error.value)


def test_a_folder_that_is_not_there_and_a_file_of_no_prompts_name_are_found(tmp_path) -> None:
    with pytest.raises(MMAgentsError, match="No folder"):
        Prompts(tmp_path / "nowhere")
    with pytest.raises(MMAgentsError, match=r"thnk\.md is no prompt's file.*think"):
        put(tmp_path, "thnk.md", "Think.").check("en")


@LANGUAGE
def test_the_check_finds_the_one_prompt_that_is_broken_among_all_that_are_shipped(
    tmp_path, language
):
    last = list(Prompts().there(language))[-1]  # all others are compiled before it
    (tmp_path / language).mkdir()
    (tmp_path / language / f"{last}.md").write_text(OWN.replace("{{ turn }}", "{% if turn %}"))
    with pytest.raises(MMAgentsError, match=rf"{last}\.md, line 7: "):
        Prompts(tmp_path).check(language)
