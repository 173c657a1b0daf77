"""Breakdowns found in the record: each category, and the innocents that look like it."""

import json
from dataclasses import asdict

import pytest

from mmagents.graph.build import graph
from mmagents.lab.breakdowns.categories import (
    KINDS,
    Breakdown,
    Category,
    Observation,
)
from mmagents.lab.breakdowns.structural import (
    COVERED,
    MEASURES,
    structural,
)
from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.measure import figures_of
from mmagents.nodes.context import Context
from mmagents.nodes.record import TurnRow
from mmagents.nodes.table import table_for
from tests.lab.breakdowns.found import ASIDE, TIN, flagged, found
from tests.lab.rows import bids, closed, conversation, row
from tests.languages import LANGUAGES


def test_the_eleven_categories_are_named_and_defined_in_both_languages() -> None:
    assert list(KINDS) == list(Category)
    assert len(KINDS) == 11
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
        condition: sum(MEASURES["breakdown:ignored"].of(talk) for talk in those)
        for condition, those in talks.items()
    }
    assert ignored["cssn-or-ss"] < ignored["equal"]
    for one in (one for those in talks.values() for talk in those for one in structural(talk)):
        assert one.category in COVERED
        assert one.of is None or one.of < one.turn
        assert one.reason.endswith(".")
