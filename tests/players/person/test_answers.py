"""What a person may answer, and what is refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.players.person.answers import (
    LONGEST_ANSWER,
    PersonAnswer,
    RefusedError,
    read_answer,
)
from tests.tables import table

CAST = [
    {"id": "petra", "name": "Petra Vance", "call": "Petra", "aliases": ["the art teacher"]},
    {"id": "kit", "name": "Kit Osgood", "call": "Kit", "aliases": []},
    {"id": "yui", "name": "ガレン・ユイ", "call": "ユイさん", "aliases": ["ユイ"]},
]
COMMANDS = {
    "think": ["bid", "say", "show", "note", "pass"],
    "speak": ["say", "show", "pass"],
    "choose": ["choose", "reason", "pass"],
    "reflect": ["note", "pass"],
}
OPTIONS = [{"id": "petra", "text": "Petra Vance"}, {"id": "", "text": "nobody"}]


def asked(what: str) -> dict:
    cards = [{"id": "ticket", "name": "the ticket", "text": "…", "place": "shed"}]
    return {
        "id": f"7:{what}:kit", "what": what, "seat": "kit",
        "view": {"language": "en", "public": {"cast": CAST}, "cards": cards}, "due": None,
        "rule": "", "question": "", "addressed": False, "kind": "vote" if what == "choose" else "",
        "options": OPTIONS if what == "choose" else [], "commands": COMMANDS[what], "error": "",
    }  # fmt: skip


@table
def test_an_answer_is_taken_as_it_is_meant(what: str, answer: object, taken: dict) -> None:
    assert read_answer(asked(what), answer) == PersonAnswer(**taken)


@table
def test_a_bad_answer_is_refused_with_a_reason(what: str, answer: object, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        read_answer(asked(what), answer)


def test_a_refusal_is_told_in_the_language_of_the_game_and_what_is_too_long_or_no_character():
    for said, says in (("x" * (LONGEST_ANSWER + 1), "2001 characters; 2000"), ("\ud800", "D800")):
        with pytest.raises(RefusedError, match=says):
            read_answer(asked("speak"), said)
    with pytest.raises(RefusedError, match="言葉がありません"):
        read_answer({**asked("speak"), "view": {**asked("speak")["view"], "language": "ja"}}, "")


KEYS = sorted({"late", "id", "x"}.union(*COMMANDS.values()))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=6,
)


def read_or_refused(what: str, answer: object) -> PersonAnswer | str:
    try:
        return read_answer(asked(what), answer)
    except RefusedError as error:
        return str(error)


@given(what=st.sampled_from(sorted(COMMANDS)), answer=anything)
def test_whatever_is_answered_is_taken_whole_or_refused(what: str, answer: object) -> None:
    taken = read_or_refused(what, answer)
    if isinstance(taken, str):
        assert taken
        return
    done = taken.say or taken.show or taken.note or what in {"choose", "think"}
    assert taken.passed or done
    assert not (taken.passed and (taken.say or taken.show or taken.note or taken.choose))
    assert all(char.isprintable() for char in taken.say + taken.note + taken.reason)
    assert 0 <= taken.bid <= 9
