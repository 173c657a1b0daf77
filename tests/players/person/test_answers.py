"""What a person may answer, and what is refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmagents.players.person.answers import (
    LONGEST_ANSWER,
    WORDS_BID,
    PersonAnswer,
    RefusedError,
    read_answer,
)

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
        "id": f"7:{what}:kit",
        "what": what,
        "seat": "kit",
        "view": {"language": "en", "public": {"cast": CAST}, "cards": cards},
        "due": None,
        "rule": "",
        "question": "",
        "addressed": False,
        "kind": "vote" if what == "choose" else "",
        "options": OPTIONS if what == "choose" else [],
        "commands": COMMANDS[what],
        "error": "",
    }


@pytest.mark.parametrize(
    ("what", "answer", "taken"),
    [
        ("think", "I saw it.", PersonAnswer(bid=WORDS_BID, say="I saw it.")),
        ("think", {"bid": 9}, PersonAnswer(bid=9)),
        ("think", {"bid": 0, "say": "Well."}, PersonAnswer(bid=0, say="Well.")),
        ("think", {"pass": True}, PersonAnswer(passed=True)),
        ("think", {"bid": 4, "note": "Careful."}, PersonAnswer(bid=4, note="Careful.")),
        ("speak", " Two\n lines.\t", PersonAnswer(say="Two lines.")),
        ("speak", "Kit: it was me.", PersonAnswer(say="it was me.")),
        ("speak", "The time: ten past nine.", PersonAnswer(say="The time: ten past nine.")),
        ("speak", "At 9:30 I left.", PersonAnswer(say="At 9:30 I left.")),
        ("speak", {"show": "ticket"}, PersonAnswer(show=("ticket",))),
        (
            "speak",
            {"say": "Here.", "show": ["ticket"]},
            PersonAnswer(say="Here.", show=("ticket",)),
        ),
        ("speak", {"pass": True, "late": True}, PersonAnswer(passed=True, late=True)),
        ("choose", "Petra Vance", PersonAnswer(choose="petra")),
        ("choose", "vance", PersonAnswer(choose="petra")),
        ("choose", {"choose": "nobody"}, PersonAnswer(choose="")),
        (
            "choose",
            {"choose": "petra", "reason": "Paint."},
            PersonAnswer(choose="petra", reason="Paint."),
        ),
        ("reflect", "Who had paint?", PersonAnswer(note="Who had paint?")),
        ("speak", {"id": "7:speak:kit", "say": "Yes."}, PersonAnswer(say="Yes.")),
    ],
)
def test_an_answer_is_taken_as_it_is_meant(what: str, answer: object, taken: PersonAnswer) -> None:
    assert read_answer(asked(what), answer) == taken


@pytest.mark.parametrize(
    ("what", "answer", "says"),
    [
        ("speak", "", "no words"),
        ("speak", " \n ", "no words"),
        ("speak", "\u200b", "no words"),
        ("speak", "x" * (LONGEST_ANSWER + 1), "2001 characters; 2000 are the most"),
        ("speak", "a\x1b[2Jb", r"Character 2 \(U\+001B\) is a control character"),
        ("speak", "abc\u202e", r"U\+202E"),
        ("speak", "\ud800", r"U\+D800"),
        ("speak", "Petra: I took it.", "as if Petra spoke"),
        ("speak", "**Petra Vance**: I took it.", "as if Petra Vance spoke"),
        ("speak", "The Art Teacher (quietly): yes", "as if"),
        ("speak", "[petra]: yes", "as if petra spoke"),
        ("speak", "ユイさん：私です。", "as if ユイさん spoke"),
        ("speak", "Kit:", "no words"),
        ("speak", 7, "text or an object with say, show, pass"),
        ("speak", None, "text or an object"),
        ("speak", {}, "takes text"),
        ("speak", {"say": 3}, "takes text, not 3"),
        ("speak", {"say": "Yes.", "pass": True}, "not both"),
        (
            "speak",
            {"say": "Look.", "show": ["crown"]},
            "You have no clue 'crown'. You have: ticket",
        ),
        ("speak", {"show": 3}, "list of clue ids"),
        ("speak", {"vote": "petra"}, "'vote' is not asked for now"),
        ("speak", {"say": "Yes.", "id": "3:speak:kit"}, "which is over"),
        ("think", {}, "Bid for the floor"),
        ("think", {"bid": 10}, "from 0 to 9, not 10"),
        ("think", {"bid": True}, "from 0 to 9, not True"),
        ("think", {"bid": "9"}, "from 0 to 9"),
        ("think", {"bid": 5, "say": "Petra: no."}, "as if Petra spoke"),
        ("choose", "tobin", "no 'tobin' to choose. There is: “petra”"),
        ("choose", {"reason": "x"}, "no None to choose"),
        ("choose", {"choose": "petra", "reason": "\x07"}, "control character"),
        ("reflect", {"note": ""}, "no words"),
    ],
)
def test_a_bad_answer_is_refused_with_a_reason(what: str, answer: object, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        read_answer(asked(what), answer)


def test_a_refusal_is_told_in_the_language_of_the_game() -> None:
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
