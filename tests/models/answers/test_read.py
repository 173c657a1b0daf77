import json
from contextlib import suppress
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.interfaces.player import Thought
from mmagents.models.answers.fields import UnusableError
from mmagents.models.answers.forms import DetectAnswer
from mmagents.models.answers.json_text import find_json
from mmagents.models.answers.read import read_detect, read_normalise, read_think
from tests.tables import table

GOOD = '{"thought": "Ask.", "action": "speak", "importance": 8}'


@table
def test_a_thought_is_read_whatever_is_wrapped_round_it(text: str) -> None:
    answer, _ = read_think(text)
    assert (answer.thought.casefold(), answer.action, answer.importance) == ("ask.", "speak", 8)


@pytest.mark.parametrize("end", ["}", ""])
def test_lines_that_break_within_a_field_are_read(end: str) -> None:
    text = '{"action": "speak", "importance": 8, "thought": "Ask.\nThen\twait."' + end
    answer, repairs = read_think(text)
    assert (answer.thought, answer.importance) == ("Ask. Then wait.", 8)
    assert repairs


@pytest.mark.parametrize(("given", "kept"), [(-4, 0), (12, 9), (99, 9), ("10/10", 9)])
def test_an_importance_out_of_range_is_kept_within_it_and_noted(given: object, kept: int) -> None:
    answer, repairs = read_think(
        json.dumps({"thought": "x", "action": "listen", "importance": given})
    )
    assert answer.importance == kept
    assert any(one.startswith("importance") for one in repairs)


@pytest.mark.parametrize("action", ["wait and see", "LISTEN", "Stay silent.", "聞く", "様子を見る"])
def test_many_words_mean_listening_and_a_thought_left_out_is_empty_or_too_long_cut(action) -> None:
    for said, kept in (({}, 0), ({"thought": "x" * 5000}, 600)):
        answer, _ = read_think(json.dumps({**said, "action": action, "importance": 1}))
        assert (answer.action, len(answer.thought)) == ("listen", kept)


@table
def test_a_thought_that_cannot_be_read_says_why(text: str, problem: str, field: str) -> None:
    with pytest.raises(UnusableError) as error:
        read_think(text)
    assert (error.value.problem, error.value.field) == (problem, field)


@table
def test_facts_are_read_from_lists_of_any_kind(text: str) -> None:
    assert read_normalise(text)[0] == ("Mara was in.", "It rained.")


def test_no_facts_is_an_answer_and_many_are_cut() -> None:
    assert read_normalise('{"facts": []}')[0] == ()
    many = read_normalise(json.dumps({"facts": [f"{n} " + "x" * 999 for n in range(40)]}))[0]
    assert len(many) == 8
    assert max(map(len, many)) == 300


@table
def test_a_first_pair_part_is_read_in_many_spellings(written: object, code: str | None) -> None:
    assert read_detect(json.dumps({"first_pair_part": written}))[0].first_pair_part == code


def test_what_else_a_reading_holds_may_be_left_out_or_misshapen() -> None:
    answer, repairs = read_detect(
        '{"first_pair_part": "request", "addressees": "Mara", "answers": "none",'
        ' "second_pair_part": null, "closes": "maybe"}'
    )
    assert answer.addressees == ("Mara",)
    assert (answer.answers, answer.second_pair_part, answer.closes) == (0, None, False)
    assert "answers" in repairs


@pytest.mark.parametrize(
    ("read", "text"),
    [
        *((read_normalise, one) for one in ("", "No facts.", '{"facts": null}', '{"facts": 5}')),
        *((read_detect, one) for one in ("{}", '{"addressees": ["x"]}', "request")),
        (read_detect, '{"first_pair_part": "riddle"}'),
    ],
)
def test_without_facts_or_a_first_pair_part_there_is_no_answer(read, text) -> None:
    with pytest.raises(UnusableError):
        read(text)


@given(st.text(alphabet=st.sampled_from("{}[]\",:\\ntrue0-9e.ab`<think>/'“ \n"), max_size=60))
def test_no_text_does_more_than_fail_to_be_read(text: str) -> None:
    for form, read in ((Thought, read_think), (tuple, read_normalise), (DetectAnswer, read_detect)):
        with suppress(UnusableError):  # either outcome is right; nothing else may be raised
            answer, _ = read(text)
            assert isinstance(answer, form)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": ["x"], "b": 2,}', {"a": ["x"], "b": 2}),
        ('{"a": ["x", "y"], "b": [1, 2', {"a": ["x", "y"], "b": [1, 2]}),
        ('{"a": [{"b": 1, "c": 2}], "d": "cut o', {"a": [{"b": 1, "c": 2}], "d": "cut o"}),
        ('{"a": ["x"], "b":', {"a": ["x"]}),
        ('{"a": "one\ntwo", "b": ["thr', {"a": "one two", "b": ["thr"]}),
        (
            "Sure: {'a': ['it', \"isn't\"], 'b': None}.",
            {"a": ["it", "isn't"], "b": None},
        ),
        ('{maybe} {"a": 1} {x}', {"a": 1}),
    ],
)
def test_an_object_that_is_broken_is_not_taken_for_one_of_its_parts(text: str, value: Any) -> None:
    assert find_json(text) == (value, True)


OPENINGS = ("", "{", "[", '{"a": "', '{"a": [', "['", "(", "{{{{{{", "[[[[[[")
HOSTILE = (
    "[", "{", '{"a":', '"', "'", '{"', "[{", ",", '"}', "},", "]", "\\", "a, ", '",', "“", "```",
    '{"a": "b"}, ', 'a"b', "<think>", "{'a': ", "-", "\n", "[1,",
)  # fmt: skip


@pytest.mark.parametrize("opening", OPENINGS)
def test_what_a_hostile_server_answers_is_read_in_a_time_that_grows_with_its_length(
    opening: str,
) -> None:
    for piece in HOSTILE:
        text = opening + piece * (100_000 // len(piece))
        begun = process_time()
        with suppress(ValueError):
            find_json(text)
        assert process_time() - begun < 5, f"{opening}{piece} …"


def test_a_deep_nest_of_brackets_is_no_json() -> None:
    with pytest.raises(ValueError, match="no JSON"):
        find_json("[" * 20_000)
