"""Whether and how an utterance takes up what is due: answers, refusals, evasions, insertions."""

from __future__ import annotations

from mmagents.analysts.rules.analyst import RulesAnalyst
from mmagents.analysts.rules.reading import read
from mmagents.floor.adjacency import EXPECTS, FirstPairPart, Obligation
from mmagents.interfaces.talk import HeardTurn, Utterance
from tests.analysts.rules.people import person
from tests.prompts.samples import utterance
from tests.tables import table

CASTS = {
    "en": (
        person("mara", "Mara Quill", "Mara", "the cook"),
        person("ines", "Dr. Ines Valdar", "Ines", "the doctor"),
        person("tomas", "Tomas Reed", "Tomas", "the ferryman"),
    ),
    "ja": (
        person("mara", "真鍋 文", "文さん", "料理長"),
        person("ines", "伊吹 玲", "伊吹先生", "医者", "先生"),
        person("tomas", "戸田 悠", "悠くん", "船頭"),
    ),
}


def obligation(kind: FirstPairPart, text: str, *to: str) -> Obligation:
    return Obligation(1, "tomas", to, kind, EXPECTS[kind], text)


def asked(text: str) -> tuple[HeardTurn, ...]:
    return (HeardTurn(1, "tomas", text, None, (), None, None, ()),)


@table
async def test_what_is_due_is_taken_up_as_its_words_say(language, kind, first, second, expected):
    said = Utterance(
        "mara", second, language, CASTS[language], asked(first), obligation(kind, first, "mara")
    )
    found = await RulesAnalyst().detect(said)
    assert (found.answers, found.second_pair_part) == (1 if expected else None, expected)


@table
async def test_a_question_to_everybody_needs_words_of_its_own_to_be_answered(
    language, first, second, expected
):
    standing = (obligation("yes-no-question", first, "everyone"),)
    said = Utterance("mara", second, language, CASTS[language], asked(first), None, standing)
    assert (await RulesAnalyst().detect(said)).answers == expected


@table
async def test_only_a_sequence_closing_third_closes(language, text, before, closes) -> None:
    said = Utterance("mara", text, language, CASTS[language], asked(before) if before else ())
    assert (await RulesAnalyst().detect(said)).closes is closes


async def test_nobody_answers_their_own_question_and_what_is_due_comes_before_what_is_open():
    standing = (obligation("yes-no-question", "Did anyone hear the bell?", "everyone"),)
    said = Utterance("tomas", "I heard the bell myself.", "en", CASTS["en"], (), None, standing)
    assert (await RulesAnalyst().detect(said)).answers is None
    due = Obligation(2, "ines", ("mara",), "wh-question", ("answer",), "Where was the lamp?")
    said = Utterance(
        "mara", "The lamp was on the bell.", "en", CASTS["en"], (), due, (*standing, due)
    )
    assert (await RulesAnalyst().detect(said)).answers == 2


async def test_a_bare_name_answers_who_instead_of_calling() -> None:
    due = obligation("wh-question", "Who took the key?", "mara")
    said = Utterance("mara", "Ines.", "en", CASTS["en"], asked(due.text), due)
    found = await RulesAnalyst().detect(said)
    assert (found.first_pair_part, found.answers, found.second_pair_part) == (None, 1, "answer")


@table
def test_a_turn_cut_off_where_it_had_only_begun_answers_nothing(language, begun, given) -> None:
    for text, cut, answers in ((begun, True, None), (begun, False, 4), (given, True, 4)):
        assert read(utterance(language, text, cut=cut)).answers == answers, (text, cut)
