import math

import pytest

from mmagents.stores.lexical import LexicalEmbedder
from tests.tables import table

EMBEDDER = LexicalEmbedder()


def cosine(one: str, other: str) -> float:
    first, second = EMBEDDER.embed([one, other])
    return sum(a * b for a, b in zip(first, second, strict=True))


ENGLISH = [
    "Ines trimmed the lamp at nine",
    "Marek burned the letter behind the boathouse",
    "Oda could not find the brass key",
    "Tobin repaired the rope before the storm",
]
JAPANESE = [
    "イネスは九時にランプの芯を切った",
    "マレクは艇庫の裏で手紙を燃やした",
    "オダは真鍮の鍵を見つけられなかった",
    "トビンは嵐の前に縄を直していた",
]


@table
def test_a_question_finds_the_sentence_that_answers_it(query: str, text: str) -> None:
    assert max(ENGLISH + JAPANESE, key=lambda one: cosine(query, one)) == text


def test_case_and_width_make_no_difference() -> None:
    assert cosine("THE BRASS KEY", "the brass key") == pytest.approx(1.0)
    assert cosine("ＫＥＹ カギ", "key ｶｷﾞ") == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("asked", "nearer", "farther"),
    [
        ("What did you do with the rope?", "He cut a rope", "What did you do with the ledger?"),
        ("鍵はどこにありましたか", "鍵を見た", "船はどこにありましたか"),
    ],
)
def test_function_words_and_inflection_make_hardly_alike(asked, nearer, farther) -> None:
    assert cosine(asked, nearer) > cosine(asked, farther)


@pytest.mark.parametrize("text", ["", "…", "?!", "🙂", "あ", "x", "a\nb", "漢"])
def test_every_text_has_a_vector_of_length_one(text: str) -> None:
    (vector,) = EMBEDDER.embed([text])
    assert len(vector) == EMBEDDER.dimensions
    assert math.hypot(*vector) == pytest.approx(1.0)


def test_the_same_text_has_the_same_vector_whatever_stands_beside_it() -> None:
    assert EMBEDDER.embed(ENGLISH)[2] == EMBEDDER.embed([ENGLISH[2]])[0]
    assert EMBEDDER.embed([]) == []
