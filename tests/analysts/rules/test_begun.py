"""A turn that was cut off where it had only begun takes nothing up."""

import pytest

from mmagents.analysts.rules.reading import read
from tests.prompts.samples import utterance


@pytest.mark.parametrize(
    ("language", "begun", "given"),
    [
        ("en", "Well, let me see.", "Well. I was in my room."),
        ("ja", "ええと、そうですね。", "ええと、家にいました。"),
    ],
)
def test_a_turn_cut_off_where_it_had_only_begun_answers_nothing(
    language: str, begun: str, given: str
) -> None:
    for text, cut, answers in ((begun, True, None), (begun, False, 4), (given, True, 4)):
        assert read(utterance(language, text, cut=cut)).answers == answers, (text, cut)
