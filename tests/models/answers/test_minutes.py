import json

import pytest

from mmagents.models.answers.fields import UnusableError
from mmagents.models.answers.minutes import read_minutes
from tests.tables import table

GOOD = {
    "turns": [
        {"turn": 7, "facts": ["Mara was in."], "told": [2]},
        {"turn": 8, "facts": [], "told": []},
    ]
}
READ = {7: (("Mara was in.",), (2,)), 8: ((), ())}


def test_facts_are_read_by_turn() -> None:
    assert read_minutes(json.dumps(GOOD), [7, 8], 2) == (READ, ())


@table
def test_small_faults_are_mended(text: str) -> None:
    assert read_minutes(text, [7, 8], 2)[0] == READ


def test_a_turn_that_is_left_out_is_said_to_be() -> None:
    found, repairs = read_minutes(json.dumps({"turns": GOOD["turns"][:1]}), [7, 8], 2)
    assert list(found) == [7]
    assert repairs == ("1 turns left out",)


def test_turns_that_nobody_asked_for_and_facts_that_were_not_listed_do_not_count() -> None:
    more = [*GOOD["turns"], {"turn": 99, "facts": ["Nobody."], "told": []}]
    found, repairs = read_minutes(json.dumps({"turns": more}), [7, 8], 1)
    assert found == {7: (("Mara was in.",), ()), 8: ((), ())}
    assert repairs == ("told what was not listed",)


@pytest.mark.parametrize("text", ["", "no", "[]", '{"turns": []}', '{"turns": "none"}', "[1, 2]"])
def test_an_answer_without_a_turn_is_no_answer(text: str) -> None:
    with pytest.raises(UnusableError):
        read_minutes(text, [7, 8], 2)
