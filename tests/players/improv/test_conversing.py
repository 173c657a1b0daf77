"""Where people converse: two stay with a matter, most turns are short, few ask or name."""

from collections import Counter
from itertools import pairwise

import pytest

from mmagents.analysts.text.names import named_in
from mmagents.graph.build import graph
from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import View
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.players.improv.realisation.names import as_called, owned
from mmagents.players.improv.realisation.questions import politely
from mmagents.players.improv.realisation.realise import from_card
from mmagents.players.improv.state.matter import Matter, as_note, matter_after, noted
from mmagents.players.improv.state.mind import Mind, mind_of
from tests.languages import LANGUAGES

TURNS = 40


def played(manner: str, language: str = "en", condition: str = "cssn-or-ss") -> list:
    context = Context(manner=manner, language=language, condition=condition, turns=TURNS)
    begun = {"scenario": "halcyon-light", "seed": 3}
    return graph.invoke(begun, {"recursion_limit": 2_000}, context=context)["history"]


def back_to_the_last_but_one(rows: list) -> float:
    speakers = [one["speaker"] for one in rows]
    folded = [
        one for one, before in zip(speakers, [None, *speakers], strict=False) if one != before
    ]
    return sum(a == c for a, c in zip(folded, folded[2:], strict=False)) / (len(folded) - 2)


@pytest.fixture(scope="module", params=LANGUAGES)
def talk(request: pytest.FixtureRequest) -> tuple[str, list, list]:
    language = str(request.param)
    return language, played("panel", language), played("conversation", language)


def test_where_people_converse_two_stay_with_a_matter_and_turns_are_short(talk) -> None:
    language, panel, conversation = talk
    assert back_to_the_last_but_one(conversation) > back_to_the_last_but_one(panel) + 0.1
    middle = [sorted(len(one["text"]) for one in rows)[TURNS // 2] for rows in talk[1:]]
    assert middle[1] < 0.7 * middle[0]
    asking = [sum(one["first_pair_part"] is not None for one in rows) for rows in talk[1:]]
    assert asking[1] < asking[0]
    assert max(len(one["text"]) for one in conversation) > 2 * middle[1]
    cast = table_for("halcyon-light", Context(language=language)).public.cast
    naming = [named_in(one["text"], cast, language, speaker=one["speaker"]) for one in conversation]
    assert sum(map(bool, naming)) < TURNS / 2


def test_who_is_designated_answers_and_no_sentence_is_said_twice_within_thirty_turns(talk) -> None:
    _, _, conversation = talk
    designated = [(one, before) for before, one in pairwise(conversation) if one["rule"] == "1a"]
    assert designated
    answered = [one["answers"] == before["turn"] for one, before in designated]
    assert sum(answered) >= 0.8 * len(answered)
    assert max(Counter(one["text"] for one in conversation[-30:]).values()) == 1


@pytest.mark.parametrize("condition", ["ss", "equal"])
def test_every_condition_has_words_for_every_turn(condition: str) -> None:
    assert all(len(one["text"]) > 1 for one in played("conversation", condition=condition))


def mind(seat: str, language: str = "ja") -> Mind:
    """Return the mind of a seat before the first turn of a conversation."""
    table = table_for("halcyon-light", Context(language=language))
    view = View(
        seat, language, table.public, table.sheets[seat], (), (), (), (), None, (), {}, 1, 1,
        manner="conversation",
    )  # fmt: skip
    return mind_of(view)


def heard(turn: int, speaker: str, *to: str, answers: int | None = None) -> HeardTurn:
    return HeardTurn(turn, speaker, "", None, to, answers, None, ())


def test_a_matter_is_between_whoever_raised_it_and_whoever_took_it_up() -> None:
    first, second, third = heard(1, "ines"), heard(2, "mara"), heard(3, "ines")
    raised = matter_after(None, first, [first], ["lamp"], 0)
    assert raised == Matter(1, 1, ("ines",), ("lamp",))
    taken_up = matter_after(raised, second, [first, second], [], 0)
    assert taken_up == Matter(1, 2, ("ines", "mara"), ("lamp",))
    on = matter_after(taken_up, third, [first, second, third], ["key"], 0)
    assert on.since == 3, "another topic is another matter"
    assert noted(as_note(taken_up)) == taken_up


def test_a_question_to_a_third_begins_a_matter_with_that_one() -> None:
    before = Matter(1, 4, ("ines", "mara"), ("lamp",))
    turns = [heard(4, "mara"), heard(5, "mara", "tobin")]
    assert matter_after(before, turns[1], turns, ["lamp"], 0).two == ("tobin", "mara")


@pytest.mark.parametrize(
    ("seat", "ends"),
    [
        ("tobin", "何をしてた？"),
        ("quill", "何をしておいででしたか？"),
        ("ines", "何をしていましたか？"),
    ],
)
def test_a_japanese_question_ends_as_its_speaker_would_end_it(seat: str, ends: str) -> None:
    assert politely("夕食のあと、夜は何をしていましたか？", mind(seat)).endswith(f"夜は{ends}")


def test_nobody_speaks_of_oneself_or_to_somebody_by_name() -> None:
    fact = "マーラはクイル医師がトビンといるのを見た。"
    assert as_called(mind("mara"), fact) == "わたくしはクイル先生がトビンさんといるのを見た。"
    asked = "the hour the Doctor left the kitchen"
    assert owned(mind("quill", "en"), asked) == "the hour I left the kitchen"
    assert owned(mind("ines", "en"), asked, "quill") == "the hour you left the kitchen"
    assert owned(mind("ines", "en"), asked) == asked


def test_in_japanese_a_clue_is_read_out_as_its_speaker_talks() -> None:
    clue = "トビンの字の紙が添えてある。裏は学費の請求書だ。「マーラの肩掛けだ。」中は空。"
    said = {
        "tobin": "俺の字の紙が添えてある。裏は学費の請求書だ。「マーラの肩掛けだ。」中は空。",
        "ines": "トビンさんの字の紙が添えてあります。裏は学費の請求書です。"
        "「マーラの肩掛けだ。」中は空。",
        "quill": "トビンさんの字の紙が添えてございます。裏は学費の請求書でございます。"
        "「マーラの肩掛けだ。」中は空。",
    }
    assert {seat: from_card(mind(seat), clue) for seat in said} == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_speaks_after_a_greeting_to_all_greets_back_before_it_tells_anything(language):
    greeted, context = set(), Context(language=language, turns=2)
    for seed in range(12):
        first, second = graph.invoke({"scenario": "mini", "seed": seed}, context=context)["history"]
        if first["first_pair_part"] == "greeting" and first["speaker"] != second["speaker"]:
            greeted.add(second["second_pair_part"])
    assert greeted == {"greeting"}
