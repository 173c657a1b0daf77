import pytest

from mmagents.nodes.pairs import LAPSES_AFTER, take_up
from mmagents.nodes.state import OpenPair, Reading

ASKED: OpenPair = {
    "turn": 3,
    "by": "ada",
    "to": ["ben"],
    "first_pair_part": "wh-question",
    "expects": ["answer"],
    "text": "Where were you?",
}
NOTHING: Reading = {
    "first_pair_part": None,
    "addressees": [],
    "expects": [],
    "answers": None,
    "second_pair_part": None,
    "closes": False,
}


def words(speaker: str, text: str = "In the hall.") -> dict[str, str]:
    return {"speaker": speaker, "text": text}


@pytest.mark.parametrize(
    ("second", "how"),
    [("answer", "answered"), ("refusal", "refused"), ("evasion", "evaded"), ("denial", "answered")],
)
def test_a_pair_is_closed_by_what_takes_it_up(second: str, how: str) -> None:
    reading: Reading = {**NOTHING, "answers": 3, "second_pair_part": second}
    still, closed = take_up([ASKED], reading, words("ben"), 4)
    assert still == []
    assert closed == [{"turn": 3, "how": how}]


def test_nobody_closes_their_own_question() -> None:
    reading: Reading = {**NOTHING, "answers": 3, "second_pair_part": "answer"}
    still, closed = take_up([ASKED], reading, words("ada"), 4)
    assert (still, closed) == ([ASKED], [])


def test_an_insertion_leaves_the_question_open_and_opens_its_own() -> None:
    reading: Reading = {
        **NOTHING,
        "first_pair_part": "wh-question",
        "addressees": ["ada"],
        "expects": ["answer"],
    }
    still, closed = take_up([ASKED], reading, words("ben", "Which evening?"), 4)
    assert [pair["turn"] for pair in still] == [3, 4]
    assert closed == []


def test_a_question_that_nobody_takes_up_lapses_in_its_time() -> None:
    open_pairs = [ASKED]
    for turn in range(4, 3 + LAPSES_AFTER + 1):
        open_pairs, closed = take_up(open_pairs, NOTHING, words("cyd"), turn)
        assert closed == []
    open_pairs, closed = take_up(open_pairs, NOTHING, words("cyd"), 3 + LAPSES_AFTER + 1)
    assert (open_pairs, closed) == ([], [{"turn": 3, "how": "lapsed"}])


def test_a_question_to_nobody_opens_nothing() -> None:
    reading: Reading = {**NOTHING, "first_pair_part": "wh-question", "expects": ["answer"]}
    assert take_up([], reading, words("ada"), 1) == ([], [])


def test_a_question_to_everyone_is_closed_by_anyone() -> None:
    asked: OpenPair = {**ASKED, "to": ["everyone"]}
    reading: Reading = {**NOTHING, "answers": 3, "second_pair_part": "answer"}
    assert take_up([asked], reading, words("dov"), 5)[1] == [{"turn": 3, "how": "answered"}]
