"""Whoever heard a turn that was cut is told that it was, and by whom, in both languages."""

from dataclasses import replace
from typing import Any

import pytest

from mmagents.interfaces.talk import CutOff, HeardTurn
from mmagents.interfaces.view import OwnThought
from mmagents.models.utterances import normalise_variables
from mmagents.models.variables import view_variables
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import PROMPTS
from tests.languages import LANGUAGES
from tests.prompts.given import variables
from tests.prompts.samples import utterance, view

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
CAME_IN = {"en": ", cut off by {}", "ja": "（{}に遮られ、ここで途切れた）"}
WAS_ASKED = {"en": ", stopped for {} to answer", "ja": "（{}に番が移り、ここで途切れた）"}
THERE = {"en": "cut off there", "ja": "（ここで途切れた"}
AGAIN = {"en": "may take it up again", "ja": "続きをあらためて話しても"}
TELLING = [task for task in PROMPTS if {"history"} <= set(variables(task, "en"))]


@LANGUAGE
@pytest.mark.parametrize("task", [one for one in TELLING if one != "perceive"])
def test_every_prompt_that_tells_the_talk_tells_where_it_was_cut(task, language) -> None:
    given: dict[str, Any] = variables(task, language)
    call = view(language).public.person("tilda").call
    whole = Prompts().render(task, language, given).user
    first, *rest = given["history"]
    for asked, mark in ((False, CAME_IN), (True, WAS_ASKED)):
        cut = {**first, "cut": {"by": call, "asked": asked}}
        told = Prompts().render(task, language, {**given, "history": [cut, *rest]}).user
        assert mark[language].format(call) in told
        assert mark[language].format(call) not in whole


@LANGUAGE
@pytest.mark.parametrize("grows", [False, True])
@pytest.mark.parametrize("task", ["think", "speak", "consider"])
def test_whoever_was_cut_off_is_told_that_it_may_go_on(task, grows, language) -> None:
    own = HeardTurn(4, "mara", "X.", None, (), None, None, (), CutOff("tilda", False))
    seen = view(language, heard=(own,))
    seen = replace(seen, lately=(OwnThought(4, "Y."), own)) if grows else seen
    told = Prompts().render(task, language, view_variables(seen)).user
    line = next(one for one in told.splitlines() if one.endswith('"X."'))
    assert CAME_IN[language].format(seen.public.person("tilda").call) in line
    assert AGAIN[language] in told
    sound = replace(own, cut=None)
    seen = replace(seen, heard=(sound,), lately=(sound,) if grows else None)
    assert AGAIN[language] not in Prompts().render(task, language, view_variables(seen)).user


@LANGUAGE
@pytest.mark.parametrize("task", ["detect", "normalise", "normalise_turns", "judge"])
def test_whoever_reads_a_turn_that_was_cut_knows_that_it_was(task, language) -> None:
    given = variables(task, language)
    if task == "normalise_turns":
        cut = {**given, "said": [{**given["said"][0], "cut": True}]}
    else:
        cut = {**given, "cut": True}
    assert THERE[language] in Prompts().render(task, language, cut).user
    assert THERE[language] not in Prompts().render(task, language, given).user


@LANGUAGE
def test_in_a_window_that_grows_a_cut_turn_is_marked_for_the_minutes_as_well(language: str) -> None:
    said = utterance(language, window=utterance(language).recent)
    for cut in (False, True):
        told = normalise_variables(replace(said, cut=cut))
        assert (THERE[language] in Prompts().render("normalise", language, told).user) is cut
