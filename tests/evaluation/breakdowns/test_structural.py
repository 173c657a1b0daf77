"""Breakdowns found in the record: each category, and the innocents that look like it."""

import json
from dataclasses import asdict

import pytest

from mmagents.evaluation.breakdowns.categories import (
    IGNORED,
    KINDS,
    Breakdown,
    Category,
    Observation,
)
from mmagents.evaluation.breakdowns.structural import (
    COVERED,
    MEASURES,
    structural,
)
from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.measure import figures_of
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.nodes.table import table_for
from tests.evaluation.rows import bids, closed, conversation, row

TIN = {
    "en": "Petra, when did you last see the tin?",
    "ja": "ペトラさん、最後に缶を見たのはいつですか？",
}
ASIDE = {"en": "The rain has come through the roof again.", "ja": "また雨が漏ってきた。"}
LANGUAGES = ("en", "ja")


def found(*rows: TurnRow, language: str = "en", scenario: str = "mini") -> list[Breakdown]:
    return structural(conversation(rows, language=language, scenario=scenario))


def flagged(*rows: TurnRow, language: str = "en") -> list[tuple[int, str, int | None]]:
    return [
        (one.turn, str(one.category), one.of)
        for one in found(*rows, language=language)
        if not one.strategic
    ]


def test_the_eleven_categories_are_named_and_defined_in_both_languages() -> None:
    assert list(KINDS) == list(Category)
    assert len(KINDS) == 11
    assert [one for one in KINDS if KINDS[one].form == "response"] == [
        *IGNORED,
        Category.IGNORE_EXPECTATION,
    ]
    for kind in KINDS.values():
        assert set(kind.name) == set(kind.definition) == {"en", "ja"}


def test_a_breakdown_is_plain_json() -> None:
    one = Breakdown(3, Category.REPETITION, "again", 1)
    assert json.loads(json.dumps(asdict(one))) == {
        "turn": 3,
        "category": "repetition",
        "reason": "again",
        "of": 1,
        "strategic": False,
    }


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


@pytest.mark.parametrize(
    ("first", "again", "language"),
    [
        (
            "There was wet blue paint under the lid of the tin.",
            "There was wet blue paint under the lid of that tin.",
            "en",
        ),
        (
            "缶の蓋の裏に、まだ濡れた青い絵の具がついていました。",
            "缶の蓋の裏に、まだ濡れた青い絵の具がついていましたよ。",
            "ja",
        ),
    ],
)
@pytest.mark.parametrize("speaker", ["kit", "petra"])
def test_nearly_the_same_statement_is_a_repetition_whoever_makes_it(
    first: str, again: str, language: str, speaker: str
) -> None:
    rows = [row(1, "kit", first), row(2, "bram", ASIDE[language]), row(3, speaker, again)]
    assert flagged(*rows, language=language) == [(3, "repetition", 1)]


@pytest.mark.parametrize(
    ("first", "other", "language"),
    [
        (
            "I saw Kit by the tent at 15:10 with a tray in his hands.",
            "I saw Kit by the tent at 15:30 with a tray in his hands.",
            "en",
        ),
        (
            "I saw Kit go into the tent with a tray in both hands.",
            "I saw Bram go into the tent with a tray in both hands.",
            "en",
        ),
        ("I was in the tent at ten past three.", "I was not in the tent at ten past three.", "en"),
        (
            "15時10分にテントのそばで人影を見ました。",
            "15時30分にテントのそばで人影を見ました。",
            "ja",
        ),
        (
            "その時はずっとテントの中にいました。",
            "その時はずっとテントの中にいませんでした。",
            "ja",
        ),
        ("I agree.", "I agree.", "en"),
        ("そうですね。", "そうですね。", "ja"),
    ],
)
def test_another_time_person_or_denial_and_small_change_are_no_repetition(
    first: str, other: str, language: str
) -> None:
    assert not found(row(1, "petra", first), row(2, "petra", other), language=language)


def test_whoever_is_asked_again_may_say_it_again() -> None:
    told = "I was at my stall from two until the band stopped."
    rows = [
        row(1, "petra", told),
        row(2, "kit", "Petra, how did you spend the afternoon?", to="petra"),
        row(3, "petra", told, answers=2, second_pair_part="answer", closed=closed(2)),
    ]
    assert not found(*rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_that_was_answered_is_not_to_be_asked_again(language: str) -> None:
    rows = [
        row(1, "bram", TIN[language], to="petra"),
        row(2, "petra", "Ah.", answers=1, second_pair_part="answer", closed=closed(1)),
        row(3, "kit", TIN[language], to="petra"),
    ]
    assert flagged(*rows, language=language) == [(3, "repetition", 1)]


def test_the_same_question_to_another_is_another_question() -> None:
    rows = [
        row(1, "bram", "Petra, where were you while the band played?", to="petra"),
        row(2, "petra", "Outside.", answers=1, second_pair_part="answer", closed=closed(1)),
        row(3, "bram", "Kit, where were you while the band played?", to="kit"),
    ]
    assert not found(*rows)


def test_to_pursue_an_answer_once_is_no_repetition_but_twice_is() -> None:
    first = row(1, "bram", TIN["en"], to="petra")
    assert not found(first, row(2, "bram", TIN["en"], to="petra"))
    thrice = [row(turn, "bram", TIN["en"], to="petra") for turn in (1, 2, 3)]
    assert flagged(*thrice) == [(3, "repetition", 1)]


def held(*turns: tuple[str, str | None]) -> list[TurnRow]:
    """Turns by (speaker, who else wants the floor)."""
    return [
        row(at, speaker, f"Point {at}.", ledger=bids(**({other: 7} if other else {})))
        for at, (speaker, other) in enumerate(turns, start=1)
    ]


def test_a_third_turn_in_a_row_is_a_monopoly_where_others_want_the_floor() -> None:
    rows = held(("kit", None), ("kit", "bram"), ("kit", "petra"), ("kit", "petra"), ("bram", None))
    assert flagged(*rows) == [(3, "turn-monopoly", None)]


def test_going_on_where_all_others_listen_is_no_monopoly() -> None:
    assert not found(*held(*[("kit", None)] * 6))
    assert not found(*held(("kit", "bram"), ("kit", "bram"), ("bram", None), ("kit", "bram")))


def test_the_measures_name_what_is_covered_and_nothing_else() -> None:
    named = {name.removeprefix("breakdown:") for name in MEASURES}
    assert named == {*map(str, COVERED), "ignored", "ignored-asked", "turns", "strategic"}
    assert Observation.TURN_MONOPOLY in COVERED
    assert Category.IGNORE_EXPECTATION not in COVERED


def test_the_measures_are_the_counts_by_ten_turns() -> None:
    rows = [row(1, "bram", TIN["en"], to="petra"), row(2, "petra", ASIDE["en"])]
    rows += [row(turn, "kit", f"Point {turn}.") for turn in (3, 4)]
    measures = figures_of(MEASURES, conversation(rows))
    assert set(measures) == set(MEASURES)
    assert measures["breakdown:ignore-question"] == 2.5
    assert measures["breakdown:ignored"] == measures["breakdown:turns"] == 2.5
    assert all(value is None for value in figures_of(MEASURES, conversation()).values())


@pytest.mark.parametrize(
    ("put", "asked"),
    [("wh-question", 2.5), ("request", 2.5), ("suggestion", 0), ("greeting", 0)],
)
def test_ignored_questions_and_requests_count_no_suggestions_and_no_greetings(
    put: str, asked: float
) -> None:
    rows = [
        row(1, "petra", TIN["en"], to="bram", first_pair_part=put),
        row(2, "bram", ASIDE["en"]),
        row(3, "kit", "Point 3."),
        row(4, "kit", "Point 4."),
    ]
    found = figures_of(MEASURES, conversation(rows))
    assert found["breakdown:ignored-asked"] == asked
    assert found["breakdown:ignored"] == 2.5


def test_a_turn_with_two_breakdowns_is_one_turn_that_breaks_down() -> None:
    rows = [
        row(1, "petra", ASIDE["en"]),
        row(2, "bram", TIN["en"], to="petra"),
        row(3, "petra", ASIDE["en"]),
    ]
    found = figures_of(MEASURES, conversation(rows))
    counts = [found[f"breakdown:{one}"] for one in ("ignored", "repetition", "turns")]
    assert counts == [10 * 1 / 3] * 3


def played(condition: str, seed: int, language: str = "en") -> Conversation:
    context = Context(condition=condition, turns=20, language=language)
    state = graph.invoke({"scenario": "halcyon-light", "seed": seed}, context=context)
    return Conversation("played", {}, table_for("halcyon-light", context), state["history"])


@pytest.mark.slow
def test_rule_1a_leaves_fewer_played_questions_ignored_than_equal_turns() -> None:
    talks = {
        condition: [played(condition, seed, language) for seed in (1, 4) for language in LANGUAGES]
        for condition in ("cssn-or-ss", "equal")
    }
    ignored = {
        condition: sum(MEASURES["breakdown:ignored"].of(talk) for talk in found)
        for condition, found in talks.items()
    }
    assert ignored["cssn-or-ss"] < ignored["equal"]
    for one in (one for found in talks.values() for talk in found for one in structural(talk)):
        assert one.category in COVERED
        assert one.of is None or one.of < one.turn
        assert one.reason.endswith(".")
