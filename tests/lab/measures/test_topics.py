"""What turns are about: facts told, topics, and how long the talk stays on one."""

import pytest

from mmagents.lab.measures.story import topics_by_turn
from tests.lab.measures.figures import turn_figures
from tests.lab.rows import conversation, row


def test_facts_count_once_and_conclusions_apart() -> None:
    talk = conversation(
        [
            row(1, "kit", "No comment.", facts=["tin-full", "stall-always"]),
            row(2, "kit", "No comment.", facts=["tin-full", "petra-lied", "of-another-story"]),
        ]
    )
    found = turn_figures(talk)
    assert found["facts_new_per_turn"] == 3 / 2
    assert found["facts_out_share"] == 2 / 11  # mini has 13 facts, 2 of them conclusions
    assert found["conclusions_out_share"] == 1 / 2


def test_a_turn_is_on_what_it_names_what_it_tells_and_what_it_answers() -> None:
    talk = conversation(
        [
            row(1, "petra", "What about the kiln?", to="bram"),
            row(2, "bram", "It cracked.", answers=1, second_pair_part="answer"),
            row(3, "kit", "Just after three.", facts=["tin-full"]),
            row(4, "kit", "How was your afternoon near the tent?", to="petra"),
            row(5, "bram", "Hm."),
        ]
    )
    assert topics_by_turn(talk) == [
        {"kiln"},
        {"kiln"},
        {"tin"},
        {"tent", "petra-hours"},
        set(),
    ]


def test_a_statement_is_about_its_speaker_and_a_question_about_whom_it_is_put_to() -> None:
    talk = conversation(
        [
            row(1, "petra", "I was at my stall all afternoon."),
            row(2, "petra", "Kit was not there all afternoon."),
            row(3, "petra", "Where were you this afternoon?", to="bram"),
        ]
    )
    assert topics_by_turn(talk) == [
        {"petra-hours"},
        {"petra-hours", "kit-hours"},
        {"bram-hours"},
    ]


def test_turns_on_one_topic_are_counted_and_runs_of_them() -> None:
    said = ["The tin.", "The tin, in the tent.", "The tent.", "The tent!", "Hm.", "The tent."]
    talk = conversation([row(turn, "kit", text) for turn, text in enumerate(said, 1)])
    found = turn_figures(talk)
    assert found["topic_longest_run"] == 3  # the tent, turns 2 to 4
    assert found["topic_mean_turns"] == (2 + 4) / 2
    assert found["topic_largest_share"] == pytest.approx(4 / 6)
    assert found["topics_raised_share"] == 2 / 6


def test_talk_about_nothing_is_on_no_topic() -> None:
    found = turn_figures(conversation([row(1, "kit"), row(2, "kit")]))
    assert found["topic_longest_run"] == 0
    assert found["topic_mean_turns"] is None
    assert found["topic_largest_share"] == 0
    assert found["topics_raised_share"] == 0


def test_japanese_topics_are_found_by_their_own_keys() -> None:
    talk = conversation([row(1, "kit", "福引の缶はどこですか？")], language="ja")
    assert topics_by_turn(talk) == [{"tin"}]
