"""Answers in words instead of JSON."""

import pytest

from mmagents.interfaces.player import Thought
from mmagents.models.answers.fields import UnusableError
from mmagents.models.answers.read import read_detect, read_normalise, read_noted, read_think
from tests.tables import table


@table
def test_a_thought_a_line_a_field_is_read(text: str) -> None:
    thought, repairs = read_think(text)
    assert thought == Thought("Ask Kit.", "speak", 7)
    assert "lines for JSON" in repairs


@table
def test_a_thought_in_sentences_is_read_if_it_states_both(text, action, importance) -> None:
    thought, repairs = read_think(text)
    assert (thought.action, thought.importance) == (action, importance)
    assert thought.thought == text
    assert "words for JSON" in repairs


@table
def test_nothing_is_guessed_from_words_that_do_not_state_it(text: str) -> None:
    with pytest.raises(UnusableError, match="not_json"):
        read_think(text)


def test_a_reading_a_line_a_field_is_read() -> None:
    said = (
        "**First Pair Part:** wh-question\n**Addressees:** Kit, Mara\n**Earlier:** none\n"
        "**Answers:** 3\n"
        "**Second Pair Part:** answer\n**Closes:** False"
    )
    answer, _ = read_detect(said)
    assert (answer.first_pair_part, answer.second_pair_part) == ("wh-question", "answer")
    assert (answer.answers, answer.closes) == (3, False)
    assert answer.addressees == ("Kit, Mara",)


@table
def test_facts_after_their_name_are_read(text: str, facts: tuple[str, ...]) -> None:
    assert read_normalise(text)[0] == facts


def test_numbers_of_what_was_told_are_read_from_words() -> None:
    assert read_noted("Facts: Kit was out.\nTold: 1 and 3", 3)[1] == (1, 3)
    assert read_noted("Facts: none\nTold: none", 3)[:2] == ((), ())
