"""Whom people would let speak, where nobody is asked and nobody bids."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from benchmarks.people.fitted import chances_by, fitted
from mmagents.groupchat import TurnTaking
from mmagents.groupchat.course import Course, count_words
from mmagents.groupchat.people import MEDIA, Medium, chances, drawn, known_of, made

NAMES = ("Ada", "Ben", "Chie", "Dov")
TALK = [("Ada", "It rains."), ("Dov", "It does."), ("Chie", "It pours."), ("Ben", "Not here.")]
TALK += [("Chie", "It did all night."), ("Ben", "Not for long.")]


def course_of(messages: list[tuple[str, str]]) -> Course:
    course = Course()
    for speaker, text in messages:
        course = course.on(speaker, text, [name for name in NAMES if name in text])
    return course


@pytest.mark.parametrize("medium", MEDIA)
def test_chances_are_of_those_who_may_speak_and_sum_to_one(medium: Medium) -> None:
    found = chances(("Ada", "Chie", "Dov"), course_of(TALK), medium)
    assert set(found) == {"Ada", "Chie", "Dov"}
    assert sum(found.values()) == pytest.approx(1)
    assert set(made(medium)["weights"]) <= set(known_of("Ada", course_of(TALK), 4))


def test_a_course_counts_runs_and_forgets_who_was_named_once_they_speak() -> None:
    course = course_of([("Ada", "Ben knows."), ("Ada", "Ask him."), ("Chie", "Does he?")])
    assert (course.runs, course.order, dict(course.runs_of)) == (
        2,
        ("Chie", "Ada"),
        {"Ada": 1, "Chie": 1},
    )
    assert (course.last_words["Ada"], course.messages_of["Ada"]) == (4, 2)
    assert course.named_since == {"Ben"}
    assert course.on("Ben", "I do.", ()).named_since == frozenset()
    assert count_words("雨です。OK?") == 2


def test_in_speech_the_floor_goes_back_to_whoever_spoke_before_and_waiting_turns_elsewhere():
    speech = TurnTaking(NAMES, medium="speech")
    assert speech.next(TALK).speaker == "Chie"
    assert "people would let them speak" in speech.next(TALK).reason
    assert speech.next(TALK, bids="waiting").speaker == "Ada"
    assert speech.next(TALK, bids=None) == speech.next(TALK, bids="people") == speech.next(TALK)


def test_whoever_was_named_of_late_is_likelier_to_speak_in_chat() -> None:
    said = [("Ben", "Ada and Dov went home."), ("Chie", "Ada was there.")]
    before = chances(("Ada", "Dov"), course_of([*TALK, *said]), "chat")
    after = chances(("Ada", "Dov"), course_of([*TALK, ("Ben", "They went."), said[1]]), "chat")
    assert before["Dov"] > after["Dov"]


def test_a_lot_by_their_chances_falls_on_several_and_on_the_same_for_the_same_seed() -> None:
    first = [TurnTaking(NAMES, seed=seed).next(TALK, bids="people-by-lot") for seed in range(20)]
    assert {one.speaker for one in first} == {"Ada", "Chie", "Dov"}
    again = [TurnTaking(NAMES, seed=seed).next(TALK, bids="people-by-lot") for seed in range(20)]
    assert first == again


def test_a_debt_by_name_goes_before_whom_people_would_let_speak() -> None:
    messages = [*TALK, ("Ben", "Ada, is it dry at yours?"), ("Chie", "It was.")]
    for bids in ("people", "people-by-lot", "waiting"):
        found = TurnTaking(NAMES, medium="speech").next(messages, bids=bids)
        assert (found.speaker, found.due is not None) == ("Ada", True)


def test_in_speech_a_question_without_a_name_leaves_it_to_whom_people_would_let_speak() -> None:
    held = "Well, as I said, the gauge stood at nine all morning, and after that nobody looked, and"
    messages = [("Ada", "It rains."), ("Chie", held), ("Ben", "Mm."), ("Dov", "Why?")]
    speech = TurnTaking(NAMES, medium="speech")
    found = speech.next(messages)
    assert (found.speaker, found.rule) == ("Chie", "1b")
    assert "put to nobody by name" in found.reason
    assert "people would let them speak" in found.reason
    by_rule = speech.next(messages, bids="waiting")
    assert (by_rule.speaker, by_rule.rule) == ("Ben", "1a")
    assert TurnTaking(NAMES).next(messages).rule == "1a"
    called = speech.next([*messages[:-1], ("Dov", "Why, Ada?")])
    assert (called.speaker, called.rule) == ("Ada", "1a")


def test_what_is_asked_in_a_chat_waits_longer_than_in_speech() -> None:
    asked = [("Ada", "Ben, is it dry at yours?")]
    beside = [(("Chie", "Dov")[at % 2], "It rains here.") for at in range(10)]
    chat, speech = TurnTaking(NAMES), TurnTaking(NAMES, medium="speech")
    assert [due.to for due in chat.open_pairs([*asked, *beside])] == [("Ben",)]
    assert chat.next([*asked, *beside]).speaker == "Ben"
    assert not chat.open_pairs([*asked, *beside, beside[0]])
    assert speech.open_pairs([*asked, *beside[:4]])
    assert not speech.open_pairs([*asked, *beside[:5]])
    assert chat.should_reply("Ben", [*asked, *beside[:4]])
    assert not chat.should_reply("Ben", [*asked, *beside[:5]])


def test_the_course_knows_how_a_last_run_ended_and_how_much_was_said_since() -> None:
    course = course_of([("Ada", "Is it?"), ("Ben", "It is. (He left.)"), ("Chie", "So the")])
    assert dict(course.ended) == {"Ada": "asks", "Ben": "ends", "Chie": "breaks off"}
    ada = known_of("Ada", course, 3)
    assert (ada["asked"], ada["broke_off"]) == (1, 0)
    assert ada["words_since"] == pytest.approx(np.log(1 + 6))
    assert ada["words_then"] == pytest.approx(np.log(3 / 7))
    after = course_of([("Chie", "So the"), ("Ada", "It is."), ("Ben", "It is."), ("Ada", "So?")])
    assert known_of("Chie", after, 3)["broke_off"] == 1
    unmarked = course_of([("Chie", "so the"), ("Ada", "it is"), ("Ben", "it is")])
    assert known_of("Chie", unmarked, 3)["broke_off"] == 0
    for turn in range(50):
        course = course.on(NAMES[turn % 4], "It pours again and again.", ())
    assert len(course.words_lately) == len(course.ended) == 4


def test_rooms_by_lot_give_everybody_turns_and_end() -> None:
    chat, messages = TurnTaking(NAMES), [("user", "It rains.")]
    while speaker := chat.next(messages, bids="people-by-lot").speaker:
        messages.append((speaker, "It rains."))
    assert len(messages) == 1 + chat.rests_after
    assert {name for name, _ in messages[1:]} == set(NAMES)


def test_the_weights_that_drew_who_spoke_are_found_again() -> None:
    draw, true = np.random.default_rng(5), np.array([1.5, -0.7])
    rows = [draw.normal(size=(4, 2)) for _ in range(4000)]
    spoke = [int(draw.choice(4, p=chances_by(true, one))) for one in rows]
    assert fitted(rows, spoke, 1.0) == pytest.approx(true, abs=0.1)
    assert abs(fitted(rows, spoke, 1e6)).max() < 0.1


def test_what_is_drawn_for_a_room_is_drawn_from_the_seed_alone() -> None:
    chance_of = {"Ada": 0.7, "Ben": 0.3}
    found = [drawn(chance_of, Random(at).randrange(99), at) for at in range(300)]
    assert 0.6 < found.count("Ada") / len(found) < 0.8
