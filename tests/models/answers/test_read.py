import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.interfaces.player import Thought
from mmagents.models.answers.fields import UnusableError
from mmagents.models.answers.forms import DetectAnswer
from mmagents.models.answers.json_text import find_json
from mmagents.models.answers.read import read_detect, read_normalise, read_think

GOOD = '{"thought": "Ask.", "action": "speak", "importance": 8}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"Sure, here it is:\n{GOOD}\nLet me know!",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}",
        f"<think>I could do {{this}} or [that].</think>{GOOD}",
        f"no opening tag, {{x}}</think>\n{GOOD}",
        f"[{GOOD}]",
        f'{{"answer": {GOOD}}}',
        f'{{"properties": {GOOD}}}',
        '["Ask.", "speak", 8]',
        json.dumps(GOOD),
        GOOD.replace("}", ",}"),
        GOOD.replace('"', "'"),
        GOOD.replace('"', "“"),
        GOOD.removesuffix("}"),
        GOOD.upper(),
        GOOD.replace("8", '"8/10"'),
        GOOD.replace("8", '"importance: 8"'),
        GOOD.replace("8", '"８点"'),
        GOOD.replace("8", '"八"'),
        GOOD.replace("8", "7.9"),
        GOOD.replace("8", "[8]"),
        GOOD.replace('"speak"', '"Speak!"'),
        GOOD.replace('"speak"', '"speek"'),
        GOOD.replace('"speak"', '"発言する"'),
        GOOD.replace("importance", "重要度").replace("thought", "考え").replace("action", "行動"),
        '{"thought": "...", "action": "...", "importance": 0} is the form. ' + GOOD,
    ],
)
def test_a_thought_is_read_whatever_is_wrapped_round_it(text: str) -> None:
    answer, _ = read_think(text)
    assert (answer.thought.casefold(), answer.action, answer.importance) == ("ask.", "speak", 8)


@pytest.mark.parametrize("end", ["}", ""])
def test_lines_that_break_within_a_field_are_read(end: str) -> None:
    answer, repairs = read_think(
        '{"action": "speak", "importance": 8, "thought": "Ask.\nThen\twait."' + end
    )
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
def test_many_words_mean_listening(action: str) -> None:
    answer, _ = read_think(json.dumps({"thought": "x", "action": action, "importance": 1}))
    assert answer.action == "listen"


def test_a_thought_left_out_is_empty_and_one_too_long_is_cut() -> None:
    assert read_think('{"action": "listen", "importance": 1}')[0].thought == ""
    long = json.dumps({"thought": "x" * 5000, "action": "listen", "importance": 1})
    assert len(read_think(long)[0].thought) == 600


@pytest.mark.parametrize(
    ("text", "problem", "field"),
    [
        ("", "empty", ""),
        ("  \n ", "empty", ""),
        ("<think>only this</think>", "empty", ""),
        ("None", "not_json", ""),
        ("42", "not_json", ""),
        ("I would rather listen.", "not_json", ""),
        ("[]", "not_json", ""),
        ("{}", "missing", "action"),
        ('{"thought": "x", "action": null, "importance": 3}', "missing", "action"),
        ('{"thought": "x", "action": "dance", "importance": 3}', "invalid", "action"),
        ('{"thought": "x", "action": "speak"}', "missing", "importance"),
        ('{"thought": "x", "action": "speak", "importance": "high"}', "invalid", "importance"),
        ('{"thought": "x", "action": "speak", "importance": NaN}', "invalid", "importance"),
        ('{"thought": "x", "action": "speak", "importance": true}', "invalid", "importance"),
    ],
)
def test_a_thought_that_cannot_be_read_says_why(text: str, problem: str, field: str) -> None:
    with pytest.raises(UnusableError) as error:
        read_think(text)
    assert (error.value.problem, error.value.field) == (problem, field)


@pytest.mark.parametrize(
    "text",
    [
        '{"facts": ["Mara was in.", "It rained."]}',
        '["Mara was in.", "It rained."]',
        "- Mara was in.\n- It rained.",
        "Facts:\n1. Mara was in.\n2. It rained.",
        '{"facts": [{"fact": "Mara was in."}, {"fact": "It rained."}]}',
        '{"facts": {"1": "Mara was in.", "2": "It rained."}}',
        '{"事実": ["・Mara was in.", "・It rained.", "", null, "It rained."]}',
    ],
)
def test_facts_are_read_from_lists_of_any_kind(text: str) -> None:
    assert read_normalise(text)[0] == ("Mara was in.", "It rained.")


def test_no_facts_is_an_answer_and_many_are_cut() -> None:
    assert read_normalise('{"facts": []}')[0] == ()
    many = read_normalise(json.dumps({"facts": [f"{n} " + "x" * 999 for n in range(40)]}))[0]
    assert len(many) == 8
    assert max(map(len, many)) == 300


@pytest.mark.parametrize("text", ["", "No facts.", '{"facts": null}', '{"facts": 5}'])
def test_facts_that_cannot_be_read_are_an_error(text: str) -> None:
    with pytest.raises(UnusableError):
        read_normalise(text)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("wh-question", "wh-question"),
        ("WH Question", "wh-question"),
        ("wh_quesion", "wh-question"),
        ("Yes/No question", "yes-no-question"),
        ("疑問詞による質問", "wh-question"),
        ("依頼", "request"),
        (["accusation"], "accusation"),
        ("none", None),
        (None, None),
        ("なし", None),
    ],
)
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
    "text", ["{}", '{"addressees": ["x"]}', '{"first_pair_part": "riddle"}', "request"]
)
def test_a_reading_without_a_first_pair_part_is_an_error(text: str) -> None:
    with pytest.raises(UnusableError):
        read_detect(text)


@given(st.text(alphabet=st.sampled_from("{}[]\",:\\ntrue0-9e.ab`<think>/'“ \n"), max_size=60))
def test_no_text_does_more_than_fail_to_be_read(text: str) -> None:
    for form, read in ((Thought, read_think), (tuple, read_normalise), (DetectAnswer, read_detect)):
        with suppress(UnusableError):  # either outcome is right; nothing else may be raised
            answer, _ = read(text)
            assert isinstance(answer, form)


def test_a_deep_nest_of_brackets_is_no_json() -> None:
    with pytest.raises(ValueError, match="no JSON"):
        find_json("[" * 20_000)
