"""Answers in words instead of JSON."""

import pytest

from mmagents.interfaces.player import Thought
from mmagents.models.answers.fields import UnusableError
from mmagents.models.answers.read import read_detect, read_normalise, read_noted, read_think


@pytest.mark.parametrize(
    "text",
    [
        "Thought: Ask Kit.\nAction: speak\nImportance: 7",
        "Here you are:\n\n**Thought:** Ask Kit.\n**Action:** Speak\n**Importance:** 7/10",
        "- Thought: Ask\n  Kit.\n- Action: speak\n- Importance: 7",
        "<think>Hm.</think>\n1. Importance = 7\n2. Action = speak\n3. Thought = Ask Kit.",
        "考え：Ask Kit.\n行動：話す\n重要度：７",
    ],
)
def test_a_thought_a_line_a_field_is_read(text: str) -> None:
    thought, repairs = read_think(text)
    assert thought == Thought("Ask Kit.", "speak", 7)
    assert "lines for JSON" in repairs


@pytest.mark.parametrize(
    ("text", "action", "importance"),
    [
        ("I would rather listen for now, with an importance of 2.", "listen", 2),
        ("I want to speak. The importance is 8/10, for Kit lied.", "speak", 8),
        ("今は黙って聞く。重要度は3。", "listen", 3),
    ],
)
def test_a_thought_in_sentences_is_read_if_it_states_both(
    text: str, action: str, importance: int
) -> None:
    thought, repairs = read_think(text)
    assert (thought.action, thought.importance) == (action, importance)
    assert thought.thought == text
    assert "words for JSON" in repairs


@pytest.mark.parametrize(
    "text",
    [
        "I would rather listen.",
        "Importance 7, I think, but should I speak or listen?",
        "Once upon a time there were 7 dwarfs.",
        "Kit: Where were you?\nMara: In the cellar.",
    ],
)
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


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("**Facts:** Kit was in the cellar.", ("Kit was in the cellar.",)),
        ("Facts:\nKit was out.\nMara was in.", ("Kit was out.", "Mara was in.")),
        ("Facts: none", ()),
        ("**Facts:** Kit was out.\n**Told:** 3", ("Kit was out.",)),
    ],
)
def test_facts_after_their_name_are_read(text: str, facts: tuple[str, ...]) -> None:
    assert read_normalise(text)[0] == facts


def test_numbers_of_what_was_told_are_read_from_words() -> None:
    assert read_noted("Facts: Kit was out.\nTold: 1 and 3", 3)[1] == (1, 3)
    assert read_noted("Facts: none\nTold: none", 3)[:2] == ((), ())
