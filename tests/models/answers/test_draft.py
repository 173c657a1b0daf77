import json

import pytest

from mmagents.interfaces.player import Thought
from mmagents.models.answers.draft import NOTHING_DECLARED, read_draft
from mmagents.models.answers.fields import UnusableError

GOOD = {
    "thought": "Ask him.", "action": "speak", "importance": 6, "words": "Bram, where were you?",
    "first_pair_part": "wh-question", "addressees": ["Bram"], "answers": 3,
    "second_pair_part": "evasion",
}  # fmt: skip


def test_a_draft_is_read_with_what_it_declares() -> None:
    found, repairs = read_draft(json.dumps(GOOD))
    assert found.thought == Thought("Ask him.", "speak", 6)
    assert found.words == "Bram, where were you?"
    assert found.declared.first_pair_part == "wh-question"
    assert found.declared.addressees == ("Bram",)
    assert (found.declared.answers, found.declared.second_pair_part) == (3, "evasion")
    assert repairs == ()


def test_a_thought_without_words_is_a_draft_and_so_is_one_that_declares_nothing() -> None:
    found, repairs = read_draft(json.dumps({**GOOD, "words": ""}))
    assert (found.thought.importance, found.words) == (6, "")
    assert "no words" in repairs
    bare = {name: GOOD[name] for name in ("thought", "action", "importance", "words")}
    found, repairs = read_draft(f"```json\n{json.dumps(bare)}\n```")
    assert found.words
    assert found.declared == NOTHING_DECLARED
    assert "nothing declared" in repairs


@pytest.mark.parametrize("name", ["speech", "say", "台詞"])
def test_words_go_by_other_names_as_well(name: str) -> None:
    renamed = {**{key: value for key, value in GOOD.items() if key != "words"}, name: "I was in."}
    assert read_draft(json.dumps(renamed))[0].words == "I was in."


@pytest.mark.parametrize("text", ["", "I would rather listen.", '{"words": "Good evening."}', "{}"])
def test_without_a_wish_to_speak_or_to_listen_there_is_no_draft(text: str) -> None:
    with pytest.raises(UnusableError):
        read_draft(text)
