"""From what a model read in an utterance to what it does to the floor."""

import json
from typing import Any

import pytest

from mmagents.analysts.llm.answers import designation_from
from mmagents.floor.adjacency import Designation, FirstPart
from mmagents.interfaces.talk import Utterance
from mmagents.models.answers.read import read_detect
from tests.prompts.samples import obligation, utterance
from tests.tables import table


def found(said: Utterance | None = None, **answer: Any) -> tuple[Designation, tuple[str, ...]]:
    """Return what is made of an answer to Mara's turn; Dr. Vane's turn 4 is due, Tilda spoke 3."""
    given = {"first_pair_part": "none", "addressees": [], "earlier": [], "answers": 0}
    given |= {"second_pair_part": "none", "closes": False, **answer}
    read, repairs = read_detect(json.dumps(given, ensure_ascii=False))
    reading, more = designation_from(read, said or utterance("en"))
    return reading, (*repairs, *more)


def test_two_questions_of_one_turn_are_both_reported_the_last_of_them_designating() -> None:
    reading, repairs = found(
        first_pair_part="wh-question",
        addressees=["Tilda"],
        earlier=[{"first_pair_part": "request", "addressees": ["Dr. Vane"]}],
    )
    assert (reading.first_pair_part, reading.addressees) == ("wh-question", ("tilda",))
    assert reading.earlier == (FirstPart("request", ("osric",), ("grant", "refusal")),)
    assert repairs == ()


def test_the_same_thing_said_twice_is_one_first_pair_part() -> None:
    reading, _ = found(
        first_pair_part="wh-question",
        addressees=["Tilda"],
        earlier=[{"first_pair_part": "wh-question", "addressees": ["Tilda"]}],
    )
    assert reading.earlier == ()


@table
def test_an_earlier_part_that_is_none_is_left_out_and_said_so(earlier: Any) -> None:
    reading, repairs = found(first_pair_part="request", addressees=["Tilda"], earlier=earlier)
    assert reading.earlier == ()
    assert "earlier" in repairs


def test_an_answer_in_the_form_of_before_is_read_as_it_was() -> None:
    text = '{"first_pair_part": "request", "addressees": ["Tilda"], "answers": 0, '
    read, repairs = read_detect(text + '"second_pair_part": "none", "closes": false}')
    assert read.earlier == ()
    assert repairs == ()


@pytest.mark.parametrize("how", ["agreement", "disagreement"])
def test_a_statement_that_put_nothing_to_anybody_can_be_agreed_or_disagreed_with(how: str) -> None:
    reading, repairs = found(answers=3, second_pair_part=how)
    assert (reading.answers, reading.second_pair_part) == (3, how)
    assert repairs == ()


def test_nothing_else_takes_up_a_statement_instead_of_what_is_due() -> None:
    reading, _ = found(answers=3, second_pair_part="denial")
    assert reading.answers == obligation("en").turn


@pytest.mark.parametrize("turn", [0, 2, 99])
def test_a_turn_that_was_not_heard_is_neither_agreed_nor_disagreed_with(turn: int) -> None:
    nothing = utterance("en", due=None, open_pairs=())
    said, _ = found(nothing, answers=turn, second_pair_part="disagreement")
    assert (said.answers, said.second_pair_part) == (None, None)
