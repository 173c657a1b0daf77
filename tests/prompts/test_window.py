"""Prompts of tasks that show the talk in another way where the window grows."""

from dataclasses import replace
from typing import Any

import pytest

from mmagents.interfaces.analyst import ListedFact, Said
from mmagents.models.utterances import detect_variables, minutes_variables, utterance_variables
from mmagents.models.variables import view_variables
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import PromptName
from tests.languages import LANGUAGES
from tests.prompts.given import variables
from tests.prompts.samples import WORDS, obligation, utterance, view

SHOWN = ("triplets", "evidence", "detect", "normalise_turns")
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def grown(task: PromptName, language: str) -> dict[str, Any]:
    """What a model is told where the window grows."""
    said = utterance(language)
    if task == "triplets":
        return utterance_variables(replace(said, window=said.recent))
    if task == "detect":
        here = tuple(replace(one, seat=one.id in ("mara", "tilda")) for one in said.cast)
        seated = ("mara", "osric", "tilda")
        return detect_variables(replace(said, cast=here, window=said.recent, seated=seated))
    if task == "normalise_turns":
        listed = [ListedFact("rain", WORDS[language]["fact"])]
        first = replace(said, window=said.recent)
        return minutes_variables([Said(5, first), Said(6, said)], listed=listed)
    given = variables(task, language)
    if task in ("reflect", "guess"):
        return given | {"grows": True}
    [before] = given["passages"][0]["lines"]
    talk = [{**before, "turn": 4}, {**before, "turn": 5}]
    passages = [{"number": 3, "lines": [before]}]
    return given | {"talk": talk, "passages": passages, "numbers": [3, 5]}


@LANGUAGE
@pytest.mark.parametrize("task", [*SHOWN, "reflect", "guess"])
def test_where_the_window_grows_the_text_is_what_was_agreed(task, language, snapshot) -> None:
    system, user = Prompts().render(task, language, grown(task, language))
    assert f"{system}\n\n======== user ========\n\n{user}" == snapshot


@LANGUAGE
def test_an_utterance_stands_last_in_the_talk_as_the_next_prompt_has_it(language: str) -> None:
    first = utterance(language, window=view(language).heard)
    spoken = replace(first.recent[0], turn=5, speaker="mara", text=first.text)
    then = replace(first, text="Z.", window=(*first.recent, spoken))
    due = replace(obligation(language), text="OLD?")
    told = [
        Prompts().render("triplets", language, utterance_variables(replace(one, due=due))).user
        for one in (first, then)
    ]
    lists = [[line for line in one.splitlines() if line.startswith("- ")] for one in told]
    assert lists[1][: len(lists[0])] == lists[0]
    assert '"OLD?"' not in told[0]  # its turn stands in the list
    before = replace(due, turn=1)
    said = utterance_variables(replace(then, due=before))
    assert '"OLD?"' in Prompts().render("triplets", language, said).user


@LANGUAGE
def test_a_persona_is_asked_for_other_words_after_what_it_was_asked_to_speak_with(language) -> None:
    task: PromptName = "repair_persona"
    given, prompts = variables(task, language), Prompts()
    spoken = prompts.render("speak", language, view_variables(view(language)))
    again = prompts.render(task, language, given)
    assert again.system == spoken.system
    begins = spoken.user.rpartition("\n\n")[0]
    assert again.user.startswith(begins)
    assert again.user != begins
