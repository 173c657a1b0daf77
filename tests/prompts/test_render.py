from dataclasses import replace
from typing import get_args

import pytest

from mmagents.models.choice import Task
from mmagents.models.variables import view_variables
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import PROMPTS
from tests.languages import LANGUAGES
from tests.prompts.given import choice, judged, variables
from tests.prompts.samples import PUBLIC, ballot, disputed, known, view

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
TASK = pytest.mark.parametrize("task", PROMPTS)


@LANGUAGE
@pytest.mark.parametrize("task", ["judge", "grade"])
def test_a_whole_conversation_is_judged_by_words_of_its_own(task, language, snapshot) -> None:
    system, user = Prompts().render(task, language, judged(task, language, whole=True))
    assert f"{system}\n\n======== user ========\n\n{user}" == snapshot


@LANGUAGE
@TASK
def test_the_rendered_text_is_what_was_agreed(task, language, snapshot) -> None:
    system, user = Prompts().render(task, language, variables(task, language))
    assert f"{system}\n\n======== user ========\n\n{user}" == snapshot


@LANGUAGE
@pytest.mark.parametrize("task", ["think", "speak"])
def test_the_first_turn_of_a_talk_renders(task, language, snapshot) -> None:
    nothing = dict.fromkeys(("heard", "thoughts", "memories", "known", "open_pairs"), ())
    opening = view(language, **nothing, obligation=None, turn=1)
    assert Prompts().render(task, language, view_variables(opening)).user == snapshot


@LANGUAGE
@pytest.mark.parametrize("kind", ["look", "partner", "vote"])
def test_what_is_to_be_chosen_is_said_for_each_kind_of_choice(kind, language, snapshot) -> None:
    asked = replace(ballot(language), kind=kind)
    assert Prompts().render("choose", language, choice(view(language), asked)) == snapshot


@LANGUAGE
def test_a_story_with_a_verdict_says_what_is_at_stake(language, snapshot) -> None:
    seen = disputed(language)
    question = seen.public.verdict.question
    asked = replace(ballot(language), question=question)
    told = Prompts().render("choose", language, choice(seen, asked))
    assert told == snapshot
    for task in ("think", "speak"):
        said = "".join(Prompts().render(task, language, view_variables(seen)))
        assert question in said
        assert "who is behind" not in said
        assert "ある人の死" not in said


@LANGUAGE
def test_what_is_put_to_all_says_who_has_replied(language: str) -> None:
    seen = view(language)
    asked = replace(seen.open_pairs[0], had_say=("osric",))
    told = Prompts().render("think", language, view_variables(replace(seen, open_pairs=(asked,))))
    name = PUBLIC[language].person("osric").call
    assert {"en": f"{name} replied", "ja": f"{name}は応じた"}[language] in told.user


@LANGUAGE
def test_the_speaker_is_told_what_is_due_and_that_it_may_be_evaded(language: str) -> None:
    told = Prompts().render("speak", language, variables("speak", language)).user
    free = Prompts().render("speak", language, view_variables(view(language, obligation=None))).user
    for words in {
        "en": ("due from you now: answer", "evade"),
        "ja": ("第二部分が求められている：答え", "はぐらかし"),
    }[language]:
        assert words in told
        assert words not in free


@LANGUAGE
def test_facts_heard_from_others_are_left_to_memory(language: str) -> None:
    heard = view(language, known=(known("f9", "ZEBRA", source="heard"),))
    assert "ZEBRA" not in "".join(Prompts().render("think", language, view_variables(heard)))


@LANGUAGE
@pytest.mark.parametrize("fault", ["repetition", "contradiction", "hallucination", "obligation"])
def test_each_fault_is_diagnosed_by_a_question_of_its_own(fault, language, snapshot) -> None:
    given = variables("diagnose", language) | {"fault": fault}
    text = Prompts().render("diagnose", language, given).user
    heading = {"en": "## The suspicion", "ja": "## 疑い"}[language]
    assert text[text.index(heading) :][:400] == snapshot


@LANGUAGE
def test_whoever_is_asked_to_agree_is_not_told_who_would_say_it(language: str) -> None:
    """The words may be read in its history; that they are about to be said, and by whom, not."""
    told = variables("agree", language)
    assert set(told) - set(view_variables(view(language))) == {"words"}


def test_every_task_of_a_model_has_a_prompt() -> None:
    repairs = {name for name in PROMPTS if name.startswith("repair_")}
    assert repairs == {"repair_persona", "repair_task"}
    assert set(get_args(Task)) - {"repair"} <= set(PROMPTS)
