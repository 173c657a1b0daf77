"""How a judge's answers are read: mended where that is safe, never guessed."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.lab.breakdowns.categories import KINDS
from mmagents.lab.judging.answers import read_broken_turns, read_scores, read_truth, score
from mmagents.lab.judging.verdicts import CRITERIA, TRUTHS, BrokenTurns, Scores, Truth
from mmagents.models.answers.fields import UnusableError

SCORES = {key: value for one in CRITERIA for key, value in ((f"{one}_reason", "So."), (one, 4))}
FOUND = {"turn": 2, "category": "repetition", "reason": "Again."}
BROKEN = {"breakdowns": [FOUND], "none": False}
TURNS = (1, 2, 3)


def told(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize(
    ("spelt", "code"),
    [
        *((kind.name[language], code) for code, kind in KINDS.items() for language in ("en", "ja")),
        ("Ignore Question", "ignore-question"),
        ("repitition", "repetition"),
        ("質問の無視", "ignore-question"),
    ],
)
def test_categories_are_known_by_code_and_by_name_in_both_languages(spelt: str, code: str) -> None:
    answer, _ = read_broken_turns(
        told({"breakdowns": [{**FOUND, "category": spelt}], "none": False}), TURNS
    )
    assert answer.broken[0].category == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NB",
        "[]",
        "{}",
        "null",
        '{"breakdowns": [',
        '{"breakdowns": null, "none": true}',
        '{"breakdowns": [], "none": "perhaps"}',
        told({"breakdowns": [None], "none": True}),
    ],
)
def test_what_may_be_no_verdict_is_not_taken_for_a_sound_conversation(text: str) -> None:
    with pytest.raises(UnusableError):
        read_broken_turns(text, TURNS)


@pytest.mark.parametrize(
    "text",
    [
        f"Here you are:\n{told(BROKEN)}\nAnything else?",
        f"```json\n{told(BROKEN)}\n```",
        f"<think>[x] {{y}}</think>{told(BROKEN)}",
        told([BROKEN]),
        told({"answer": BROKEN}),
        told({"breakdowns": FOUND, "none": "no"}),
        told({"Breakdowns": [FOUND], "None": 0}),
    ],
)
def test_an_answer_in_the_wrong_wrapping_is_unwrapped(text: str) -> None:
    answer, _ = read_broken_turns(text, TURNS)
    assert [one.category for one in answer.broken] == ["repetition"]


@pytest.mark.parametrize(
    ("given", "value"),
    [(4, 4), (4.0, 4), ("4", 4), ("４点", 4), ("4/5", 4), ("4 out of 5", 4), ("score: 3", 3),
     ("5段階で3", 3), ("5点満点中4点", 4), ([2], 2), ("五", 5), ("5/5", 5)],
)  # fmt: skip
def test_a_score_is_read_from_what_can_mean_nothing_else(given: Any, value: int) -> None:
    assert score(given, "coherence") == value


@pytest.mark.parametrize(
    "given",
    [0, 6, -1, 3.5, "3.5", "8/10", "4/10", "3-4", "3〜4", "4 or 5", "10点中4点", "good", "five",
     None, True, [], [3, 4], {"x": "y"}, "", float("nan"), float("inf"), 10**20],
)  # fmt: skip
def test_what_may_mean_something_else_is_no_score(given: Any) -> None:
    with pytest.raises(UnusableError):
        read_scores(told({**SCORES, "coherence": given}))


def test_scores_may_be_nested_and_stand_with_their_reasons() -> None:
    nested = {one: {"score": "4/5", "reason": "So."} for one in CRITERIA}
    for text in (told(SCORES), told(nested), told({"scores": nested})):
        answer, _ = read_scores(text)
        assert [(answer.of(one), getattr(answer, one).reason) for one in CRITERIA] == [
            (4, "So.")
        ] * 3


@pytest.mark.parametrize("given", ["7/10", 7, "７点", "7.0", {"score": 7}, "10点満点中7点"])
def test_truth_is_read_on_a_scale_of_ten(given: Any) -> None:
    answer, _ = read_truth(told(dict.fromkeys(TRUTHS, given)))
    assert [answer.of(one) for one in TRUTHS] == [7, 7]


@pytest.mark.parametrize("given", [0, 11, "4/5", "7-8", 7.5, "high", None, True])
def test_a_truth_on_another_scale_is_refused(given: Any) -> None:
    with pytest.raises(UnusableError):
        read_truth(told({"consistency": 9, "factualness": given}))


def test_a_criterion_that_was_left_out_is_asked_for() -> None:
    with pytest.raises(UnusableError, match="diversity"):
        read_scores(told({key: value for key, value in SCORES.items() if key != "diversity"}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from([*SCORES, *BROKEN, *FOUND, "x"]),
        inner, max_size=6,
    ),
    max_leaves=12,
)  # fmt: skip


@given(JSON | st.text(max_size=30))
def test_whatever_comes_is_a_verdict_or_refused(value: Any) -> None:
    text = value if isinstance(value, str) else told(value)
    for verdict, read in (
        (BrokenTurns, lambda: read_broken_turns(text, TURNS)),
        (Scores, lambda: read_scores(text)),
        (Truth, lambda: read_truth(text)),
    ):
        with suppress(UnusableError):
            answer, _ = read()
            assert isinstance(answer, verdict)


WHOLE = {
    "breakdowns": [
        {"turn": 3, "category": "質問無視", "reason": "Nobody answers."},
        {"turn": 3, "category": "repetition", "reason": "Again."},
        {"turn": 1, "category": "repetition", "reason": "Again."},
    ],
    "none": False,
}


def test_everything_found_in_a_whole_conversation_is_kept_by_turn() -> None:
    answer, repairs = read_broken_turns(json.dumps(WHOLE), (1, 2, 3))
    assert [(one.turn, str(one.category)) for one in answer.broken] == [
        (1, "repetition"), (3, "ignore-question"), (3, "repetition"),
    ]  # fmt: skip
    assert answer.turns == {1, 3}
    assert repairs == ()
    sound, _ = read_broken_turns('{"breakdowns": [], "none": true}', (1, 2, 3))
    assert sound.broken == ()


@pytest.mark.parametrize(
    "given",
    [
        json.dumps(WHOLE)[:-12],
        json.dumps(WHOLE | {"none": True}),
        json.dumps({"breakdowns": [], "none": False}),
        json.dumps({"breakdowns": []}),
        json.dumps(WHOLE | {"breakdowns": [{"turn": 9, "category": "repetition"}]}),
        json.dumps(WHOLE | {"breakdowns": [{"turn": 1, "category": "boredom"}]}),
        json.dumps(WHOLE | {"breakdowns": [{"category": "repetition"}]}),
    ],
)
def test_what_could_pass_for_a_whole_reading_and_is_none_is_refused(given: str) -> None:
    with pytest.raises(UnusableError):
        read_broken_turns(given, (1, 2, 3))
