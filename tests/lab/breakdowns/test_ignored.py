"""First pair parts that are passed over: who is obliged, how long, and what excuses silence."""

import pytest

from mmagents.lab.breakdowns.structural import (
    MEASURES,
)
from mmagents.lab.measures.measure import figures_of
from tests.lab.breakdowns.found import ASIDE, TIN, flagged, found
from tests.lab.rows import closed, conversation, row
from tests.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("part", "category"),
    [
        ("wh-question", "ignore-question"),
        ("yes-no-question", "ignore-question"),
        ("request", "ignore-request"),
        ("suggestion", "ignore-suggestion"),
        ("invitation", "ignore-suggestion"),
        ("greeting", "ignore-greeting"),
    ],
)
def test_what_the_addressee_passes_over_is_ignored(part: str, category: str, language: str) -> None:
    asked = row(1, "bram", TIN[language], to="petra", first_pair_part=part)
    said = row(2, "petra", ASIDE[language])
    assert flagged(asked, said, language=language) == [(2, category, 1)]


def test_an_accusation_passed_over_has_no_category_of_its_own() -> None:
    asked = row(1, "bram", "You lied, Petra.", to="petra", first_pair_part="accusation")
    assert not found(asked, row(2, "petra", ASIDE["en"]))


def test_an_answer_is_no_breakdown() -> None:
    asked = row(1, "bram", TIN["en"], to="petra")
    told = row(2, "petra", "At two.", answers=1, second_pair_part="answer", closed=closed(1))
    assert not found(asked, told)


def test_answering_later_is_answering() -> None:
    asked = row(1, "bram", TIN["en"], to="petra")
    others = [row(2, "kit"), row(3, "bram", "Nobody saw it after that."), row(4, "kit", "Hm.")]
    told = row(5, "petra", "At two.", answers=1, second_pair_part="answer", closed=closed(1))
    assert not found(asked, *others, told)


def test_an_answer_after_one_turn_about_something_else_does_not_mend_that_turn() -> None:
    asked = row(1, "bram", TIN["en"], to="petra")
    told = row(3, "petra", "At two.", answers=1, second_pair_part="answer", closed=closed(1))
    assert flagged(asked, row(2, "petra", ASIDE["en"]), told) == [(2, "ignore-question", 1)]


def test_somebody_else_may_answer_in_the_addressees_stead() -> None:
    asked = row(1, "bram", TIN["en"], to="petra")
    told = row(2, "kit", "She saw it at two.", answers=1, second_pair_part="answer")
    assert not found(asked, told, row(3, "petra", ASIDE["en"]))


@pytest.mark.parametrize(
    ("question", "language"),
    [("Which tin do you mean, Bram?", "en"), ("ブラムさん、どの缶のことですか？", "ja")],
)
def test_a_question_back_leaves_time_to_answer(question: str, language: str) -> None:
    asked = row(1, "bram", TIN[language], to="petra")
    back = row(2, "petra", question, to="bram")
    cleared = row(3, "bram", "The blue one.", answers=2, second_pair_part="answer")
    told = row(4, "petra", "At two.", answers=1, second_pair_part="answer", closed=closed(1))
    assert not found(asked, back, cleared, told, language=language)
    silent = row(4, "petra", ASIDE[language])
    assert flagged(asked, back, cleared, silent, language=language) == [(4, "ignore-question", 1)]


def test_a_greeting_may_come_back_as_a_greeting_of_its_own() -> None:
    met = row(1, "bram", "Good evening, Petra.", to="petra", first_pair_part="greeting")
    back = row(2, "petra", "Good evening, Bram.", to="bram", first_pair_part="greeting")
    assert not found(met, back)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Kit, the same question to you. What of the tin?", "en"),
        ("キットくん、缶はどうですか？", "ja"),
    ],
)
def test_turning_to_somebody_else_with_a_question_is_no_answer(text: str, language: str) -> None:
    asked = row(1, "bram", TIN[language], to="petra")
    handed = row(2, "petra", text, to="kit", answers=1, second_pair_part="answer")
    assert flagged(asked, handed, language=language) == [(2, "ignore-question", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "I never looked at it, Bram. Kit, what of the tin?",
        "I was indoors with a headache. Kit, what of the tin?",
    ],
)
def test_an_answer_may_end_on_a_question_to_somebody_else(text: str) -> None:
    asked = row(1, "bram", TIN["en"], to="petra")
    assert not found(asked, row(2, "petra", text, to="kit", answers=1, second_pair_part="answer"))


def test_a_fact_that_the_question_is_about_answers_it_whatever_the_record_says() -> None:
    asked = row(1, "bram", "Kit, when did you last see the tin?", to="kit")
    told = row(2, "kit", "It was full at five past three.", facts=["tin-full"])
    assert not found(asked, told)
    assert flagged(asked, row(2, "kit", "A tear, no less.", facts=["torn-scarf"])) == [
        (2, "ignore-question", 1)
    ]


@pytest.mark.parametrize(
    ("text", "language"), [("But no, that is false.", "en"), ("でも、違います。", "ja")]
)
def test_a_bare_denial_takes_up_what_is_held_against_its_speaker(text: str, language: str) -> None:
    asked = row(1, "bram", TIN[language], to="petra")
    assert not found(asked, row(2, "petra", text), language=language)


def test_whoever_is_asked_twice_at_once_has_a_turn_for_each() -> None:
    first = row(1, "bram", TIN["en"], to="petra")
    second = row(2, "kit", "Petra, who tore your scarf?", to="petra")
    one = row(3, "petra", "A nail.", answers=2, second_pair_part="answer", closed=closed(2))
    other = row(5, "petra", "At two.", answers=1, second_pair_part="answer", closed=closed(1))
    assert not found(first, second, one, row(4, "kit"), other)
    silent = row(5, "petra", ASIDE["en"])
    assert flagged(first, second, one, row(4, "kit"), silent) == [(5, "ignore-question", 1)]


def test_an_asker_who_asks_on_lets_the_earlier_question_go() -> None:
    first = row(1, "bram", TIN["en"], to="petra")
    second = row(2, "bram", "Petra, who tore your scarf?", to="petra")
    told = row(3, "petra", "A nail.", answers=2, second_pair_part="answer", closed=closed(2))
    assert not found(first, second, told, *(row(turn, "kit") for turn in range(4, 9)))


def test_one_answer_serves_the_same_question_put_by_two() -> None:
    rows = [
        row(1, "bram", TIN["en"], to="petra"),
        row(2, "kit", "So, Petra, when did you last see the tin?", to="petra"),
        row(3, "petra", "At two.", answers=2, second_pair_part="answer", closed=closed(2)),
        row(4, "petra", ASIDE["en"]),
    ]
    assert not found(*rows)


def test_one_answer_serves_two_questions_on_one_matter_but_not_on_two() -> None:
    told = row(3, "petra", "A kite.", answers=2, second_pair_part="answer", closed=closed(2))
    last = row(4, "petra", ASIDE["en"])
    first = row(1, "bram", TIN["en"], to="petra")
    assert not found(first, row(2, "kit", "Petra, who touched the tin?", to="petra"), told, last)
    other = row(2, "kit", "Petra, who was near the tea tent?", to="petra")
    assert flagged(first, other, told, last) == [(4, "ignore-question", 1)]


def test_a_question_whose_addressee_gets_no_turn_is_ignored_by_the_next_turn() -> None:
    asked = row(1, "bram", TIN["en"], to="petra")
    others = [row(turn, ("kit", "bram")[turn % 2]) for turn in range(2, 7)]
    assert flagged(asked, *others) == [(2, "ignore-question", 1)]


def test_nobody_can_tell_where_the_conversation_ends_too_early() -> None:
    asked = row(1, "bram", TIN["en"], to="petra")
    assert not found(asked)
    assert not found(asked, *(row(turn, "kit") for turn in range(2, 6)))


@pytest.mark.parametrize("to", [["everyone"], ["petra", "kit"], ["odile"], ["bram"]])
def test_what_is_not_put_to_one_other_seat_obliges_nobody(to: list[str]) -> None:
    asked = row(1, "bram", "Who saw the tin?", to="petra", addressees=to)
    assert not found(asked, *(row(turn, "petra", "Rain.") for turn in range(2, 8)))


@pytest.mark.parametrize(("second", "verb"), [("refusal", "refuses"), ("evasion", "evades")])
def test_an_open_refusal_or_evasion_is_strategic(second: str, verb: str) -> None:
    asked = row(1, "bram", TIN["en"], to="petra")
    how = closed(1, "refused" if second == "refusal" else "evaded")
    [one] = found(
        asked,
        row(2, "petra", "I won't say, Bram.", answers=1, second_pair_part=second, closed=how),
    )
    assert one.strategic
    assert verb in one.reason


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Petra, why has the kiln been cold all week?", "en"),
        ("ペトラさん、窯が冷えたままなのはなぜですか？", "ja"),
    ],
)
def test_silence_that_keeps_a_secret_is_strategic(question: str, language: str) -> None:
    asked = row(1, "bram", question, to="petra")
    silent = row(2, "petra", ASIDE[language])
    [one] = found(asked, silent, language=language)
    assert one.strategic
    assert "cracked-kiln" in one.reason
    figures = figures_of(MEASURES, conversation([asked, silent], language=language))
    counts = [figures[f"breakdown:{one}"] for one in ("ignored", "turns", "strategic")]
    assert counts == [0, 0, 10 * 1 / 2]


def test_a_secret_that_is_out_excuses_nobody() -> None:
    out = row(1, "bram", "Petra cracked the kiln and has to pay.", facts=["cracked-kiln"])
    asked = row(2, "kit", "Petra, why has the kiln been cold all week?", to="petra")
    assert flagged(out, asked, row(3, "petra", ASIDE["en"])) == [(3, "ignore-question", 2)]


def test_a_secret_of_somebody_else_excuses_nobody() -> None:
    asked = row(1, "bram", "Kit, why has the kiln been cold all week?", to="kit")
    assert flagged(asked, row(2, "kit", ASIDE["en"])) == [(2, "ignore-question", 1)]
