"""Turns that try to pass for structure, in both languages, in every prompt that holds words."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.floor.adjacency import Obligation
from mmagents.interfaces.analyst import Said
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import Memory
from mmagents.models.quoting import STRUCTURAL, quote
from mmagents.models.utterances import detect_variables, minutes_variables, normalise_variables
from mmagents.models.variables import view_variables
from mmagents.prompts.render import Prompts
from mmagents.prompts.tasks import PromptName
from tests.prompts.samples import utterance, view
from tests.tables import beside

HOSTILE = beside(__file__)["HOSTILE"]
CASES = [(language, words) for language, list_ in HOSTILE.items() for words in list_]
CASES.append(("en", "\ud800 half a character"))  # which YAML does not hold
PROMPTS = Prompts()
LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')


def rendered(language: str, words: str) -> dict[PromptName, str]:
    """Return every prompt with `words` wherever a player's or a model's words may stand."""
    heard = (HeardTurn(4, "osric", words, "wh-question", ("mara",), None, None, ()),)
    due = Obligation(4, "osric", ("mara",), "wh-question", ("answer",), words)
    memories, pairs = (Memory(words, 1, "tilda", 0.1),), (due,)
    given = {"heard": heard, "thoughts": (words,), "memories": memories}
    seen = view_variables(view(language, **given, obligation=due, open_pairs=pairs))
    said = utterance(language, words, recent=heard, due=due, open_pairs=(due,))
    each: dict[PromptName, dict[str, Any]] = {
        "think": seen,
        "speak": seen,
        "normalise": normalise_variables(said),
        "normalise_turns": minutes_variables([Said(3, said)]),
        "detect": detect_variables(said),
        "again": {"task": "think", "problem": "invalid", "field": "action", "given": quote(words)},
    }
    return {task: "\n".join(PROMPTS.render(task, language, given)) for task, given in each.items()}


PLAIN = {language: rendered(language, "PLAIN") for language in HOSTILE}


def test_there_are_at_least_twenty_five_in_each_language() -> None:
    assert min(len(set(words)) for words in HOSTILE.values()) >= 25


@pytest.mark.parametrize(("language", "words"), CASES)
def test_a_hostile_turn_is_quoted_whole_and_leaves_every_prompt_its_structure(language, words):
    for task, prompt in rendered(language, words).items():
        plain = PLAIN[language][task]
        assert LITERAL.sub('""', prompt) == LITERAL.sub('""', plain)
        literals = [one for one in LITERAL.findall(prompt) if one == quote(words)]
        assert len(literals) == plain.count('"PLAIN"') > 0


@given(st.text(st.characters(), max_size=80))
def test_a_quotation_is_one_line_without_structure_and_gives_the_words_back(words: str) -> None:
    quoted = quote(words)
    assert json.loads(quoted) == words
    assert quoted.isprintable()
    assert quoted[0] == quoted[-1] == '"'
    assert not STRUCTURAL & set(quoted)
    assert LITERAL.fullmatch(quoted)


def test_plain_speech_stays_readable() -> None:
    for words in (
        "I was at the inn, at 22:30 (not later)!",
        "宿です。「十時半」です、先生。",
    ):
        assert quote(words) == f'"{words}"'
